"""``jug noise``: estimate the noise parameters of a model by maximum likelihood."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, names_of, non_negative_integer, positive_integer
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text, print_to_stderr
from jug.cli.option_groups.noise_check import add_check_options, finish_check, run_noise_check, validate_check_options
from jug.cli.option_groups.noise_choice import add_choice_options, run_choice, validate_choice_options
from jug.cli.option_groups.noise_dictionaries import read_dictionary, write_dictionary
from jug.cli.option_groups.noise_options import add_new_noise_options, noise_addition
from jug.cli.option_groups.noise_priors import priors_of_estimate
from jug.cli.option_groups.noise_processes import add_process_options, validate_process_options, write_processes
from jug.cli.option_groups.prior_options import add_single_priors
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs
    from jug.sampling.priors import ParameterPrior


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Estimate white and correlated noise by maximum likelihood, with errors and upper limits."
    parser.epilog = TABLE
    add_inputs(parser)
    parser.add_argument("-o", "--output", metavar="OUT.PAR", help="write the model with the estimated noise")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the result in numbers")
    parser.add_argument(
        "--dict",
        metavar="IN.JSON",
        help="set the noise lines to the values of this noise dictionary (enterprise's names), and estimate only what "
        "--free names",
    )
    parser.add_argument("--write-dict", metavar="OUT.JSON", help="write the noise as a noise dictionary")
    parser.add_argument(
        "--free",
        metavar="WORDS",
        action="append",
        help="estimate this noise, and what is added: efac,equad,ecorr,dmefac,dmequad,red,dm,chrom,sw,qp,band,group,"
        "white, or names (EFAC1); without it the noise lines with a fit flag; all lines where none has one and none is "
        "added",
    )
    add_new_noise_options(parser, "of --add and --choose")
    add_choice_options(parser)
    add_single_priors(parser, "[priors] EFAC = '...'; the maximum is then that of the posterior density")
    parser.add_argument(
        "--timing",
        choices=("marginal", "fitted"),
        default="marginal",
        help="integrate over the free timing parameters (the default), or fit them too, as PINT",
    )
    help_text = "points from which the maximum is searched (10; 4 from 10,000 TOAs on)"
    parser.add_argument("--starts", type=positive_integer, metavar="N", help=help_text)
    help_text = "seed of the random numbers of starts, --check and draws (0)"
    parser.add_argument("--seed", type=non_negative_integer, default=0, metavar="N", help=help_text)
    profiles = parser.add_mutually_exclusive_group()
    help_text = (
        "give every parameter the 68%% interval of the profile likelihood, not only those whose log L is not parabolic"
    )
    profiles.add_argument("--profiles", action="store_true", help=help_text)
    profiles.add_argument("--no-profiles", action="store_true", help="give standard errors and limits at edges alone")
    add_check_options(parser)
    add_process_options(parser)
    add_backend_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, estimate, write, and print the table."""
    check_outputs(args, (args.output, args.json, args.write_dict, args.courses))
    validate_choice_options(args)
    validate_check_options(args)
    validate_process_options(args)
    priors = priors_of_estimate(args)
    from jug.fitting.noise.addition import with_addition
    from jug.fitting.noise.chosen import chosen_noise

    free = [name for words in args.free or () for name in names_of(words, "noise", "--free efac,red")] or None
    add = noise_addition(args)
    model, toas = load_inputs(args)
    if args.choose:
        return _choose(args, model, toas)
    model, wanted = with_addition(model, toas, free, add)
    if args.dict:
        wanted = chosen_noise(model, free) if free else None
        model = read_dictionary(model, args.dict, wanted or ())
    if args.no_estimate or (args.dict and not free):
        return _use_present_noise(args, model, toas)
    return _estimate(args, model, toas, wanted, priors)


def _estimate(
    args: argparse.Namespace,
    model: "TimingModel",
    toas: "TOAs",
    free: str | Iterable[str] | None,
    priors: "dict[str, ParameterPrior]",
) -> ExitCode:
    """Estimate the noise, write, check it if asked to, and print the tables."""
    from jug.fitting.fit_noise import noise

    found = noise(
        model,
        toas,
        free=free,
        timing=args.timing,
        priors=priors,
        starts=args.starts,
        profiles=True if args.profiles else False if args.no_profiles else None,
        seed=args.seed,
        backend=args.backend,
    )
    picture = _write_and_print(args, found.model, toas, found.summary(), found.to_json())
    if not found.converged:
        print_to_stderr("error: the noise fit has not converged: see its notes")
        return ExitCode.NOT_CONVERGED
    return picture


def _choose(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> ExitCode:
    """Choose the noise terms, write, check them if asked to, and print the tables."""
    found = run_choice(args, model, toas)
    picture = _write_and_print(args, found.model, toas, found.summary(), found.to_json())
    if not found.converged:
        print_to_stderr("error: the noise fit of the chosen model has not converged: see its notes and maxima")
        return ExitCode.NOT_CONVERGED
    return picture


def _use_present_noise(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> ExitCode:
    """Write the model with the noise of the par file or the dictionary, without an estimate."""
    from jug.model.evaluation.residuals import residuals

    noise = [e for e in model.entries.values() if e.param.sampled]
    value = residuals(model, toas).log_likelihood
    content: JsonObject = {
        "psr": model.psr,
        "parameters": {e.name: {"value": float(e.value.hi), "unit": e.unit, "line": e.label} for e in noise},
        "log_likelihood": value,
    }
    lines = [f"{e.label} {float(e.value.hi):.6g} {e.unit}".rstrip() for e in noise]
    text = "\n".join([*lines, f"log L {value:.4f}, with the timing parameters of the par file"])
    return _write_and_print(args, model, toas, text, content)


def _write_and_print(
    args: argparse.Namespace, model: "TimingModel", toas: "TOAs", text: str, content: JsonObject
) -> ExitCode:
    """Write the files, check the noise if asked to, print the tables, and draw.

    An error in one output does not stop the others, because the estimate may have taken hours.
    """
    outputs, judged = LateFailure(), None
    with outputs:
        if args.output:
            from jug.conversion.writing import write_par

            write_par(model, args.output)
    with outputs:
        if args.write_dict:
            write_dictionary(model, args.write_dict)
    with outputs:
        judged = run_noise_check(args, model, toas)
    if judged is not None:
        text, content = f"{text}\n\n{judged.summary()}", {**content, "check": judged.to_json()}
    texts, more = write_processes(args, model, toas, outputs)
    text, content = "\n\n".join([text, *texts]), {**content, **more}
    with outputs:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(json_with_reading(content, model)) + "\n")
    print_text(text_with_reading(text, model))
    outputs.raise_first()
    return finish_check(args, judged)
