"""Options that several commands take, and how their values are read."""

import argparse
import shlex

from jug.core.whole_number import is_whole_number
from jug.errors import InputError
from jug.model.reading.dialects.convention import DIALECTS

MOST_TIMES = 1_000_000
"""Largest N of ``FROM:TO:N``."""


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--ignore``, ``--as``, ``--convention`` and ``--data``, the options for reading files."""
    parser.add_argument(
        "--ignore",
        metavar="KEY",
        action="append",
        default=[],
        help="leave the lines of this keyword out of the model; WX* is all that begin with WX; may be repeated",
    )
    add_dialect_option(parser)
    parser.add_argument(
        "--convention",
        metavar="NAME=WORD",
        action="append",
        default=[],
        help="one convention that differs from --as: NE_SW=0, TNDM=tempo2, EQUAD=outside; docs/conventions.md has all",
    )
    add_data_option(parser)


def add_dialect_option(parser: argparse.ArgumentParser, default: str | None = "jug") -> None:
    """Add ``--as``, the program as which files are read.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    default : str or None
        None if a configuration can give the dialect.
    """
    parser.add_argument(
        "--as",
        dest="dialect",
        choices=DIALECTS,
        default=default,
        help="read the files as this program does, with its defaults (jug: as PINT where programs differ)",
    )


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--data``, a folder of clock files and ephemerides."""
    parser.add_argument("--data", metavar="DIR", help="search this folder for data first (instead of JUG_DATA)")


def add_ephem_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--ephem``, the ephemeris in place of the par file's."""
    parser.add_argument("--ephem", metavar="NAME", help="use this ephemeris (DE440), not the par file's EPHEM")


def add_free_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--free``, the parameters to fit."""
    parser.add_argument("--free", metavar="F0,F1,...", help="fit these parameters, not those with a fit flag")


def add_backend_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--backend``, the choice of NumPy or JAX."""
    parser.add_argument(
        "--backend", choices=("auto", "numpy", "jax"), default="auto", help="what computes; auto takes the faster one"
    )


def add_noise_options(parser: argparse.ArgumentParser, where: str = "") -> None:
    """Add ``--subtract``, ``--whiten`` and ``--average``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The parser to which they are added.
    where : str
        The beginning of their help texts.
    """
    parser.add_argument("--subtract", metavar="RED,DM,...", help=f"{where}residuals less these noise processes")
    parser.add_argument("--whiten", action="store_true", help=f"{where}residuals less every correlated noise process")
    parser.add_argument("--average", action="store_true", help=f"{where}residuals averaged over the epochs of ECORR")


def conventions_of(words: list[str]) -> dict[str, str]:
    """Read the words of ``--convention``, NAME=WORD, into a dict. A word without ``=`` gets an empty value."""
    return {name: word for name, _, word in (text.partition("=") for text in words)}


def free_of(text: str | None) -> list[str] | None:
    """Read the value of ``--free``: names of parameters; None if the option is absent."""
    return None if text is None else names_of(text, "parameter", "--free F0,F1")


def subtract_of(text: str | None) -> list[str]:
    """Read the value of ``--subtract``: names of noise processes."""
    return [] if text is None else names_of(text, "noise process", "--subtract RED,DM")


def positive_integer(text: str) -> int:
    """Read a whole number of 1 or more."""
    if not is_whole_number(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def non_negative_integer(text: str) -> int:
    """Read a whole number of 0 or more."""
    if not is_whole_number(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def mjd_or_date(text: str) -> float:
    """Read a time, an MJD or a date (2023-02-25, 2023-02-25T12:00:00), as MJD."""
    from jug.core.written_times import DATE_HINT, read_mjd_words

    try:
        return float(read_mjd_words([text.strip()])[0])
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither an MJD nor a date; {DATE_HINT}") from None


def names_of(text: str, what: str, example: str) -> list[str]:
    """Split the value of an option at its commas, except at commas in quotes.

    Parameters
    ----------
    text : str
        The value. Quotes in it, as in ``F2,"JUMP -fe L-wide"``, are taken off.
    what, example : str
        What the value names, and an example with the option, for messages.

    Returns
    -------
    list of str
        At least one.

    Raises
    ------
    InputError
        The value names nothing, or a quote does not end.
    """
    words = shlex.shlex(text, posix=True)
    words.whitespace, words.whitespace_split, words.commenters, words.escape = ",", True, "", ""
    try:
        names = [name.strip() for name in words if name.strip()]
    except ValueError:
        raise InputError(
            f"{example.split()[0]} has a quote that does not end: {text}", hint=f"as in {example}"
        ) from None
    if not names:
        raise InputError(f"{example.split()[0]} names no {what}", hint=f"as in {example}")
    return names


def flags_of(text: str | None) -> dict[str, str] | None:
    """Read the value of ``--flags``: keys with a dash, each with its value, as in a tim file.

    Parameters
    ----------
    text : str or None

    Returns
    -------
    dict of str to str, or None
        Values by key, without the dash; None if the option is absent.

    Raises
    ------
    InputError
        No pairs of key and value.
    """
    from jug.io.tim.flags import is_flag

    if text is None:
        return None
    words = text.split()
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2 or not all(map(is_flag, pairs)):
        raise InputError(f"--flags {text!r} is not KEY VALUE ...", hint="as in --flags '-fe L-wide -be PUPPI'")
    return {key.lstrip("-"): value for key, value in pairs.items()}


def times_of(text: str) -> list[str] | list[float]:
    """Read times: MJDs or dates with commas between them, or ``FROM:TO:N``.

    Parameters
    ----------
    text : str
        ``FROM:TO:N`` stands for N times, FROM and TO included; these are MJDs or dates without a time of day.

    Returns
    -------
    list of str, or list of float
        The times as they were written; MJDs for ``FROM:TO:N``.

    Raises
    ------
    InputError
        A word that is neither an MJD nor a date, or fewer than one time.
    """
    from jug.core.written_times import read_mjd_words

    ends = text.split(":")
    try:
        if len(ends) != 3 or "T" in text.upper() or " " in ends[0].strip():  # a date may have a time of day
            words = names_of(text, "time", "--at 60000,60100")
            read_mjd_words(words)
            return words
        (first, last), n = read_mjd_words(ends[:2]).tolist(), int(ends[2])
        if not 1 <= n <= MOST_TIMES:
            raise ValueError(text)
        return [first + (last - first) * i / max(n - 1, 1) for i in range(n)]
    except ValueError:
        hint = "write MJDs or dates with commas between them, 60000,2023-02-25T12:00:00, or FROM:TO:N, 60000:61000:11"
        raise InputError(f"{text!r} is not a list of times", hint=hint) from None
