"""``jug show``: a summary of a model and its TOAs on one screen."""

import argparse

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs, load_par
from jug.cli.common.streams import print_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "A summary of a model on one screen, with TIM also of span, sites and residuals."
    parser.epilog = TABLE
    add_inputs(parser, tim_optional=True)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, and print."""
    from jug.analysis.overview import overview

    model, toas = load_inputs(args) if args.tim else (load_par(args), None)
    if args.json:
        from jug.analysis.overview_json import overview_json

        print_report(args, "", overview_json(model, toas))
    else:
        print_report(args, overview(model, toas), {})
    return ExitCode.DONE
