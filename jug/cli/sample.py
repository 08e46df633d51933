"""``jug sample``: draws from the posterior of the noise, and of the timing parameters."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, names_of
from jug.cli.common.outputs import LateFailure, check_folder, check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text, print_to_stderr
from jug.cli.option_groups.noise_options import add_new_noise_options, noise_addition
from jug.cli.option_groups.prior_options import add_prior_options, priors_of_options
from jug.cli.option_groups.sample_options import add_run_options
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.chains.result import Chains
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Sample the posterior of noise and timing parameters, with NUTS, emcee or a nested sampler."
    parser.epilog = TABLE
    add_inputs(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT.FEATHER",
        help="write the draws, about every minute and at the end (parquet where it ends in .parquet, else feather)",
    )
    parser.add_argument(
        "--enterprise", metavar="OUT.FOLDER", help="write chain_1.txt, pars.txt and priors.txt, in enterprise's names"
    )
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the posterior of each parameter and of each pair")
    parser.add_argument(
        "--plot-spectra", metavar="OUT.PNG", help="draw the spectrum of each noise process with its 68%% and 95%%"
    )
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="OUT.JSON", help="write medians, widths, priors and verdict"
    )
    parser.add_argument(
        "--free",
        metavar="WORDS",
        action="append",
        help="sample this noise, and what is added: efac,equad,ecorr,dmefac,dmequad,red,dm,chrom,sw,qp,band,group,"
        "white, or names (EFAC1); without it the noise lines with a fit flag; all lines where none has one and none is "
        "added",
    )
    add_new_noise_options(parser)
    parser.add_argument(
        "--timing",
        choices=("marginal", "sampled"),
        default="marginal",
        help="integrate over the timing parameters with a fit flag (the default), or sample them too",
    )
    add_prior_options(parser)
    add_run_options(parser)
    add_backend_option(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Load, sample, write, and print the table."""
    check_outputs(args, (args.output, args.json))
    check_folder(args.enterprise)
    of_file, priors = priors_of_options(args)
    add = noise_addition(args)
    free = [name for words in args.free or () for name in names_of(words, "noise", "--free efac,red")] or None
    from jug.chains.sample import sample
    from jug.fitting.noise.addition import with_addition

    model, toas = load_inputs(args)
    model, wanted = with_addition(model, toas, free, add)
    found = sample(
        model,
        toas,
        free=wanted,
        timing=args.timing,
        prior_set=args.priors or of_file or "enterprise",
        priors=priors,
        sampler=args.sampler,
        chains=args.chains,
        draws=args.draws,
        warmup=args.warmup,
        seed=args.seed,
        accept=args.accept,
        estimate=not args.no_estimate,
        starts=args.starts,
        path=args.output,
        resume=args.resume,
        backend=args.backend,
    )
    return _write_and_report(args, model, toas, found)


def _write_and_report(args: argparse.Namespace, model: "TimingModel", toas: "TOAs", found: "Chains") -> ExitCode:
    """Write the files, print the table and draw; the exit code depends on the verdict."""
    outputs = LateFailure()
    with outputs:
        if args.enterprise:
            found.write_enterprise(args.enterprise)
    with outputs:
        if args.json:
            from jug.io.files import write_text

            write_text(args.json, json_text(json_with_reading(found.to_json(), model)) + "\n")
    print_text(text_with_reading(found.summary(), model))
    outputs.raise_first()
    code = draw_each(args, (args.output, args.json), *_pictures(args, model, toas, found))
    if not found.verdict.good:
        print_to_stderr(f"error: {found.verdict.sentence}")
        return ExitCode.NOT_CONVERGED
    return code


def _pictures(
    args: argparse.Namespace, model: "TimingModel", toas: "TOAs", found: "Chains"
) -> list[tuple[str, Callable[[], object]]]:
    """The path of each picture that the options ask for, and the function that draws it."""

    def corner() -> object:
        from jug.plots.corner import plot_corner

        return plot_corner(found, args.plot)

    def spectra() -> object:
        from jug.plots.spectra import plot_spectra

        return plot_spectra(found, model, toas, args.plot_spectra)

    asked = ((args.plot, corner), (args.plot_spectra, spectra))
    return [(path, picture) for path, picture in asked if path]
