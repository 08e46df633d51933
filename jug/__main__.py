"""The command ``jug``, also as ``python -m jug``, for systems on which another program is called ``jug``."""

import sys
from typing import NoReturn

from jug.cli.process.collector import all_done, end_as_a_whole
from jug.cli.process.interrupts import ignore_interrupts, watch_interrupts


def command() -> int:
    """Run `jug.cli.command.main` on the command line of this process, handling Ctrl-C from the beginning."""
    watch_interrupts()
    from jug.cli.command import main
    from jug.cli.common.exit_codes import ExitCode
    from jug.cli.common.streams import drop_unwritten_errors, end_at_once

    try:
        code = main()
        if code == ExitCode.INTERRUPTED:
            end_at_once(code)  # compiling threads of XLA would crash when Python unloads their library
        return code
    finally:
        drop_unwritten_errors()
        ignore_interrupts()


def run_process() -> NoReturn:
    """Run `command` as all that this process does, and end it (`jug.cli.process.collector`)."""
    end_as_a_whole()
    code = command()
    all_done(code)
    sys.exit(code)


if __name__ == "__main__":
    run_process()
