"""The par and tim file of a command, and the options for reading them."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of
from jug.errors import InputError, Where

if TYPE_CHECKING:
    from jug.io.par import ParFile
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs


def add_inputs(parser: argparse.ArgumentParser, *, tim_optional: bool = False) -> None:
    """Add the arguments PAR and TIM, and the options that `load_inputs` uses.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    tim_optional : bool
        Whether TIM may be absent. It is then None, and `load_par` reads the par file alone.
    """
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("tim", metavar="TIM", nargs="?" if tim_optional else None, help="tim file: the TOAs")
    add_ephem_option(parser)
    parser.add_argument("--strict-clock", action="store_true", help="fail where a clock file does not reach a TOA")
    beyond = parser.add_mutually_exclusive_group()
    help_text = (
        "beyond either end of a site's clock file use its nearest value, as PINT (the default, but for --as tempo2)"
    )
    beyond.add_argument("--hold-clock", action="store_true", help=help_text)
    beyond.add_argument(
        "--zero-clock", action="store_true", help="beyond the ends of a site's clock file correct nothing"
    )
    parser.add_argument("--narrowband", action="store_true", help="fit the times alone, not measured DMs (-pp_dm)")
    add_reading_options(parser)


def load_inputs(args: argparse.Namespace, par: "ParFile | None" = None) -> tuple["TimingModel", "TOAs"]:
    """Read the two files with the options of a command (`jug.load`).

    Parameters
    ----------
    args : argparse.Namespace
        From a parser with the arguments of `add_inputs`.
    par : ParFile, optional
        Used in place of the par file.

    Returns
    -------
    model : TimingModel
    toas : TOAs

    Raises
    ------
    InputError
        The tim file comes first; all errors of `jug.load`.
    """
    from jug.data import open_files
    from jug.loading import load

    if args.par == args.tim == "-":
        raise InputError("standard input is one file", hint="give the par file or the tim file by its name")
    check_order(args.par, args.tim)
    return load(
        par or args.par,
        args.tim,
        files=open_files(args.data),
        ephem=args.ephem,
        strict_clock=args.strict_clock,
        hold_clock=True if args.hold_clock else None,
        zero_clock=args.zero_clock,
        ignore=args.ignore,
        dialect=args.dialect,
        conventions=conventions_of(args.convention),
        wideband=False if args.narrowband else None,
    )


def check_order(par: str, tim: str) -> None:
    """Refuse a file named .tim in the place of the par file, and a file named .par in the place of the tim file.

    Parameters
    ----------
    par, tim : str
        Paths.

    Raises
    ------
    InputError
    """
    first, second = (path.lower().endswith((".par", ".tim")) and path.lower()[-4:] for path in (par, tim))
    if first == ".tim" != second:
        raise InputError("this looks like a tim file", Where(par), "the par file comes first, then the tim file")
    if first == second == ".par":
        raise InputError("this looks like a par file", Where(tim), "the tim file comes second, after the par file")


def load_par(args: argparse.Namespace) -> "TimingModel":
    """Read the par file alone with the options of a command (`jug.load_model`).

    Parameters
    ----------
    args : argparse.Namespace
        From a parser with the arguments of `add_inputs`.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        All errors of `jug.load_model`.
    """
    from jug.loading import load_model

    words = conventions_of(args.convention)
    return load_model(args.par, ephem=args.ephem, ignore=args.ignore, dialect=args.dialect, conventions=words)
