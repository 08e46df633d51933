"""``jug predict``: how uncertain the residuals of a fitted model are at other times."""

import argparse

from jug.cli.common.all_problems import all_problems
from jug.cli.common.base_verdict import warn_of_base_fit
from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs, load_par
from jug.cli.common.options import (
    add_backend_option,
    add_free_option,
    flags_of,
    free_of,
    non_negative_integer,
    times_of,
)
from jug.cli.common.outputs import check_outputs
from jug.cli.common.results import print_result
from jug.cli.common.streams import print_to_stderr
from jug.errors import InputError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Predict how uncertain the residuals of a fitted model are at other times."
    parser.epilog = TABLE
    add_inputs(parser, tim_optional=True)
    parser.add_argument(
        "--at",
        required=True,
        metavar="TIME,...",
        help="times, MJDs or dates: 60000,2023-02-25 or 60000 60100 after the files, or FROM:TO:N",
    )
    parser.add_argument("--site", default="@", help="observatory (the barycentre)")
    parser.add_argument("--freq", type=float, default=0.0, metavar="MHZ", help="observing frequency (infinite)")
    help_text = "flags of the TOAs to come, so that JUMPs act: '-fe L-wide' (none)"
    parser.add_argument("--flags", metavar="'KEY VALUE'", help=help_text)
    parser.add_argument("--draws", type=non_negative_integer, default=0, metavar="N", help="random models, exact (0)")
    parser.add_argument("--seed", type=non_negative_integer, metavar="N", help="of the random models")
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--strict", action="store_true", help="exit code 0 only where the verdict on the fit is good")
    parser.add_argument("--json", nargs="?", const="-", metavar="OUT.JSON", help="write the prediction in numbers")
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the uncertainty against time (png, pdf, svg)")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, fit where there are TOAs, predict, write, draw, and print the table."""
    check_outputs(args, (args.json,))
    if str(args.json).lower().endswith((".par", ".tim")):  # TIM can be left out, so argparse takes it for the file
        raise InputError(f"--json would write into {args.json}", hint="give --json last, or --json OUT.JSON")
    if args.strict and args.tim is None:
        raise InputError("--strict is about a fit, which needs a tim file", hint="give PAR TIM")
    mjd, flags = times_of(args.at), flags_of(args.flags)
    from jug.analysis.prediction.prediction import predict
    from jug.data import open_files

    converged = True
    if args.tim is None:
        with all_problems(args, None, args.par):
            model, toas = load_par(args), None
    else:
        from jug.fitting.fit import fit

        model, toas = load_inputs(args)
        result = fit(model, toas, free=free_of(args.free), backend=args.backend)
        model, converged = result.model, result.converged
    with all_problems(args, args.tim, args.par):
        found = predict(
            model if args.tim is None else result,
            toas,
            mjd=mjd,
            site=args.site,
            freq_mhz=args.freq,
            flags=flags,
            n_draws=args.draws,
            seed=args.seed,
            files=open_files(args.data),
        )
    print_result(found, model, args.json)
    picture = ExitCode.DONE
    if args.plot:
        from jug.plots.prediction import plot_prediction

        title = f"PSR {model.psr}, prediction"
        picture = draw_each(args, (args.json,), (args.plot, lambda: plot_prediction(found, args.plot, title=title)))
    if found.base is not None:
        warn_of_base_fit(found.base)
    if not converged:
        print_to_stderr(f"error: {result.stop.value}")
        return ExitCode.NOT_CONVERGED
    if args.strict and picture is ExitCode.DONE and found.base is not None and not found.base.verdict.good:
        return ExitCode.DECISION
    return picture
