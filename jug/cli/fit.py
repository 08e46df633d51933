"""``jug fit``: fit a timing model to TOAs, write the results, print the report.

The steps of `run` in order, and where each is described:
1. read par and tim, correct clocks, carry TOAs to the barycentre: `jug.loading.load`
2. exact residuals, then damped least-squares steps until chi2 no longer falls: `jug.fitting.fit.fit`; with ``--search``
   the same from other starts: `jug.fitting.minima`
3. quantities that follow from the parameters: `jug.analysis.derived.derived_quantities.derived`
4. par file, JSON and page: `jug.cli.option_groups.fit_outputs`; a full disk does not suppress the report:
   `jug.cli.common.outputs`
5. the report: `jug.cli.option_groups.fit_outputs.fit_report`; pictures come last (`jug.cli.common.drawing`), so that an
   error loses no output
6. the exit code says whether the fit converged, and with ``--strict`` whether the verdict on it is good:
   `jug.fitting.verdict`
"""

import argparse
import sys
from collections.abc import Callable

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.inputs import load_inputs
from jug.cli.common.options import free_of
from jug.cli.common.outputs import check_outputs
from jug.cli.common.streams import print_text, print_to_stderr
from jug.cli.option_groups.fit_options import add_options as add_options


def run(args: argparse.Namespace) -> ExitCode:
    """Do what ``jug fit`` does, in order."""
    check_outputs(args, (args.output, args.json, args.report))
    if args.report:
        from jug.io.page_names import check_page_name

        check_page_name(args.report)
    from jug.analysis.derived.derived_quantities import derived
    from jug.cli.option_groups.fit_outputs import draw_pictures, fit_report, write_outputs
    from jug.core.execution.stopwatch import Stopwatch, stage_table
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
    found = derived(result)
    outputs = write_outputs(args, result, found)
    print_text(fit_report(result, found, full=args.full), _colour_function())
    if args.profile:
        print_text("\n" + stage_table((stopwatch.stages[0], *result.profile)))
    outputs.raise_first()
    picture = draw_pictures(args, result, toas)
    if not result.converged:
        print_to_stderr(f"error: {result.stop.value}")
        return ExitCode.NOT_CONVERGED
    if args.strict and not result.verdict.good:
        print_to_stderr(f"error: the fit is not good: {result.verdict.name}")
        return ExitCode.DECISION
    return picture


def _colour_function() -> Callable[[str], str]:
    """The function that colours the report; `str`, which changes nothing, if standard output is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return str
    from jug.cli.common.colour import coloured_report

    return coloured_report
