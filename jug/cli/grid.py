"""The command ``jug grid``: a map of chi2 over a grid of parameters."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from jug.errors import InputError

MOST_POINTS = 1_000_000


def add_grid_command(
    commands: Any,
    add_input: Callable[[argparse.ArgumentParser], None],
    load: Callable[[argparse.Namespace], tuple[Any, Any]],
    check_outputs: Callable[[argparse.Namespace, Sequence[str | None]], None],
    say: Callable[[str], None],
) -> None:
    """Declare the command; what it shares with the others is given."""
    text = "Map chi2 over a grid of parameters, fitting the others at every point."
    parser = commands.add_parser("grid", help="map chi2 over a grid of parameters", description=text)
    add_input(parser)
    parser.add_argument(
        "axes", nargs="+", metavar="NAME=FROM:TO:N", help="a parameter and N values, par units: M2=0.2:0.3:20"
    )
    parser.add_argument("--free", metavar="F0,F1,...", help="fit these parameters, not those with a fit flag")
    parser.add_argument("--linear", action="store_true", help="the map of the linear model only")
    parser.add_argument("--backend", choices=("auto", "numpy", "jax"), default="auto", help="auto takes the faster one")
    parser.add_argument("-o", "--output", metavar="OUT.NPZ", help="write the maps and the refitted parameters")
    parser.add_argument("--plot", metavar="OUT.PNG", help="draw the map with contours (png, pdf, svg)")
    parser.set_defaults(run=lambda args: _grid(args, load, check_outputs, say))


def _grid(args: argparse.Namespace, load: Any, check_outputs: Any, say: Callable[[str], None]) -> int:
    check_outputs(args, (args.output, args.plot))
    if args.plot:
        from jug.plots.pictures import check_picture

        check_picture(args.plot)
    from jug.analysis.grid import grid

    axes = axes_of(args.axes)
    free = None if args.free is None else [name.strip() for name in args.free.split(",") if name.strip()]
    model, toas = load(args)
    found = grid(model, toas, axes, free=free, exact=not args.linear, backend=args.backend)
    if args.output:
        found.save(args.output)
    if args.plot:
        from jug.plots.grid import plot_grid

        plot_grid(found, args.plot)
    say(found.summary())
    return 0


def axes_of(words: Sequence[str]) -> dict[str, Any]:
    """The axes that the words ``NAME=FROM:TO:N`` mean.

    Raises
    ------
    InputError
        A word of another form; more than a million points.
    """
    import numpy as np

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
            axes[name.strip().upper()] = np.linspace(float(first), float(last), number)
        except ValueError:
            raise InputError(f"{word!r} is no axis of a grid", hint="write NAME=FROM:TO:N, as M2=0.2:0.3:20") from None
    return axes
