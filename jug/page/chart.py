"""Charts of a page: titles, axes, tables of values, and their style."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N, Str, Toa
from jug.text.control_characters import escape_controls

CHART_COLOURS = ("#0072B2", "#C24E00", "#00795A", "#A8417E", "#7D6200", "#1F1F1F", "#6A3D9A", "#C00000")
"""Contrast with white is 4.5:1 or more. With seven shapes they distinguish 56 groups."""

CHART_STYLE = """
.chart { margin: 1rem 0 2rem; break-inside: avoid; }
.chart canvas.plot { display: block; width: 100%; height: 24rem; border: 1px solid #767676; background: #fff;
  touch-action: pan-y pinch-zoom; cursor: crosshair; }
.chart .controls, .legend { display: flex; flex-wrap: wrap; gap: 0.4rem 0.8rem; align-items: center; margin: 0.4rem 0; }
.chart label { max-width: 100%; }
.chart figcaption h3 { margin: 0.5rem 0; }
.chart button, .chart select { font: inherit; min-height: 2rem; color: #111; background: #fff;
  border: 1px solid #595959; border-radius: 0.2rem; max-width: 100%; }
.legend { max-height: 9rem; overflow-y: auto; font-size: 0.9rem; }
.legend button { display: flex; align-items: center; }
.legend button[aria-pressed=false] { text-decoration: line-through; }
.legend canvas { width: 14px; height: 14px; margin-right: 0.3rem; }
.bar { print-color-adjust: exact; display: inline-block; width: 8rem; height: 0.8rem; border: 1px solid #767676; }
.point { min-height: 1.5em; margin: 0; }
.status { font-size: 0.85rem; margin: 0.2rem 0; }
table.pairs { width: auto; }
@media (max-width: 40rem) { .chart canvas.plot { height: 18rem; } }
@media print { .controls, .point, .status { display: none !important; } .legend { max-height: none; }
  .legend button { border: 0; padding: 0; }
  .chart { margin: 0 0 3mm; } .chart figcaption h3, .legend { margin: 0.5mm 0; }
  .chart canvas.plot { width: 180mm; max-width: 100%; height: 66mm; border: 0; } }
"""


class AxisChoice(NamedTuple):
    """A quantity that an axis or the colour of a chart can show.

    Parameters
    ----------
    name, label : str
        Text in the list of choices, and label of the axis with the unit.
    column : str
        Column of the table.
    error : str
        Column of the uncertainties, or empty.
    words : tuple of str
        For a colour: the word of each number in the column; empty if the column is a quantity.
    zero : bool
        Whether a line is drawn at zero.
    """

    name: str
    label: str
    column: str
    error: str = ""
    words: tuple[str, ...] = ()
    zero: bool = True


class Chart(NamedTuple):
    """One chart: its title, the name of its table, and the choices for x, y and colour."""

    title: str
    table: str
    x: Sequence[AxisChoice]
    y: Sequence[AxisChoice]
    colour: Sequence[AxisChoice] = ()


class ChartTable(NamedTuple):
    """Columns of equal length, the texts about a chosen point, and the name of each point.

    Parameters
    ----------
    columns : dict of str to (n,) array
        Each in its own unit.
    point_texts : sequence of (str, str, tuple of str, str)
        Label, column, words of the numbers in the column (or none), column of the uncertainty (or empty).
    names : sequence of str
        One for each point, or empty.
    """

    columns: Mapping[str, Float[N]]
    point_texts: Sequence[tuple[str, str, tuple[str, ...], str]]
    names: Sequence[str] = ()


def codes_of_words(words: Str[Toa]) -> tuple[tuple[str, ...], Float[Toa]]:
    """Return the distinct words in order, and the number of the word of each TOA, (n,)."""
    known, codes = np.unique(words, return_inverse=True)
    return tuple(escape_controls(str(word)) for word in known), codes.astype(np.float64)
