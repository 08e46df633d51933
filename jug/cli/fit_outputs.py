"""The files and the report of ``jug fit``; modules are imported only for the outputs that are asked for."""

import argparse
from typing import TYPE_CHECKING

from jug.cli.options import subtract_of
from jug.core.strict_json import json_text

if TYPE_CHECKING:
    from jug.analysis.derived_quantities import Derived
    from jug.fitting.result import FitResult
    from jug.obs.toas import TOAs


def derived_of_binary(result: "FitResult") -> dict[str, "Derived"]:
    """Quantities that follow from the fitted parameters; none for a single pulsar."""
    if "BINARY" not in result.model.entries:
        return {}
    from jug.analysis.derived_quantities import derived

    return derived(result)


def write_json(path: str, result: "FitResult", derived: dict[str, "Derived"]) -> None:
    """Write the result of a fit, with the derived quantities, as JSON.

    Parameters
    ----------
    path : str
        The file to write.
    result : FitResult
    derived : dict of str to Derived
        The derived quantities by name.
    """
    from jug.fitting.result_json import to_json
    from jug.io.files import write_text

    quantities = {name: quantity._asdict() for name, quantity in derived.items()}
    write_text(path, json_text({**to_json(result), "derived": quantities}) + "\n")


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


def report(result: "FitResult", derived: dict[str, "Derived"]) -> str:
    """Format the result of a fit, and the derived quantities below it, as text.

    Parameters
    ----------
    result : FitResult
    derived : dict of str to Derived
        The derived quantities by name; empty for none.

    Returns
    -------
    str
    """
    if not derived:
        return result.summary()
    from jug.analysis.derived_quantities import derived_table

    return f"{result.summary()}\n\n{derived_table(derived)}"
