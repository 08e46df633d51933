"""``jug compare``: what differs between two par files."""

import argparse

from jug.cli.common.all_problems import all_problems
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.options import add_ephem_option, add_reading_options, conventions_of
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_report

DESCRIPTION = """What differs between the models of two par files: values in units of their uncertainties, settings and
options, parameters that one of them has, and with --tim the residuals in ns."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = DESCRIPTION
    parser.epilog = TABLE
    parser.add_argument("par", metavar="A.PAR", help="par file of the first model")
    parser.add_argument("other", metavar="B.PAR", help="par file of the second model")
    parser.add_argument("--tim", metavar="TIM", help="TOAs on which the residuals are compared")
    parser.add_argument("--full", action="store_true", help="every member of DMX and other families")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_ephem_option(parser)
    add_reading_options(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load both, compare, and print."""
    from jug.analysis.comparison.comparison import compare
    from jug.data import open_files
    from jug.loading import load_model, prepare
    from jug.model.building.tim_jumps import read_tim_for, with_tim_jumps

    words = conventions_of(args.convention)
    pars, files = (args.par, args.other), open_files(args.data)
    with all_problems(args, args.tim, *pars, data=bool(args.tim)):
        first, second = (
            load_model(par, ephem=args.ephem, ignore=args.ignore, dialect=args.dialect, conventions=words)
            for par in pars
        )
        toas = None
        if args.tim:
            raw = read_tim_for(first, args.tim)
            first, second = with_tim_jumps(first, raw), with_tim_jumps(second, raw)
            toas = prepare(first, raw, files=files)
        found = compare(first, second, toas=toas, files=files)
    print_report(
        args, text_with_reading(found.summary(full=args.full), first), json_with_reading(found.to_json(), first)
    )
    return ExitCode.DONE
