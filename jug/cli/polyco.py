"""``jug polyco``: polynomials of the pulse phase, for folding during an observation."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import load_par
from jug.cli.common.options import add_reading_options, mjd_or_date, positive_integer
from jug.cli.common.outputs import check_outputs
from jug.cli.common.streams import print_report, print_warning
from jug.errors import InputError

if TYPE_CHECKING:
    from jug.folding.polyco import Polyco
    from jug.folding.predictor import Predictor

GOOD_ENOUGH = 1e-6
"""Largest distance from the model without a warning, turns."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Write polynomials of the pulse phase (polyco.dat, or a predictor of tempo2) for folding."
    parser.epilog = TABLE
    parser.add_argument("par", metavar="PAR", help="par file with TZRMJD, TZRSITE and TZRFRQ")
    parser.add_argument("--site", required=True, help="observatory; @ is the barycentre")
    parser.add_argument(
        "--start", required=True, type=mjd_or_date, metavar="TIME", help="first time, an MJD or a date, UTC of the site"
    )
    parser.add_argument("--end", required=True, type=mjd_or_date, metavar="TIME", help="last time")
    parser.add_argument(
        "--nspan", type=positive_integer, metavar="MIN", help="length of a segment (60, or less if needed)"
    )
    parser.add_argument(
        "--ncoeff", type=positive_integer, metavar="N", help="coefficients of a segment (12, or what it needs)"
    )
    parser.add_argument("--freq", type=float, default=1400.0, metavar="MHZ", help="observing frequency (1400)")
    parser.add_argument("--freq-high", type=float, metavar="MHZ", help="of a predictor: the band is --freq to this")
    parser.add_argument("--max-ha", type=float, metavar="H", help="only segments this near to the meridian, h")
    parser.add_argument(
        "--format", choices=("tempo2", "tempo", "predictor"), default="tempo2", help="layout of the file (tempo2)"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="as polyco.dat")
    parser.add_argument("--ephem", metavar="NAME", help="ephemeris to use instead of that of the par file")
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit polynomials, write, and print how near to the model they are."""
    check_outputs(args, (args.output,))
    from jug.data import open_files

    model, files = load_par(args), open_files(args.data)
    if args.format == "predictor":
        from jug.folding.predictor_file import write_predictor
        from jug.folding.predictor_making import predictor

        if args.max_ha is not None:
            raise InputError("--max-ha is for polycos: a predictor has no gaps", hint="leave it out")
        band = args.freq if args.freq_high is None else (args.freq, args.freq_high)
        made_predictor = predictor(
            model,
            args.start,
            args.end,
            site=args.site,
            freq_mhz=band,
            nspan=args.nspan,
            ncoeff=args.ncoeff,
            files=files,
        )
        write_predictor(made_predictor, args.output)
        return _report(args, made_predictor)
    from jug.folding.making import polyco
    from jug.folding.polyco_file import write_polyco

    if args.freq_high is not None:
        raise InputError("--freq-high is for predictors: a polyco has one frequency", hint="give --format predictor")
    made = polyco(
        model,
        args.start,
        args.end,
        site=args.site,
        freq_mhz=args.freq,
        nspan=args.nspan,
        ncoeff=args.ncoeff,
        max_ha=args.max_ha,
        files=files,
    )
    write_polyco(made, args.output, args.format)
    return _report(args, made)


def _report(args: argparse.Namespace, made: "Polyco | Predictor") -> ExitCode:
    """Print the summary of the polynomials, and warn if they are far from the model."""
    print_report(args, made.summary(), made.to_json())
    if not made.worst < GOOD_ENOUGH:
        print_warning(
            f"warning: the polynomials are up to {made.worst:.2g} turns from the model; a shorter --nspan is nearer"
        )
    return ExitCode.DONE
