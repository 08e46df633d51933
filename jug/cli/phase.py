"""``jug phase``: pulse phase, spin frequency and Doppler shift at times."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import load_par
from jug.cli.common.options import add_reading_options, times_of
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.streams import print_text
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.folding.polyco import Polyco
    from jug.folding.predictor import Predictor

FREQUENCY_STEP_MHZ = 1e-3
"""The last digit of the frequency in a polyco, MHz."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Pulse phase, spin frequency and Doppler shift at times, by a par file or by a polyco."
    parser.epilog = TABLE
    parser.add_argument("par", metavar="PAR", help="par file with TZRMJD, polyco.dat, or a predictor of tempo2")
    help_text = "MJDs or dates, UTC of the site (TDB at the barycentre): 60000,2023-02-25T12:00:00, or FROM:TO:N"
    parser.add_argument("--at", required=True, metavar="TIME,...", help=help_text)
    parser.add_argument("--site", help="observatory (the barycentre); a polyco has its own")
    parser.add_argument(
        "--freq", type=float, metavar="MHZ", help="observing frequency (infinite); a polyco has its own"
    )
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the phases in numbers")
    parser.add_argument("--ephem", metavar="NAME", help="ephemeris to use instead of that of the par file")
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Read, compute, and print the table."""
    from jug.data import open_files
    from jug.folding.phase import Phases, phase, read_times
    from jug.folding.polyco_file import is_polyco, read_polyco
    from jug.folding.predictor_file import is_predictor, read_predictor

    check_outputs(args, (args.json,))
    times = read_times(times_of(args.at))
    if is_predictor(args.par):
        predictor = read_predictor(args.par)
        _check_site(args, predictor)
        found: Phases = predictor.phase(times, args.freq or 0.0)
    elif is_polyco(args.par):
        polyco = read_polyco(args.par)
        _check_site(args, polyco)
        _check_frequency(args, polyco)
        found = polyco.phase(times)
    else:
        model, files = load_par(args), open_files(args.data)
        found = phase(model, times, site=args.site or "@", freq_mhz=args.freq or 0.0, files=files)
    with LateFailure() as output:
        if args.json:
            from jug.io.files import write_text
            from jug.text.strict_json import json_text

            write_text(args.json, json_text(found.to_json()) + "\n")
    print_text(found.summary(), even_if_quiet=args.json is None)
    output.raise_first()
    return ExitCode.DONE


def _check_site(args: argparse.Namespace, made: "Polyco | Predictor") -> None:
    """Refuse a site other than the one for which the polynomials were made."""
    from jug.data import open_files
    from jug.errors import DataError
    from jug.obs.sites import find_site

    if args.site is None or args.site == made.site:
        return
    files = open_files(args.data)
    asked = find_site(args.site, files=files)
    try:
        known = find_site(made.site, files=files)
    except DataError:  # a code of another program
        known = None
    if known is None or known.name != asked.name:
        why = f"{args.par} is for the site {made.site}, not {args.site}"
        raise InputError(why, hint="leave --site out, or make polynomials for that site with jug polyco")


def _check_frequency(args: argparse.Namespace, polyco: "Polyco") -> None:
    """Refuse a frequency other than the one for which a polyco was made."""
    if args.freq is not None and not abs(args.freq - polyco.freq_mhz) <= FREQUENCY_STEP_MHZ:
        why = f"{args.par} is for {polyco.freq_mhz:.15g} MHz, not {args.freq:.15g} MHz"
        raise InputError(why, hint="leave --freq out, or make a polyco for that frequency with jug polyco")
