"""The command ``jug``, and ``python -m jug``, also where another program has taken its name."""

import sys

from jug.cli.process.interrupts import ignore_interrupts, watch_interrupts


def command() -> int:
    """Run the command of this process, as `jug.cli.command.main`, with Ctrl-C watched from the beginning."""
    watch_interrupts()
    from jug.cli.command import main
    from jug.cli.common.exit_codes import ExitCode
    from jug.cli.common.streams import drop_unwritten_errors, end_at_once

    try:
        code = main()
        if code == ExitCode.INTERRUPTED:
            end_at_once(code)  # threads of XLA that compile crash where Python takes their library down
        return code
    finally:
        drop_unwritten_errors()
        ignore_interrupts()


if __name__ == "__main__":
    sys.exit(command())
