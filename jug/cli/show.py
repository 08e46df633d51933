"""``jug show``: what a model is and which TOAs it is for, in a screen."""

import argparse

from jug.cli.exit_codes import TABLE, ExitCode
from jug.cli.inputs import add_inputs, load_inputs, load_par
from jug.cli.streams import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "What the model of a par file is, and with TIM the span, sites and residuals, in a screen."
    parser.epilog = TABLE
    add_inputs(parser, tim_optional=True)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, and print."""
    from jug.analysis.overview import overview

    say(overview(*load_inputs(args)) if args.tim else overview(load_par(args)))
    return ExitCode.DONE
