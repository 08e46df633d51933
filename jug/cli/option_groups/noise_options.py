"""The options of ``jug noise`` that add noise lines: --add, --flag, --frequencies."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import names_of
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.fitting.noise.addition import NoiseAddition


def add_new_noise_options(parser: argparse.ArgumentParser, where: str = "of --add") -> None:
    """Add the options.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    where : str
        Begins the help of --flag and --frequencies: the options to which they belong.
    """
    parser.add_argument(
        "--add",
        metavar="WORDS",
        action="append",
        help="add noise that the par file lacks: white (EFAC, EQUAD), efac, equad, ecorr, for each backend; power laws "
        "red, dm, chrom, sw, and quasi-periodic DM noise, qp; red=30 has 30 frequencies",
    )
    parser.add_argument(
        "--flag",
        metavar="FLAG",
        help=f"{where}: the flag whose values are the backends (f, group), else that of enterprise",
    )
    parser.add_argument(
        "--frequencies",
        metavar="WORD=N,...",
        help=f"{where}: numbers of frequencies, as red=45,dm=60 (red 30, others 100, at most half the number of days)",
    )


def noise_addition(args: argparse.Namespace) -> "NoiseAddition":
    """Read --add, --flag and --frequencies.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    NoiseAddition
        It adds nothing without --add, and with --choose.

    Raises
    ------
    InputError
        --flag or --frequencies without --add or --choose, or a --frequencies that is not WORD=N.
    """
    from jug.fitting.noise.addition import NoiseAddition

    if getattr(args, "choose", None):  # jug sample has no --choose
        return NoiseAddition(None)
    if not args.add:
        if args.flag is not None or args.frequencies is not None:
            option = "--flag" if args.flag is not None else "--frequencies"
            raise InputError(f"{option} is an option of --add", hint="give --add white,red too")
        return NoiseAddition(None)
    words = [name for text in args.add for name in names_of(text, "noise", "--add white,red")]
    return NoiseAddition(tuple(words), args.flag, numbers_of_frequencies(args))


def numbers_of_frequencies(args: argparse.Namespace) -> dict[str, int]:
    """Read --frequencies.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    dict of str to int
        Numbers by the word of a power law.

    Raises
    ------
    InputError
        A word that is not WORD=N.
    """
    return dict(map(_number_of, _split(args.frequencies)))


def _split(text: str | None) -> list[str]:
    return [] if text is None else names_of(text, "number", "--frequencies red=30")


def _number_of(text: str) -> tuple[str, int]:
    word, _, number = text.partition("=")
    try:
        return word.strip().lower(), int(number)
    except ValueError:
        raise InputError(f"--frequencies {text!r} is not WORD=N", hint="as in --frequencies red=30,dm=100") from None
