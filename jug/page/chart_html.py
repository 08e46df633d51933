"""HTML of the charts of a page. It contains the values, and the script of the page draws them."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files

import numpy as np

from jug.core.array import Float, N
from jug.page.chart import CHART_COLOURS, AxisChoice, Chart, ChartTable
from jug.text.control_characters import escape_controls
from jug.text.html.document import html_text
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text


def charts_html(tables: Mapping[str, ChartTable], charts: Sequence[Chart]) -> str:
    """Return the HTML of the charts of a page, with their values.

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
                "columns": {key: _encode_column(key, column) for key, column in table.columns.items()},
                "told": [list(one) for one in table.point_texts],
                **({"names": [escape_controls(name) for name in table.names]} if table.names else {}),
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
        text = text.replace(mark, code)  # so that no text can end the element
    boxes = "".join(_box(k, one) for k, one in enumerate(charts))
    return f'{boxes}<script type="application/json" id="chart-data">{text}</script>\n'


def script() -> str:
    """Return the script that draws the charts."""
    return (files("jug.page") / "charts.js").read_text(encoding="utf-8")


def _encode_column(name: str, column: Float[N]) -> JsonObject:
    """A column in base64: dates as float64, numbers of words as two bytes, other quantities as float32."""
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
