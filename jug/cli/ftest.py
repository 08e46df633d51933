"""``jug ftest``: test terms that a model could have, and terms that it has."""

import argparse

from jug.cli.common.base_verdict import warn_of_base_fit
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, names_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.results import print_result
from jug.errors import InputError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Test terms: would they improve the model, and are those that it has needed?"
    parser.epilog = TABLE
    add_inputs(parser)
    parser.add_argument(
        "--add", metavar="TERMS", action="append", default=[], help="F2,PX,FD1-4,M2+SINI,'JUMP -fe L-wide'"
    )
    parser.add_argument(
        "--remove", metavar="NAMES", action="append", default=[], help="free parameters: PX,FD3,M2+SINI"
    )
    parser.add_argument(
        "--threshold", metavar="P", type=float, default=0.0027, help="probability of what is significant (0.0027)"
    )
    parser.add_argument("--linear", action="store_true", help="no fits of the terms that decide: the linear model only")
    add_backend_option(parser)
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the tests in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, test, write, and print the table."""
    check_outputs(args, (args.json,))
    from jug.analysis.term_tests.term_tests import ftest

    add = [term for words in args.add for term in names_of(words, "term", "--add F2,PX")]
    remove = [name for words in args.remove for name in names_of(words, "parameter", "--remove PX,FD3")]
    if not add and not remove:
        raise InputError("no term to test", hint="give --add F2,PX or --remove PX")
    if not 0.0 < args.threshold < 1.0:
        why = f"--threshold {args.threshold:.15g} is not a probability"
        raise InputError(why, hint="give a number between 0 and 1")
    model, toas = load_inputs(args)
    found = ftest(
        model,
        toas,
        add=add,
        remove=remove,
        threshold=args.threshold,
        confirm=not args.linear,
        backend=args.backend,
    )
    print_result(found, model, args.json)
    warn_of_base_fit(found.base)
    if all(test.problem for test in found.tests):
        return ExitCode.BAD_INPUT
    return ExitCode.DONE if found.base.converged else ExitCode.NOT_CONVERGED
