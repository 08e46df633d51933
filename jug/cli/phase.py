"""``jug phase``: pulse phase, spin frequency and Doppler shift at times."""

import argparse

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import load_par
from jug.cli.common.options import add_reading_options, names_of, times_of
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.streams import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Pulse phase, spin frequency and Doppler shift at times, by a par file or by a polyco."
    parser.epilog = TABLE
    parser.add_argument("par", metavar="PAR", help="par file with TZRMJD, polyco.dat, or a predictor of tempo2")
    parser.add_argument("--at", required=True, metavar="MJD,...", help="times, UTC of the site: 60000,60100 or A:B:N")
    parser.add_argument("--site", default="@", help="observatory (the barycentre); a polyco has its own")
    parser.add_argument("--freq", type=float, default=0.0, metavar="MHZ", help="observing frequency (infinite)")
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
    words = times_of(args.at) if ":" in args.at else names_of(args.at, "time", "--at 60000,60100")
    times = read_times(words)
    if is_predictor(args.par):
        found: Phases = read_predictor(args.par).phase(times, args.freq)
    elif is_polyco(args.par):
        found = read_polyco(args.par).phase(times)
    else:
        model = load_par(args)
        found = phase(model, times, site=args.site, freq_mhz=args.freq, files=open_files(args.data))
    with LateFailure() as output:
        if args.json:
            from jug.io.files import write_text
            from jug.text.strict_json import json_text

            write_text(args.json, json_text(found.to_json()) + "\n")
    say(found.summary(), asked=args.json is None)
    output.tell()
    return ExitCode.DONE
