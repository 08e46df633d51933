"""Charts of a page: their values, which the script of the page draws."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N, Str, Toa
from jug.text.control_characters import escaped
from jug.text.html.document import html_text
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

CHART_COLOURS = ("#0072B2", "#C24E00", "#00795A", "#A8417E", "#7D6200", "#1F1F1F", "#6A3D9A", "#C00000")
"""Contrast with white is 4.5:1 or more; with seven shapes they tell 56 groups apart."""

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
  .chart canvas.plot { width: 180mm; max-width: 100%; height: 75mm; border: 0; } }
"""


class AxisChoice(NamedTuple):
    """What an axis or the colour of a chart can show.

    Parameters
    ----------
    name, label : str
        In the list of choices, and at the axis, with the unit.
    column : str
        Of the table.
    error : str
        Column of the uncertainties, or empty.
    words : tuple of str
        For a colour: what the numbers in the column stand for; empty where the column is a quantity.
    zero : bool
        Whether a line at zero is drawn.
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
    """Columns of equal length, what is told of a point, and the name of each point.

    Parameters
    ----------
    columns : dict of str to (n,) array
        Each in any unit.
    told : sequence of (str, str, tuple of str, str)
        Label, column, words that the numbers stand for or none, column of the uncertainty or empty.
    names : sequence of str
        One for each point, or none.
    """

    columns: Mapping[str, Float[N]]
    told: Sequence[tuple[str, str, tuple[str, ...], str]]
    names: Sequence[str] = ()


def coded(words: Str[Toa]) -> tuple[tuple[str, ...], Float[Toa]]:
    """The different words in order, and for each TOA the number of its word, (n,)."""
    known, codes = np.unique(words, return_inverse=True)
    return tuple(escaped(str(word)) for word in known), codes.astype(np.float64)


def charts_html(tables: Mapping[str, ChartTable], charts: Sequence[Chart]) -> str:
    """Make the charts of a page, with their values.

    Parameters
    ----------
    tables : dict of str to ChartTable
    charts : sequence of Chart

    Returns
    -------
    str
        HTML; `script` draws it.
    """
    content: JsonObject = {
        "colours": list(CHART_COLOURS),
        "tables": {
            name: {
                "columns": {key: _encoded(key, column) for key, column in table.columns.items()},
                "told": [list(one) for one in table.told],
                **({"names": [escaped(name) for name in table.names]} if table.names else {}),
            }
            for name, table in tables.items()
        },
        "charts": [
            {
                "table": one.table,
                **{
                    axis: [choice._asdict() | {"words": list(choice.words) or None} for choice in choices]
                    for axis, choices in (("x", one.x), ("y", one.y), ("colour", one.colour))
                },
            }
            for one in charts
        ],
    }
    text = json_text(content, one_line=True)
    for mark, code in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(mark, code)  # nothing in it can end the element
    boxes = "".join(_box(k, one) for k, one in enumerate(charts))
    return f'{boxes}<script type="application/json" id="chart-data">{text}</script>\n'


def script() -> str:
    """The script of the charts."""
    return (files("jug.page") / "charts.js").read_text(encoding="utf-8")


def _encoded(name: str, column: Float[N]) -> JsonObject:
    """A column in base64: dates with all digits, codes of words as two bytes, other quantities with seven digits."""
    kind = "f8" if name == "mjd" else "u2" if name.startswith("code ") else "f4"
    with np.errstate(over="ignore"):
        values = np.asarray(column).astype(f"<{kind}")
    return {"kind": kind, "data": b64encode(values.tobytes()).decode()}


def _box(k: int, one: Chart) -> str:
    about = f"{one.title}. Arrow keys go from point to point, + and - zoom, 0 shows all; drag zooms to a box."
    return (
        f'<figure class="chart" data-chart="{k}"><figcaption><h3>{html_text(one.title)}</h3></figcaption>'
        f'<div class="controls">{_select("y", "Show", one.y)}{_select("x", "against", one.x)}'
        f"{_select('colour', 'coloured by', one.colour)}"
        + "".join(
            f'<button type="button" data-do="{what}">{word}</button>'
            for what, word in (("in", "Zoom in"), ("out", "Zoom out"), ("whole", "Show all"))
        )
        + f'</div><canvas class="plot" tabindex="0" role="img" aria-label="{html_text(about)}"></canvas>'
        '<p class="status"></p><p class="point" aria-live="polite"></p><div class="legend"></div></figure>\n'
    )


def _select(name: str, word: str, choices: Sequence[AxisChoice]) -> str:
    if len(choices) < 2:
        return ""
    options = "".join(f'<option value="{k}">{html_text(one.name)}</option>' for k, one in enumerate(choices))
    return f'<label>{word} <select name="{name}">{options}</select></label>'
