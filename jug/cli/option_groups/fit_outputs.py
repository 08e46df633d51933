"""The files and the report of ``jug fit``. A module is imported only if its output is asked for."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from jug.cli.common.exit_codes import ExitCode
from jug.cli.common.options import subtract_of
from jug.cli.common.outputs import LateFailure
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.analysis.derived.derived_quantities import DerivedQuantities
    from jug.fitting.result.fit_result import FitResult
    from jug.obs.toas import TOAs


def write_outputs(args: argparse.Namespace, result: "FitResult", derived: "DerivedQuantities") -> LateFailure:
    """Write the par file, the JSON and the page that the options ask for. An error in one does not stop the others.

    Parameters
    ----------
    args : argparse.Namespace
        The options of ``jug fit``.
    result : FitResult
    derived : DerivedQuantities

    Returns
    -------
    LateFailure
        It has the first error, if there was one.
    """
    outputs = LateFailure()
    with outputs:
        if args.output:
            from jug.conversion.par_file_text.zero_of_phase import with_zero_of_phase
            from jug.conversion.writing import write_par

            end = result.fit_end
            write_par(with_zero_of_phase(result.model, end.toas) if end else result.model, args.output)
    with outputs:
        if args.json:
            write_json(args.json, result, derived)
    with outputs:
        if args.report:
            from jug.io.files import write_text
            from jug.page.fit_page import fit_page

            write_text(args.report, fit_page(result, None, derived, ("jug", *args.words)))
    return outputs


def write_json(path: str, result: "FitResult", derived: "DerivedQuantities") -> None:
    """Write the result of a fit, with the derived quantities, as JSON.

    Parameters
    ----------
    path : str
        The file to write.
    result : FitResult
    derived : DerivedQuantities
    """
    from jug.analysis.derived.fit_json import fit_json
    from jug.io.files import write_text

    write_text(path, json_text(fit_json(result, derived)) + "\n")


def draw_pictures(args: argparse.Namespace, result: "FitResult", toas: "TOAs") -> ExitCode:
    """Draw the pictures that the options ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The options of ``jug fit``.
    result : FitResult
    toas : TOAs
        The TOAs that were fitted.

    Returns
    -------
    ExitCode
        The code that `jug.cli.common.drawing.draw_each` returns.
    """
    pictures: list[tuple[str, Callable[[], object]]] = []
    if args.plot:
        from jug.plots.residuals import plot_residuals

        subtract, whiten, average = subtract_of(args.subtract), args.whiten, args.average
        pictures.append(
            (
                args.plot,
                lambda: plot_residuals(result, toas, args.plot, subtract=subtract, whiten=whiten, average=average),
            )
        )
    if args.plot_noise:
        from jug.plots.noise import plot_noise

        pictures.append((args.plot_noise, lambda: plot_noise(result, toas, args.plot_noise)))
    if not pictures:
        return ExitCode.DONE
    from jug.cli.common.drawing import draw_each

    return draw_each(args, (args.output, args.json, args.report), *pictures)


def fit_report(result: "FitResult", derived: "DerivedQuantities", *, full: bool = False) -> str:
    """Format the report of a fit as text: its summary, and the derived quantities below it.

    Parameters
    ----------
    result : FitResult
    derived : DerivedQuantities
    full : bool
        Whether every parameter has a line.

    Returns
    -------
    str
    """
    from jug.analysis.derived.derived_report import derived_report

    return f"{result.summary(full=full)}\n\n{derived_report(derived)}".rstrip()
