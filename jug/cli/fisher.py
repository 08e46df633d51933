"""``jug fisher``: how well TOAs determine timing and noise parameters, and how fitted values depend on the TOAs."""

import argparse

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, add_free_option, free_of, names_of
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text, print_to_stderr
from jug.text.strict_json import json_text


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = (
        "Expected uncertainties of timing and noise parameters at the values of a par file (the Fisher matrix), "
        "whatever the residuals are: TOAs of jug simulate serve to plan observations."
    )
    parser.epilog = TABLE
    add_inputs(parser)
    add_free_option(parser)
    parser.add_argument(
        "--noise",
        metavar="WORDS",
        action="append",
        help="noise parameters: efac,equad,ecorr,red,..., names (EFAC1), or none; else those with a fit flag, or all",
    )
    parser.add_argument(
        "--gradient",
        action="store_true",
        help="fit, and give the derivatives of the fitted values by noise parameters and by each arrival time",
    )
    add_backend_option(parser)
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the matrix in numbers")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, compute, write, and print the table."""
    check_outputs(args, (args.json,))
    words = [name for text in args.noise or () for name in names_of(text, "noise", "--noise efac,red")]
    noise = None if args.noise is None else [] if words == ["none"] else words
    from jug.analysis.information.fisher import fisher

    model, toas = load_inputs(args)
    free = free_of(args.free)
    model, converged = model if free is None else model.with_free(free), True
    if args.gradient:
        from jug.fitting.fit import fit

        result = fit(model, toas, backend=args.backend, noise=False)
        model, converged = result.model, result.converged
    found = fisher(model, toas, noise=noise)
    text, content = found.summary(), found.to_json()
    if args.gradient:
        from jug.analysis.information.fit_gradient import fit_gradient

        slopes = fit_gradient(model, toas, noise=noise)
        text, content["gradient"] = f"{text}\n\n{slopes.summary()}", slopes.to_json()
    with LateFailure() as output:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(json_with_reading(content, model)) + "\n")
    print_text(text_with_reading(text, model))
    output.raise_first()
    if not converged:
        print_to_stderr("error: the fit has not converged: the derivatives are not those of a minimum")
        return ExitCode.NOT_CONVERGED
    return ExitCode.DONE
