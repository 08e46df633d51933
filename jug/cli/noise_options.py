"""The options of ``jug noise`` that add noise lines: --add, --flag, --frequencies."""

import argparse
from typing import NamedTuple

from jug.cli.common.options import names_of
from jug.errors import InputError


class AddedNoise(NamedTuple):
    """What to add: the arguments of ``model.add_noise``."""

    words: tuple[str, ...]
    flag: str | None
    frequencies: dict[str, int]


def add_new_noise_options(parser: argparse.ArgumentParser) -> None:
    """Add the options.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument(
        "--add",
        metavar="WORDS",
        action="append",
        help="add noise and estimate it: white (EFAC, EQUAD), efac, equad, ecorr for each backend; red, dm, chrom, sw",
    )
    parser.add_argument(
        "--flag", metavar="FLAG", help="of --add and --choose: the flag whose values are the backends (-f, -group)"
    )
    parser.add_argument(
        "--frequencies",
        metavar="WORD=N,...",
        help="of --add and --choose: frequencies of a power law (red=30, others 100)",
    )


def added_noise(args: argparse.Namespace) -> AddedNoise | None:
    """Read the options.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    AddedNoise or None
        None without --add, and with --choose.

    Raises
    ------
    InputError
        --flag or --frequencies without --add or --choose; a number of frequencies that is none.
    """
    if getattr(args, "choose", None):  # jug sample has no --choose
        return None
    if not args.add:
        if args.flag is not None or args.frequencies is not None:
            option = "--flag" if args.flag is not None else "--frequencies"
            raise InputError(f"{option} is an option of --add", hint="give --add white,red too")
        return None
    words = [name for text in args.add for name in names_of(text, "noise", "--add white,red")]
    return AddedNoise(tuple(words), args.flag, numbers_of_frequencies(args))


def numbers_of_frequencies(args: argparse.Namespace) -> dict[str, int]:
    """Read --frequencies.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    dict of str to int
        By the word of a power law.

    Raises
    ------
    InputError
        A number of frequencies that is none.
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
