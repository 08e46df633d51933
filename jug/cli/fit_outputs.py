"""The files and the report of ``jug fit``; modules are imported only for the outputs that are asked for."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.options import subtract_of
from jug.core.strict_json import json_text

if TYPE_CHECKING:
    from jug.analysis.derived_quantities import DerivedQuantities
    from jug.fitting.result import FitResult
    from jug.obs.toas import TOAs


def derived_of_binary(result: "FitResult") -> "DerivedQuantities | None":
    """Quantities that follow from the fitted parameters; None for a single pulsar."""
    if "BINARY" not in result.model.entries:
        return None
    from jug.analysis.derived_quantities import derived

    return derived(result)


def write_json(path: str, result: "FitResult", derived: "DerivedQuantities | None") -> None:
    """Write the result of a fit, with the derived quantities, as JSON.

    Parameters
    ----------
    path : str
        The file to write.
    result : FitResult
    derived : DerivedQuantities or None
    """
    from jug.fitting.result_json import to_json
    from jug.io.files import write_text

    quantities = {name: quantity._asdict() for name, quantity in (derived or {}).items()}
    absent = list(derived.absent.values()) if derived is not None else []
    write_text(path, json_text({**to_json(result), "derived": quantities, "not_derived": absent}) + "\n")


def draw(args: argparse.Namespace, result: "FitResult", toas: "TOAs") -> None:
    """Draw the pictures that the options ask for.

    Parameters
    ----------
    args : argparse.Namespace
        The options of ``jug fit``.
    result : FitResult
    toas : TOAs
        The TOAs that were fitted.
    """
    if args.plot:
        from jug.plots.residuals import plot_residuals

        subtract = subtract_of(args.subtract)
        plot_residuals(result, toas, args.plot, subtract=subtract, whiten=args.whiten, average=args.average)
    if args.plot_noise:
        from jug.plots.noise import plot_noise

        plot_noise(result, toas, args.plot_noise)


def report(result: "FitResult", derived: "DerivedQuantities | None") -> str:
    """Format the result of a fit, and the derived quantities below it, as text.

    Parameters
    ----------
    result : FitResult
    derived : DerivedQuantities or None

    Returns
    -------
    str
    """
    if derived is None:
        return result.summary()
    from jug.analysis.derived_quantities import derived_report

    return f"{result.summary()}\n\n{derived_report(derived)}".rstrip()
