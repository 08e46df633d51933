"""``jug publish``: a table of a solution for a paper."""

import argparse

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_free_option, free_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.results import write_or_print
from jug.cli.common.streams import print_to_stderr

DESCRIPTION = """Fit, and print the solution as a table for a paper: measured values with the digits that their
uncertainties leave, as 1.2345(6), set and derived quantities, assumptions and references."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = DESCRIPTION, TABLE
    add_inputs(parser)
    parser.add_argument("--format", choices=("latex", "markdown"), default="latex", help="of the table (latex)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")
    add_free_option(parser)
    help_text = "uncertainties times sqrt(reduced chi2), as tempo2; or not, as PINT (the default)"
    parser.add_argument("--scale-errors", action=argparse.BooleanOptionalAction, help=help_text)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit, and print the table."""
    check_outputs(args, (args.output,))
    from jug.analysis.publication.solution import publish
    from jug.fitting.fit import fit

    model, toas = load_inputs(args)
    result = fit(model, toas, free=free_of(args.free), scale_errors=args.scale_errors)
    text = publish(result, "json" if args.json else args.format)
    write_or_print(text, args.output)
    if not result.converged:
        print_to_stderr(f"error: {result.stop.value}")
        return ExitCode.NOT_CONVERGED
    return ExitCode.DONE
