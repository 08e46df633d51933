"""``jug noise``: estimate the noise parameters of a model by maximum likelihood."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, names_of, not_negative, positive
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.reading import headed, with_reading
from jug.cli.common.streams import complain, say
from jug.cli.noise_check import add_check_options, check_requests, ended_check, judged_noise
from jug.cli.noise_choice import add_choice_options, choice_requests, made_choice
from jug.cli.noise_dictionaries import read_dictionary, write_dictionary
from jug.cli.noise_options import add_new_noise_options, added_noise
from jug.cli.noise_priors import priors_of_estimate
from jug.cli.noise_processes import add_process_options, process_outputs, process_requests
from jug.cli.prior_options import add_single_priors
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
    parser.add_argument("-o", "--output", metavar="OUT.PAR", help="write the model with the noise that was found")
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
        help="integrate over the free timing parameters (the default), or fit them along, as PINT",
    )
    told = "points from which the maximum is searched (10; 4 from 10,000 TOAs on)"
    parser.add_argument("--starts", type=positive, metavar="N", help=told)
    told = "of the random numbers: those of the starts, of --check and of the draws (0)"
    parser.add_argument("--seed", type=not_negative, default=0, metavar="N", help=told)
    profiles = parser.add_mutually_exclusive_group()
    told = "give every parameter the 68%% interval of the profile likelihood, not only those whose log L is no parabola"
    profiles.add_argument("--profiles", action="store_true", help=told)
    profiles.add_argument("--no-profiles", action="store_true", help="give standard errors and limits at edges alone")
    add_check_options(parser)
    add_process_options(parser)
    add_backend_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, estimate, write, and print the table."""
    check_outputs(args, (args.output, args.json, args.write_dict, args.courses))
    choice_requests(args)
    check_requests(args)
    process_requests(args)
    priors = priors_of_estimate(args)
    from jug.fitting.noise.addition import with_addition
    from jug.fitting.noise.chosen import chosen_noise

    free = [name for words in args.free or () for name in names_of(words, "noise", "--free efac,red")] or None
    add = added_noise(args)
    model, toas = load_inputs(args)
    if args.choose:
        return _chosen(args, model, toas)
    model, wanted = with_addition(model, toas, free, add)
    if args.dict:
        wanted = chosen_noise(model, free) if free else None
        model = read_dictionary(model, args.dict, wanted or ())
    if args.no_estimate or (args.dict and not free):
        return _taken(args, model, toas)
    return _estimated(args, model, toas, wanted, priors)


def _estimated(
    args: argparse.Namespace,
    model: "TimingModel",
    toas: "TOAs",
    free: str | Iterable[str] | None,
    priors: "dict[str, ParameterPrior]",
) -> ExitCode:
    """Estimate, judge, write, and print the tables."""
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
    picture = _told(args, found.model, toas, found.summary(), found.to_json())
    if not found.converged:
        complain("error: the noise fit has not converged: see its notes")
        return ExitCode.NOT_CONVERGED
    return picture


def _chosen(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> ExitCode:
    """Choose the noise terms, judge, write, and print the tables."""
    found = made_choice(args, model, toas)
    picture = _told(args, found.model, toas, found.summary(), found.to_json())
    if not found.converged:
        complain("error: the noise fit of the chosen model has not converged: see its notes and maxima")
        return ExitCode.NOT_CONVERGED
    return picture


def _taken(args: argparse.Namespace, model: "TimingModel", toas: "TOAs") -> ExitCode:
    """Write the model with the noise that it has."""
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
    return _told(args, model, toas, text, content)


def _told(args: argparse.Namespace, model: "TimingModel", toas: "TOAs", text: str, content: JsonObject) -> ExitCode:
    """Write the files, print the tables, judge the noise where this is asked for, and draw.

    Each output is written also where another one fails: a search may have taken hours.
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
        judged = judged_noise(args, model, toas)
    if judged is not None:
        text, content = f"{text}\n\n{judged.summary()}", {**content, "check": judged.to_json()}
    texts, more = process_outputs(args, model, toas, outputs)
    text, content = "\n\n".join([text, *texts]), {**content, **more}
    with outputs:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(with_reading(content, model)) + "\n")
    say(headed(text, model))
    outputs.tell()
    return ended_check(args, judged)
