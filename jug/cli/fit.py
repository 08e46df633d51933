"""``jug fit``: fit a timing model to TOAs, write the results, print the report.

The steps of `run` in order, and where each is described:
1. read par and tim, correct clocks, carry TOAs to the barycentre: `jug.loading.load`
2. exact residuals, then damped least-squares steps until chi2 no longer falls: `jug.fitting.fit.fit`; with ``--search``
   the same from other starts: `jug.fitting.minima`
3. the par file: `jug.conversion.writing.write_par`
4. quantities that follow from the parameters of a binary: `jug.analysis.derived_quantities.derived`; JSON and pictures:
   `jug.cli.fit_outputs`
5. the report: `jug.cli.fit_outputs.report`; the exit code says whether the fit converged, and with ``--strict``
   whether the verdict on it is good: `jug.fitting.verdict`
"""

import argparse

from jug.cli.exit_codes import TABLE, ExitCode
from jug.cli.inputs import add_inputs, load_inputs
from jug.cli.options import add_backend_option, add_free_option, add_noise_options, free_of, positive
from jug.cli.outputs import check_outputs, check_pictures
from jug.cli.streams import complain, say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description, parser.epilog = "Fit a timing model.", TABLE
    add_inputs(parser)
    parser.add_argument("-o", "--output", metavar="POST.PAR", help="write the post-fit par file")
    add_free_option(parser)
    add_backend_option(parser)
    parser.add_argument("--max-iter", type=positive, default=30, metavar="N", help="steps to try at most (30)")
    told = "uncertainties times sqrt(reduced chi2), as tempo2; or not, as PINT (the default)"
    parser.add_argument("--scale-errors", action=argparse.BooleanOptionalAction, help=told)
    told = "hold the fewest parameters fixed that leave no flat direction"
    parser.add_argument("--freeze-degenerate", action="store_true", help=told)
    parser.add_argument("--strict", action="store_true", help="exit code 0 only where the verdict is good; else 1 or 3")
    parser.add_argument(
        "--robust",
        choices=("huber", "bisquare", "welsch", "none"),
        help="give TOAs that are far off less weight, by this loss (without it as a line ROBUST says)",
    )
    parser.add_argument("--search", action="store_true", help="look for other minima of chi2, and end in the lowest")
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the residuals before and after (png, pdf, svg)")
    parser.add_argument("--plot-noise", metavar="OUT.PNG", help="draw the realisation of each noise process")
    parser.add_argument("--json", metavar="OUT.JSON", help="write the result in numbers")
    parser.add_argument("--profile", action="store_true", help="say where the time went, stage by stage")
    add_noise_options(parser, "in the plot: ")


def run(args: argparse.Namespace) -> ExitCode:
    """Do what ``jug fit`` does, in order."""
    check_outputs(args, (args.output, args.plot, args.json, args.plot_noise))
    check_pictures((args.plot, args.plot_noise))
    from jug.cli.fit_outputs import derived_of_binary, draw, report, write_json
    from jug.core.stopwatch import Stopwatch, stage_table
    from jug.fitting.fit import fit

    stopwatch = Stopwatch()
    model, toas = load_inputs(args)
    stopwatch.lap("load")
    result = fit(
        model,
        toas,
        free=free_of(args.free),
        backend=args.backend,
        max_iter=args.max_iter,
        profile=args.profile,
        scale_errors=args.scale_errors,
        robust=args.robust,
        freeze_degenerate=args.freeze_degenerate,
        search=args.search,
    )
    if args.output:
        from jug.conversion.writing import write_par

        write_par(result.model, args.output)
    derived = derived_of_binary(result)
    if args.json:
        write_json(args.json, result, derived)
    draw(args, result, toas)
    say(report(result, derived))
    if args.profile:
        say("\n" + stage_table((stopwatch.stages[0], *result.profile)))
    if not result.converged:
        complain(f"error: {result.stop.value}")
        return ExitCode.NOT_CONVERGED
    if args.strict and not result.verdict.good:
        complain(f"error: the fit is not good: {result.verdict.name}")
        return ExitCode.DECISION
    return ExitCode.DONE
