"""``jug simulate``: TOAs that a model predicts, with its noise."""

import argparse

from jug.cli.common.all_problems import all_problems
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.options import (
    add_ephem_option,
    add_reading_options,
    conventions_of,
    mjd_or_date,
    names_of,
    non_negative_integer,
)
from jug.cli.common.outputs import check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_report
from jug.errors import InputError
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count

DESCRIPTION = """Write the TOAs that a model predicts, with white noise and every noise process of the model: at a
cadence from sites in bands, or at the times, frequencies and uncertainties of a tim file. The same seed gives the same
file to the last bit."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("-o", "--output", metavar="OUT.TIM", required=True, help="the tim file to write")
    parser.add_argument("--seed", type=non_negative_integer, default=0, metavar="N", help="seed of the noise (0)")
    parser.add_argument("--tim", metavar="TIM", help="simulate these TOAs anew")
    parser.add_argument(
        "--start", type=mjd_or_date, metavar="TIME", help="first epoch, an MJD or a date (a year before PEPOCH)"
    )
    parser.add_argument("--stop", type=mjd_or_date, metavar="TIME", help="last epoch (a year after PEPOCH)")
    parser.add_argument("--cadence", type=float, metavar="DAYS", help="days between epochs (14)")
    parser.add_argument("--sites", metavar="NAME,...", help="observatories (gbt)")
    help_text = "MHz of each band (1400), or MHz:ERROR_US, or MHz:ERROR_US:WORD with the word of its flag -f"
    parser.add_argument("--bands", metavar="MHZ,...", help=help_text)
    parser.add_argument("--error", type=float, metavar="US", help="uncertainty of a TOA in us (1)")
    parser.add_argument("--dm-error", type=float, metavar="DM", help="wideband: uncertainty of the DMs, pc cm^-3")
    parser.add_argument("--no-noise", action="store_true", help="residuals of zero, to the rounding of 0.05 ns")
    parser.add_argument("--json", action="store_true", help="print what was made as JSON")
    add_ephem_option(parser)
    add_reading_options(parser)


OF_A_CAMPAIGN = ("start", "stop", "cadence", "sites", "bands", "error")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, simulate, write, and print what was made."""
    check_outputs(args, (args.output,))
    if args.tim and any(getattr(args, name) is not None for name in OF_A_CAMPAIGN):
        raise InputError(
            "--tim gives times, sites, bands and errors", hint=f"leave out --{', --'.join(OF_A_CAMPAIGN)}, or --tim"
        )
    from jug.analysis.simulation.campaign import campaign
    from jug.conversion.writing import write_tim
    from jug.data import open_files
    from jug.loading import load_model
    from jug.model.building.tim_jumps import read_tim_for

    words = conventions_of(args.convention)
    with all_problems(args, args.tim, args.par):
        model = load_model(args.par, ephem=args.ephem, ignore=args.ignore, dialect=args.dialect, conventions=words)
        toas = campaign(
            model,
            read_tim_for(model, args.tim) if args.tim else None,
            start=args.start,
            stop=args.stop,
            cadence_d=14.0 if args.cadence is None else args.cadence,
            sites=names_of(args.sites or "gbt", "site", "--sites gbt,parkes"),
            bands_mhz=[_band(word) for word in names_of(args.bands or "1400", "band", "--bands 1400,800")],
            error_us=1.0 if args.error is None else args.error,
            dm_error=args.dm_error,
            noise=not args.no_noise,
            seed=args.seed,
            files=open_files(args.data),
        )
    write_tim(toas, args.output)
    first, last = float(toas.mjd.min()), float(toas.mjd.max())
    text = f"{toa_count(len(toas))} from MJD {first:.1f} to {last:.1f} with seed {args.seed}: {args.output}"
    content: JsonObject = {"psr": model.psr, "n_toa": len(toas), "start": first, "stop": last, "seed": args.seed}
    print_report(args, text_with_reading(text, model), json_with_reading(content, model))
    return ExitCode.DONE


def _band(word: str) -> tuple[float, float | None, str]:
    """Read a band: frequency in MHz, uncertainty in us or None, flag."""
    mhz, _, rest = word.partition(":")
    error, _, flag = rest.partition(":")
    try:
        return float(mhz), float(error) if error else None, flag
    except ValueError:
        raise InputError(f"{word!r} is not a band", hint="write MHZ, MHZ:ERROR_US or MHZ:ERROR_US:WORD") from None
