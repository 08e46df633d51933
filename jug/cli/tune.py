"""``jug tune``: measure this machine for the choice of a backend, or show what it has."""

import argparse
from collections.abc import Callable
from typing import Any

DESCRIPTION = """Measure once, in under a minute or two, how fast NumPy and JAX are on this machine. Fits with
--backend auto then take the faster one for their size. Without it they go by numbers that come with jug."""


def add_tune_command(commands: Any, say: Callable[[str], None]) -> None:
    """Add ``jug tune``; ``say`` writes to standard output."""
    parser = commands.add_parser(
        "tune", help="measure this machine for the choice of NumPy or JAX", description=DESCRIPTION
    )
    parser.add_argument("--show", action="store_true", help="show what this machine has, and measure nothing")
    parser.add_argument("--forget", action="store_true", help="go back to the numbers that come with jug")
    parser.set_defaults(run=lambda args: _tune(args, say))


def _tune(args: argparse.Namespace, say: Callable[[str], None]) -> int:
    if args.forget:
        from jug.compute.cost_model import place

        place().unlink(missing_ok=True)
    if args.forget or args.show:
        from jug.machine.available import backends

        say(str(backends()))
        return 0
    from jug.machine.tuning import tune

    tune(say)
    return 0
