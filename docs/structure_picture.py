"""The picture of docs/structure.md: the folders of jug in their layers, and arrows for imports, all of which go down.

A folder stands above those that it imports. A long arrow has a place of its own in each row that it passes, so that it
crosses no box: the layered drawing of Sugiyama, Tagawa and Toda (1981). The order in a row is by the mean place of the
neighbours, then by exchanges that leave fewer crossings; the distances are those of least squares.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from matplotlib.path import Path
from scipy.optimize import linprog

from jug.plots.pictures import COLOURS

WIDTH_IN, DPI = 7.5, 140
ROW_IN, BAND_IN, BOX_IN, LEFT_IN = 0.37, 0.08, 0.26, 0.34
"""Height of a row, what a layer has besides its rows, height of a box, and width of the column of layers, inches."""

ARROW_IN, APART_IN = 0.14, 0.12
"""Width of the place of an arrow in a row, and least distance of neighbours in a row, inches."""

NAME_PT, COUNT_PT = 9.0, 7.5
NAME_IN, COUNT_IN, MARGIN_IN = 0.084, 0.055, 0.09
"""Width of a letter of a name and of the numbers, and of the margins of a box, inches."""

STARTS, SWEEPS = 40, 8
"""Number of random orders from which a better one is sought, and of the times that each is improved."""

STRAIGHT, TO_THE_MIDDLE = (1.0, 2.0, 8.0), 0.5
"""Weights of horizontal lengths: between boxes, from a box to a place of an arrow, and between two places of an arrow;
and from a box to the middle of what it imports."""

UNEQUAL, GOLDEN = 1e-3, 0.5 * (5.0**0.5 - 1.0)
"""Largest difference between equal weights, and the step of the series that gives them: one drawing alone is best."""

BLUE, GREY, PALE = COLOURS[0], "#5a6b7b", "#f1f4f7"


class Drawn(NamedTuple):
    """A box of the picture: a folder or a file, its layer, numbers of its files and lines, and what it imports."""

    layer: int
    folder: bool
    files: int
    lines: int
    imports: tuple[str, ...]


Place = str | tuple[str, str, int]
"""A box by its name, or the place of an arrow in a row, by the ends of the arrow and the row."""
Rows = list[list[Place]]
"""The places of each row from left to right; the first row is the lowest."""
Steps = list[tuple[Place, Place]]
"""The parts of arrows between two rows, by the upper and the lower place."""


def rounded(number: int) -> int:
    """A number with two digits that are not 0, at most."""
    return int(float(f"{number:.2g}"))


def direct_imports(imports: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Imports without those to which a longer way of imports leads.

    Parameters
    ----------
    imports : mapping of str to str
        What each folder imports; in no circle.

    Returns
    -------
    dict
        The fewest imports that lead to the same folders.
    """
    below: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in below:
            below[name] = set().union(*({other} | reach(other) for other in imports[name]))
        return below[name]

    return {
        name: sorted(other for other in found if not any(other in reach(between) for between in found))
        for name, found in imports.items()
    }


def heights(boxes: Mapping[str, Drawn], arrows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The row of each box, from below: above what it imports, and above all boxes of lower layers."""
    rows: dict[str, int] = {}
    first = 0
    for layer in sorted({box.layer for box in boxes.values()}):
        waiting = [name for name, box in boxes.items() if box.layer == layer]
        while waiting:
            ready = [name for name in waiting if all(other in rows for other in arrows[name])]
            rows.update({name: max([first, *(rows[other] + 1 for other in arrows[name])]) for name in ready})
            waiting = [name for name in waiting if name not in ready]
        first = max(rows.values()) + 1
    return rows


def ways_of(row: Mapping[str, int], arrows: Mapping[str, Sequence[str]]) -> list[list[Place]]:
    """Each arrow by its places from above: its box, a place in each row between, the box that is imported."""
    return [
        [name, *((name, other, between) for between in range(row[name] - 1, row[other], -1)), other]
        for name, others in arrows.items()
        for other in others
    ]


def ordered(row: Mapping[str, int], ways: Sequence[Sequence[Place]]) -> Rows:
    """Boxes and places of arrows of each row, with few crossings of arrows: the best order of several starts."""
    rows: Rows = [[] for _ in range(max(row.values()) + 1)]
    for place in dict.fromkeys([*row, *(place for way in ways for place in way)]):
        rows[row[place] if isinstance(place, str) else place[2]].append(place)
    steps = [[step for way in ways for step in pairwise(way) if step[1] in members] for members in rows]
    best, least, shuffle = rows, _crossings(rows, steps), Random(1).shuffle
    for _ in range(STARTS):
        found = [list(members) for members in rows]
        for members in found:
            shuffle(members)
        for sweep in range(SWEEPS):
            _sweep(found, steps, down=bool(sweep % 2))
        if (number := _crossings(found, steps)) < least:
            best, least = found, number
    return best


def _sweep(rows: Rows, steps: Sequence[Steps], *, down: bool) -> None:
    """Order each row by the mean place of the neighbours in the row before it, then exchange neighbours."""
    for k in range(len(rows) - 2, -1, -1) if down else range(1, len(rows)):
        order = {place: float(i) for i, place in enumerate(rows[k + 1 if down else k - 1])}
        pairs = [step if down else step[::-1] for step in steps[k if down else k - 1]]
        means = {}
        for i, place in enumerate(rows[k]):
            near = [order[other] for other, own in pairs if own == place]
            means[place] = sum(near) / len(near) if near else float(i)
        rows[k].sort(key=means.__getitem__)
    for k, members in enumerate(rows):
        beside, between = rows[max(k - 1, 0) : k + 2], steps[max(k - 1, 0) : k + 1]
        for i in range(len(members) - 1):
            before = _crossings(beside, between)
            members[i : i + 2] = members[i : i + 2][::-1]
            if _crossings(beside, between) >= before:
                members[i : i + 2] = members[i : i + 2][::-1]


def _crossings(rows: Rows, steps: Sequence[Steps]) -> int:
    """Pairs of arrows that cross between two rows."""
    order = {place: i for members in rows for i, place in enumerate(members)}
    ends = [
        [(order[upper], order[lower]) for upper, lower in found if upper in order and lower in order] for found in steps
    ]
    pairs = [(one, other) for found in ends for i, one in enumerate(found) for other in found[:i]]
    return sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in pairs)


def centres(rows: Rows, ways: Sequence[Sequence[Place]], widths: Mapping[str, float]) -> dict[Place, float]:
    """Places in the rows, inches: the arrows as straight as they can be with `APART_IN` between neighbours.

    The sum of the horizontal lengths is the least (Gansner, Koutsofios, North and Vo 1993), with one more length for
    each box from the middle of what it imports.

    Parameters
    ----------
    rows : list of list
        The places of each row from left to right.
    ways : sequence of sequence
        The places of each arrow from above.
    widths : mapping of str to float
        Widths of the boxes, inches.

    Returns
    -------
    dict
        Centres, inches.
    """
    number = {place: i for i, place in enumerate(place for members in rows for place in members)}
    lengths: list[tuple[float, dict[int, float]]] = []
    for way in ways:
        for one, other in pairwise(way):
            weight = STRAIGHT[sum(isinstance(place, tuple) for place in (one, other))]
            lengths.append((weight, {number[one]: 1.0, number[other]: -1.0}))
    for name in widths:
        below = [number[way[1]] for way in ways if way[0] == name]
        lengths.append((TO_THE_MIDDLE, {**dict.fromkeys(below, -1.0 / max(len(below), 1)), number[name]: 1.0}))
    n, m = len(number), len(lengths)
    weights = np.array([weight for weight, _ in lengths]) * (1.0 + UNEQUAL * (np.arange(m) * GOLDEN % 1.0))
    sizes = {place: widths[place] if isinstance(place, str) else ARROW_IN for place in number}
    room = max(WIDTH_IN - LEFT_IN, *(sum(sizes[place] + APART_IN for place in members) for members in rows)) - APART_IN
    limits, bounds = [], []
    for k, (_, terms) in enumerate(lengths):
        for sign in (1.0, -1.0):
            limits.append({**{i: sign * factor for i, factor in terms.items()}, n + k: -1.0})
            bounds.append(0.0)
    for members in rows:
        for left, right in pairwise(members):
            limits.append({number[left]: 1.0, number[right]: -1.0})
            bounds.append(-0.5 * (sizes[left] + sizes[right]) - APART_IN)
    matrix = np.zeros((len(limits), n + m))
    for i, terms in enumerate(limits):
        matrix[i, list(terms)] = list(terms.values())
    inside = [(0.5 * sizes[place], room - 0.5 * sizes[place]) for place in number]
    found = linprog([*np.zeros(n), *weights], matrix, bounds, bounds=inside + [(0.0, None)] * m).x
    ends = [found[number[name]] + sign * 0.5 * width for name, width in widths.items() for sign in (-1.0, 1.0)]
    return {place: found[i] + LEFT_IN + 0.5 * (room - min(ends) - max(ends)) for place, i in number.items()}


def draw(boxes: Mapping[str, Drawn]) -> Figure:
    """Draw the folders.

    Parameters
    ----------
    boxes : mapping of str to Drawn
        By name.

    Returns
    -------
    matplotlib.figure.Figure
    """
    arrows = direct_imports({name: box.imports for name, box in boxes.items()})
    row = heights(boxes, arrows)
    ways = ways_of(row, arrows)
    widths = {name: _width_in(name, box) for name, box in boxes.items()}
    x = centres(ordered(row, ways), ways, widths)
    layers = sorted({box.layer for box in boxes.values()})
    layer_of = {row[name]: box.layer for name, box in boxes.items()}
    y = [ROW_IN * (k + 0.5) + BAND_IN * (layers.index(layer_of[k]) + 0.5) for k in range(len(layer_of))]
    height = ROW_IN * len(y) + BAND_IN * len(layers)
    figure = Figure(figsize=(WIDTH_IN, height), dpi=DPI)
    axis = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axis.set(xlim=(0.0, WIDTH_IN), ylim=(0.0, height))
    axis.axis("off")
    for layer in layers:
        own = [y[k] for k, found in layer_of.items() if found == layer]
        low, high = min(own) - 0.5 * (ROW_IN + BAND_IN), max(own) + 0.5 * (ROW_IN + BAND_IN)
        colour = PALE if layer % 2 else "white"
        axis.add_patch(Rectangle((0.0, low), WIDTH_IN, high - low, color=colour, lw=0, zorder=0))
        axis.text(0.5 * LEFT_IN, 0.5 * (low + high), str(layer), ha="center", va="center", fontsize=NAME_PT, color=GREY)
    for way in ways:
        points = [(x[place], y[row[place] if isinstance(place, str) else place[2]]) for place in way]
        style = {"arrowstyle": "-|>", "mutation_scale": 7.0, "shrinkA": 0.0, "shrinkB": 0.0, "zorder": 2}
        axis.add_patch(FancyArrowPatch(path=_curve(points), lw=0.9, color=GREY, **style))
    largest = max(box.lines for box in boxes.values())
    for name, box in boxes.items():
        _draw_box(axis, name, box, (x[name] - 0.5 * widths[name], y[row[name]]), box.lines / largest)
    return figure


def _width_in(name: str, box: Drawn) -> float:
    return NAME_IN * len(name) + COUNT_IN * len(_counts(box)) + 3.0 * MARGIN_IN


def _counts(box: Drawn) -> str:
    lines = f"{rounded(box.lines):,} lines"
    return f"{box.files} files, {lines}" if box.folder else lines


def _curve(points: Sequence[tuple[float, float]]) -> Path:
    """A curve from the lower edge of a box to the upper edge of another, straight down where it passes a row."""
    half = 0.5 * BOX_IN
    x, y = points[0][0], points[0][1] - half
    vertices, codes = [(x, y)], [Path.MOVETO]
    for after, centre in points[1:]:
        bend = 0.5 * (y - centre - half)
        vertices += [(x, y - bend), (after, y - bend), (after, centre + half), (after, centre - half)]
        codes += [Path.CURVE4] * 3 + [Path.LINETO]
        x, y = after, centre - half
    return Path(vertices[:-1], codes[:-1])


def _draw_box(axis: Axes, name: str, box: Drawn, left: tuple[float, float], share: float) -> None:
    """A box with its name, its numbers, and its share of the lines of the largest one in blue."""
    (x, y), width = left, _width_in(name, box)
    corner = (x, y - 0.5 * BOX_IN)
    style = "round,pad=0,rounding_size=0.05" if box.folder else "square,pad=0"
    inside = FancyBboxPatch(corner, width, BOX_IN, boxstyle=style, fc="white", ec="none", zorder=3)
    lines = Rectangle(corner, width * share, BOX_IN, fc="#bfdcef", lw=0, zorder=4)
    axis.add_patch(inside)
    axis.add_patch(lines)
    lines.set_clip_path(inside)
    edge = BLUE if box.folder else GREY
    axis.add_patch(FancyBboxPatch(corner, width, BOX_IN, boxstyle=style, fc="none", ec=edge, lw=1.0, zorder=5))
    text = {"va": "center_baseline", "zorder": 6}
    axis.text(x + MARGIN_IN, y, name, ha="left", fontsize=NAME_PT, weight="bold", **text)
    axis.text(x + width - MARGIN_IN, y, _counts(box), ha="right", fontsize=COUNT_PT, color="0.2", **text)
