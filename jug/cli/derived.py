"""``jug derived``: masses, period derivatives and other quantities that follow from a par file, with uncertainties."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of, mjd_or_date
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.analysis.orbit_times import Timed

DESCRIPTION = """Quantities that follow from a model's parameters: mass function, companion mass (least, median), total
mass from OMDOT, distance, what the transverse motion and the Galaxy add to PBDOT. Uncertainties are propagated from
those of the par file, taken as independent, or with TIM from the full covariance at the par file's values."""

NOTHING_FOLLOWS = "nothing follows from these parameters (no binary, no parallax)"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.add_argument("par", metavar="PAR", help="par file: the timing model")
    parser.add_argument("tim", metavar="TIM", nargs="?", help="tim file: the TOAs, for covariance and orbital phases")
    parser.add_argument(
        "--periastra",
        nargs=2,
        type=mjd_or_date,
        metavar=("START", "STOP"),
        help="passages of periastron between two MJDs or dates",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, with the orbital phase of each TOA")
    add_ephem_option(parser)
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, derive, and list."""
    from jug.analysis.derived.derived_quantities import derived
    from jug.analysis.derived.derived_report import derived_report
    from jug.analysis.orbit_times import orbital_phase, periastron_times
    from jug.conversion.toa_covariance import with_toa_covariance
    from jug.data import open_files
    from jug.loading import load, load_model

    toas, words = None, conventions_of(args.convention)
    if args.tim:
        files = open_files(args.data)
        model, toas = load(
            args.par,
            args.tim,
            files=files,
            ephem=args.ephem,
            ignore=args.ignore,
            dialect=args.dialect,
            conventions=words,
        )
        source = with_toa_covariance(model, toas)
    else:
        source = model = load_model(
            args.par, ephem=args.ephem, ignore=args.ignore, dialect=args.dialect, conventions=words
        )
    found = derived(source)
    passages = periastron_times(source, *args.periastra) if args.periastra else None
    if args.json:
        content: JsonObject = {"psr": model.psr, "derived": {name: q._asdict() for name, q in found.items()}}
        content["not_derived"] = list(found.absent.values())
        if passages is not None:
            content["periastra"] = {"mjd": passages.value.tolist(), "error_d": passages.error.tolist()}
        if toas is not None and "BINARY" in model.entries:
            phase = orbital_phase(source, toas)
            content["orbital_phase"] = {"turns": phase.value.tolist(), "error": phase.error.tolist()}
        print_text(json_text(json_with_reading(content, model)))
    else:
        print_text(text_with_reading(derived_report(found) or NOTHING_FOLLOWS, model))
        if passages is not None:
            print_text(_passage_table(passages))
    return ExitCode.DONE


def _passage_table(passages: "Timed") -> str:
    rows = [f"{mjd:.9f}  {error:.2g}" for mjd, error in zip(*passages, strict=True)]
    return "\n".join(["\n# periastron MJD (TDB)  uncertainty d", *rows])
