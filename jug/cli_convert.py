"""``jug convert``: a par file for another program, or changed on the way."""

import argparse
from collections.abc import Callable
from typing import Any

DESCRIPTION = """Write a par file as another program reads it: its keywords, units and angles, and every line whose
absence means something else there. Comments and the order of the lines stay."""

DIALECTS = ("jug", "pint", "tempo2", "tempo")


def add_convert_command(commands: Any, check: Callable[..., None]) -> None:
    """Add ``jug convert``.

    Parameters
    ----------
    commands : argparse's subparsers
    check : callable
        ``check(args, outputs)`` refuses an output that cannot be written.
    """
    parser = commands.add_parser("convert", help="write a par file for another program", description=DESCRIPTION)
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="the par file to write")
    parser.add_argument("--to", choices=DIALECTS, default="jug", help="the program that is to read it (jug)")
    parser.add_argument("--units", choices=("tdb", "tcb"), default="tdb", help="units of the output (tdb)")
    parser.add_argument("--round", action="store_true", help="round values to the second digit of their uncertainty")
    parser.add_argument("--leave-out", action="store_true", help="keep what the program lacks as comments")
    add_ignore_option(parser)
    parser.set_defaults(run=lambda args: _convert(args, check))


def add_ignore_option(parser: argparse.ArgumentParser) -> None:
    """Let a command leave out lines of the par file on purpose."""
    parser.add_argument(
        "--ignore", metavar="KEY", action="append", default=[], help="leave this keyword's lines out of the model (WX*)"
    )


def _convert(args: argparse.Namespace, check: Callable[..., None]) -> int:
    check(args, (args.output,))
    from jug.loading import load_model
    from jug.writing import write_par

    model = load_model(args.par, ignore=args.ignore)
    write_par(model, args.output, args.to, units=args.units, round_values=args.round, leave_out=args.leave_out)
    return 0
