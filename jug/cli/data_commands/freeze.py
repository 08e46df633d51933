"""``jug data freeze``: copy the data files that pulsars need into a folder."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.options import add_reading_options, conventions_of
from jug.cli.common.streams import print_report
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.core.array import Float, Toa
    from jug.data.freeze import Pair
    from jug.obs.files import Files

DESCRIPTION = """Copy what these pulsars need into a folder, with sha256 and versions. JUG_DATA=DIR, or --data DIR, then
gives the same residuals to the last bit, and an error if a file has changed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("folder", metavar="DIR", help="a folder that does not exist yet, or is empty")
    parser.add_argument("files", metavar="PAR TIM", nargs="+", help="a par file and its tim files; more of them")
    parser.add_argument("--ephem", metavar="NAME", help="with this ephemeris, not the par file's")
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Copy, load from the copies, and compare the residuals."""
    from jug.data import open_files
    from jug.data.freeze import freeze
    from jug.data.tables import frozen_json, frozen_text

    words = conventions_of(args.convention)
    computed = residuals_with(args.ephem, args.ignore, args.dialect, words)
    done = freeze(args.folder, pairs(args.files), open_files(args.data), computed)
    print_report(args, frozen_text(done), frozen_json(done))
    return ExitCode.DONE


def residuals_with(
    ephem: str | None = None,
    ignore: Sequence[str] = (),
    dialect: str = "jug",
    conventions: Mapping[str, str] | None = None,
) -> Callable[["Pair", "Files"], "Float[Toa]"]:
    """Return a function that loads a pair of files and computes its residuals.

    Parameters
    ----------
    ephem : str, optional
        Ephemeris in place of the par files' own.
    ignore : sequence of str
        Keywords of the par files to leave out of the models, as in `jug.load`.
    dialect, conventions : str, dict
        As in `jug.load`.

    Returns
    -------
    callable
        It takes a `Pair` and the `Files` that find the data, and returns the residuals, (n,) array in s.
    """
    from jug.loading import load
    from jug.model.evaluation.residuals import residuals

    def residuals_of(pair: "Pair", files: "Files") -> "Float[Toa]":
        read = load(
            pair.par, pair.tim, files=files, ephem=ephem, ignore=ignore, dialect=dialect, conventions=conventions
        )
        return residuals(*read).time_s

    return residuals_of


def pairs(words: Sequence[str]) -> list["Pair"]:
    """Pair the files of a command line: each ``*.par`` goes with the tim files after it.

    Parameters
    ----------
    words : sequence of str
        Paths; the first is a par file.

    Returns
    -------
    list of Pair
        One for each tim file.

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
        raise InputError(f"no tim file after {par}", hint="as in: jug data freeze DIR A.par A.tim B.par B.tim")
    return found
