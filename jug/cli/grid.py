"""``jug grid``: map chi2 over a grid of parameters."""

import argparse
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from jug.cli.common.drawing import draw_each
from jug.cli.common.exit_codes import TABLE, ExitCode
from jug.cli.common.inputs import add_inputs, load_inputs
from jug.cli.common.options import add_backend_option, add_free_option, free_of
from jug.cli.common.outputs import LateFailure, check_outputs
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_report
from jug.errors import InputError
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.core.array import Float, N

MOST_POINTS = 1_000_000  # largest number of points of a grid on the command line


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its options."""
    parser.description = "Map chi2 over a grid of parameters, fitting the others at every point."
    parser.epilog = TABLE
    add_inputs(parser)
    parser.add_argument(
        "axes", nargs="+", metavar="NAME=FROM:TO:N", help="a parameter and N values, par units: M2=0.2:0.3:20"
    )
    add_free_option(parser)
    parser.add_argument("--linear", action="store_true", help="the map of the linear model only")
    add_backend_option(parser)
    parser.add_argument("-o", "--output", metavar="OUT.NPZ", help="write the maps and the refitted parameters")
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the map with contours (png, pdf, svg)")


def run(args: argparse.Namespace) -> ExitCode:
    """Load, map, write, draw, and print the least chi2."""
    check_outputs(args, (args.output,))
    from jug.analysis.grids.grid import grid

    axes, free = axes_of(args.axes), free_of(args.free)
    model, toas = load_inputs(args)
    found = grid(model, toas, axes, free=free, exact=not args.linear, backend=args.backend)
    with LateFailure() as output:
        if args.output:
            found.save(args.output)
    axes_json = {name: axis.tolist() for name, axis in found.axes.items()}
    offsets = {name: axis.tolist() for name, axis in found.offsets.items()}
    content: JsonObject = {"psr": model.psr, "axes": axes_json, "offsets": offsets}
    content |= {"best": found.best, "chi2": found.map.tolist()}
    print_report(args, text_with_reading(found.summary(), model), json_with_reading(content, model))
    output.raise_first()
    if args.plot:
        from jug.plots.grid import plot_grid

        return draw_each(args, (args.output,), (args.plot, lambda: plot_grid(found, args.plot)))
    return ExitCode.DONE


def axes_of(words: Sequence[str]) -> "dict[str, Float[N] | list[Decimal]]":
    """Read the axes of a grid.

    Parameters
    ----------
    words : sequence of str
        Each ``NAME=FROM:TO:N``: N values from FROM to TO, both included, in par units.

    Returns
    -------
    dict
        Values by the name of the parameter, each of shape (N,); `Decimal` where neighbours are equal in float64.

    Raises
    ------
    InputError
        A word of another form, or more than a million points.
    """
    from fractions import Fraction

    from jug.analysis.grids.axis_values import evenly_spaced

    axes, points = {}, 1
    for word in words:
        name, _, rest = word.partition("=")
        try:
            first, last, count = rest.split(":")
            number = int(count)
            if number < 1 or not name:
                raise ValueError(word)
            points *= number
            if points > MOST_POINTS:
                raise InputError(f"the grid has more than {MOST_POINTS} points", hint="take fewer values")
            axes[name.strip().upper()] = evenly_spaced(Fraction(Decimal(first)), Fraction(Decimal(last)), number)
        except (ValueError, ArithmeticError):
            hint = "write NAME=FROM:TO:N, as M2=0.2:0.3:20"
            raise InputError(f"{word!r} is not an axis of a grid", hint=hint) from None
    return axes
