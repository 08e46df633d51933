"""``jug data freeze``: copy the data files that pulsars need into a folder."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jug.cli.exit_codes import ExitCode
from jug.cli.options import add_data_option, add_ignore_option
from jug.cli.streams import say
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.data.freeze import Pair

DESCRIPTION = """Copy what these pulsars need into a folder, with sha256 and versions. JUG_DATA=DIR, or --data DIR, then
gives the same residuals to the last bit, and an error if a file has changed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("folder", metavar="DIR", help="a folder that is not there yet, or empty")
    parser.add_argument("files", metavar="PAR TIM", nargs="+", help="a par file and its tim files; more of them")
    parser.add_argument("--ephem", metavar="NAME", help="with this ephemeris, not the par file's")
    add_ignore_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Copy, load from the copies, and compare the residuals."""
    from jug.data import open_files
    from jug.data.freeze import freeze
    from jug.data.tables import frozen_text

    files = open_files(args.data)
    say(frozen_text(freeze(args.folder, pairs(args.files), files, ephem=args.ephem, ignore=args.ignore)))
    return ExitCode.DONE


def pairs(words: Sequence[str]) -> list["Pair"]:
    """Group par and tim files as on the command line: each ``*.par`` goes with the tim files behind it.

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
        raise InputError(f"no tim file behind {par}", hint="as in: jug data freeze DIR A.par A.tim B.par B.tim")
    return found
