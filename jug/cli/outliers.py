"""``jug outliers``: find TOAs, files and epochs that do not agree with the fit of the others."""

import argparse

from jug.cli.common.base_verdict import warn_of_base_fit
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, add_free_option, free_of, non_negative_integer
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.results import print_result
from jug.cli.common.streams import print_to_stderr


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Find TOAs, files and epochs that do not agree with the fit of the others."
    parser.epilog = f"{TABLE}; 1: more TOAs are bad than can be outliers, and OUT.TIM is not written"
    add_inputs(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUT.TIM", help="write the TOAs, the outliers as comments with -cut outlier"
    )
    parser.add_argument("--threshold", type=float, default=0.8, metavar="P", help="probability of an outlier (0.8)")
    parser.add_argument(
        "--confirm",
        type=non_negative_integer,
        default=10,
        metavar="N",
        help="fits without the least likely files and epochs (10)",
    )
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the outliers in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit, find, write, and print the tables."""
    check_outputs(args, (args.output, args.json))
    from jug.analysis.outliers.outliers import outliers

    model, toas = load_inputs(args)
    free = free_of(args.free)
    model = model if free is None else model.with_free(free)
    found = outliers(model, toas, threshold=args.threshold, confirm=args.confirm, backend=args.backend)
    with LateFailure() as outputs:
        if args.output and not found.too_many:
            from jug.conversion.writing import write_tim

            write_tim(found.cut(toas), args.output)
    print_result(found, model, args.json)
    outputs.raise_first()
    warn_of_base_fit(found.base)
    if not found.base.converged:
        print_to_stderr(f"error: {found.base.stop.value}")
        return ExitCode.NOT_CONVERGED
    if found.too_many and args.output:
        print_to_stderr(f"error: {args.output} is not written, because too many TOAs look bad")
        return ExitCode.DECISION
    return ExitCode.DONE
