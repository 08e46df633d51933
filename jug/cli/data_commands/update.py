"""``jug data update``: fetch newer clock files and ephemerides."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.streams import print_report, print_to_stderr

if TYPE_CHECKING:
    from jug.data.outcomes import Outcome

DESCRIPTION = """Fetch the clock files that the IPTA distributes, or those that are named, and by name ephemerides (SPK)
of JPL and IMCCE, into the user's cache (JUG_CACHE). A file that covers less or changes the past is put aside, and the
exit code is then 1."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    parser.add_argument("names", metavar="NAME", nargs="*", help="clock file, site, or ephemeris (DE405, INPOP19a)")
    parser.add_argument("--dry-run", action="store_true", help="find out what is newer, and change nothing")
    parser.add_argument("--force", action="store_true", help="fetch files again that are current already")
    parser.add_argument(
        "--accept", metavar="NAME", action="append", default=[], help="use a file although it changes past corrections"
    )
    parser.add_argument("--base", metavar="NAME=ADDRESS", action="append", default=[], help="another base address")
    parser.add_argument("--timeout", metavar="S", type=_seconds, default=30.0, help="longest wait for a server, s (30)")


def run(args: argparse.Namespace) -> ExitCode:
    """Fetch, and list the outcome for each file."""
    from jug.core.execution.progress import report as progress
    from jug.data.catalogue import base_addresses
    from jug.data.outcomes import FAILED, UpdateOptions
    from jug.data.tables import outcomes_text
    from jug.data.update import update

    options = UpdateOptions(base_addresses(args.base), args.force, args.accept, args.dry_run, args.timeout, progress)
    outcomes = update(args.names, options)
    good = [outcome for outcome in outcomes if outcome.done != FAILED]
    if good or args.json:
        print_report(args, outcomes_text(good), {"files": [outcome._asdict() for outcome in outcomes]})
    for outcome in outcomes:
        if outcome.done == FAILED:
            print_to_stderr(f"error: {outcome.name}: {outcome.text}")
    return _exit_code(outcomes)


def _exit_code(outcomes: Sequence["Outcome"]) -> ExitCode:
    """The exit code of an update: failures first, then files that are put aside."""
    from jug.data.outcomes import FAILED, PUT_ASIDE

    failed = sum(outcome.done == FAILED for outcome in outcomes)
    if failed:
        return ExitCode.SOME_FAILED if failed < len(outcomes) else ExitCode.BAD_INPUT
    return ExitCode.DECISION if any(outcome.done == PUT_ASIDE for outcome in outcomes) else ExitCode.DONE


def _seconds(text: str) -> float:
    """Read a number of seconds, larger than zero."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return seconds
