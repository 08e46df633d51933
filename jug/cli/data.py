"""``jug data``: what is at hand, what is newer, what to take along."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from jug.cli.options import add_data_option, add_ignore_option
from jug.errors import InputError

DESCRIPTION = "Clock files, ephemerides and Earth orientation: what is at hand, what is newer, what to take along."

Say = Callable[[str], None]


def add_data_commands(commands: Any, say: Say, complain: Say, failed: int) -> None:
    """Add ``jug data`` and its commands.

    Parameters
    ----------
    commands : argparse's subparsers
    say, complain : callable
        Write to standard output, and one line to standard error.
    failed : int
        The exit code where a file could not be had.
    """
    data = commands.add_parser("data", help="data files: status, update, freeze", description=DESCRIPTION)
    parts = data.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_status(parts, say)
    _add_update(parts, say, complain, failed)
    _add_freeze(parts, say)


def _add_status(parts: Any, say: Say) -> None:
    status = parts.add_parser("status", help="what is at hand, and until when it holds", description=_STATUS)
    status.add_argument("tim", metavar="TIM", nargs="?", help="look at the sites of this tim file, not at all sites")
    status.add_argument("--json", action="store_true", help="as JSON")
    add_data_option(status)
    status.set_defaults(run=lambda args: _status(args, say))


def _add_update(parts: Any, say: Say, complain: Say, failed: int) -> None:
    update = parts.add_parser("update", help="fetch what is newer", description=_UPDATE)
    update.add_argument("names", metavar="NAME", nargs="*", help="clock file, site, or ephemeris (DE405, INPOP19a)")
    update.add_argument("--dry-run", action="store_true", help="find out what is newer, and change nothing")
    update.add_argument("--force", action="store_true", help="fetch also what its publisher says is current")
    update.add_argument(
        "--accept", metavar="NAME", action="append", default=[], help="take a file that changes the past"
    )
    update.add_argument("--base", metavar="NAME=ADDRESS", action="append", default=[], help="another base address")
    update.add_argument("--timeout", metavar="S", type=_seconds, default=30.0, help="wait so long for a server (30)")
    update.set_defaults(run=lambda args: _update(args, say, complain, failed))


def _add_freeze(parts: Any, say: Say) -> None:
    freeze = parts.add_parser("freeze", help="copy the data that pulsars need", description=_FREEZE)
    freeze.add_argument("folder", metavar="DIR", help="a folder that is not there yet, or empty")
    freeze.add_argument("files", metavar="PAR TIM", nargs="+", help="a par file and its tim files; more of them")
    freeze.add_argument("--ephem", metavar="NAME", help="with this ephemeris, not the par file's")
    add_ignore_option(freeze)
    add_data_option(freeze)
    freeze.set_defaults(run=lambda args: _freeze(args, say))


_STATUS = (
    "For each site the files of its clock chain: where they come from, their first and last good date, the correction "
    "at the last one, the TOAs beyond it, and what an update would bring; the ephemerides and Earth orientation."
)
_UPDATE = (
    "Fetch the clock files that the IPTA distributes, or those that are named, and by name ephemerides (SPK) of JPL "
    "and IMCCE, into the user's cache (JUG_CACHE). A file that covers less or changes the past is put aside."
)
_FREEZE = (
    "Copy what these pulsars need into a folder, with sha256 and versions. JUG_DATA=DIR, or --data DIR, then gives the "
    "same residuals to the last bit, and an error if a file has changed."
)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _status(args: argparse.Namespace, say: Say) -> int:
    from jug.data import open_files
    from jug.data.status import status
    from jug.data.tables import status_json, status_text
    from jug.io.tim.read import read_tim

    raw = read_tim(args.tim) if args.tim else None
    found = status(open_files(args.data), raw)
    if args.json:
        import json

        say(json.dumps(status_json(found), indent=1, allow_nan=False))
    else:
        say(status_text(found, with_toas=raw is not None))
    return 0


def _update(args: argparse.Namespace, say: Say, complain: Say, failed: int) -> int:
    from jug.data.catalogue import base_addresses
    from jug.data.tables import outcomes_text
    from jug.data.update import FAILED, Options, update

    progress = _Progress()
    options = Options(base_addresses(args.base), args.force, args.accept, args.dry_run, args.timeout, progress)
    try:
        outcomes = update(args.names, options)
    finally:
        progress.clear()
    good = [outcome for outcome in outcomes if outcome.done != FAILED]
    if good:
        say(outcomes_text(good))
    for outcome in outcomes:
        if outcome.done == FAILED:
            complain(f"error: {outcome.name}: {outcome.text}")
    return 0 if len(good) == len(outcomes) else failed


def _freeze(args: argparse.Namespace, say: Say) -> int:
    from jug.data import open_files
    from jug.data.freeze import freeze
    from jug.data.tables import frozen_text

    files = open_files(args.data)
    say(frozen_text(freeze(args.folder, pairs(args.files), files, ephem=args.ephem, ignore=args.ignore)))
    return 0


def pairs(words: Sequence[str]) -> list[Any]:
    """Par and tim files, as on the command line: each ``*.par`` goes with the tim files behind it.

    Raises
    ------
    InputError
        A par file without a tim file.
    """
    from jug.data.freeze import Pair

    found: list[Pair] = []
    par, used = words[0], False
    for word in words[1:]:
        if word.lower().endswith(".par"):
            if not used:
                break
            par, used = word, False
        else:
            found.append(Pair(par, word))
            used = True
    if not used or not found:
        raise InputError(f"no tim file behind {par}", hint="as in: jug data freeze DIR A.par A.tim B.par B.tim")
    return found


class _Progress:
    """How far a transfer is, on a line of the terminal; nothing where standard error is no terminal."""

    def __init__(self) -> None:
        self.shown = ""

    def __call__(self, name: str, done: int, total: int | None) -> None:
        amount = f"{100 * done // total:3d}% of {total / 1e6:.1f} MB" if total else f"{done / 1e6:.1f} MB"
        self._show(f"{name}  {amount}")

    def clear(self) -> None:
        """Leave the line empty."""
        if self.shown:
            self._show("")

    def _show(self, text: str) -> None:
        if text == self.shown or not sys.stderr.isatty():
            return
        sys.stderr.write(f"\r{text:<70.70}" if text else f"\r{70 * ' '}\r")
        sys.stderr.flush()
        self.shown = text
