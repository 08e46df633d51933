"""The charts of a fit: residuals after and before, each process of noise, and the DMX bins.

A chart has lists of choices for axes and colour, with other views of the same data; on paper it shows the first view.
Different data have their own charts.
"""

from collections.abc import Sequence

import numpy as np

from jug.core.array import Float, N, Toa
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.residuals import Residuals
from jug.obs.toas import TOAs
from jug.page.chart import AxisChoice, Chart, ChartTable
from jug.page.toa_values import colour_choices, horizontal_choices
from jug.plots.pictures import RESIDUAL_UNITS, unit_for
from jug.plots.residual_data import DM_UNITS

PointTexts = list[tuple[str, str, tuple[str, ...], str]]
Units = tuple[tuple[float, str], ...]


def fit_charts(result: FitResult, toas: TOAs) -> tuple[dict[str, ChartTable], list[Chart]]:
    """Make the charts of a fit.

    Parameters
    ----------
    result : FitResult
    toas : TOAs
        The TOAs of the fit.

    Returns
    -------
    tables : dict of str to ChartTable
    charts : list of Chart
    """
    columns, x = horizontal_choices(result, toas)
    codes, colours = colour_choices(toas)
    columns |= codes | {"code one": np.zeros(len(toas))}
    after = _residual_choices(columns, result.residuals, "post-fit")
    before = _residual_choices(columns, result.prefit_residuals, "pre-fit")
    charts = [
        Chart("Residuals after the fit", "toas", x, after, colours),
        Chart("Residuals before the fit", "toas", x, before, colours),
    ]
    for when, word, found in (("after", "Post-fit", result.residuals), ("before", "Pre-fit", result.prefit_residuals)):
        if found.dm is not None:
            y = _add_in_unit(columns, f"{word} DM residual", found.dm.value, found.dm.error, DM_UNITS)
            charts.append(Chart(f"Residuals of measured DMs {when} the fit", "toas", x, [y], colours))
    for one in _noise_choices(columns, result.residuals):
        title = f"Realisation of the noise {one.name}, at the TOAs on which it acts"
        charts.append(Chart(title, "toas", x, [one], colours))
    point_texts = _point_texts(after[0], colours)
    tables = {"toas": ChartTable(columns, point_texts, toas.names)}
    bins = _dmx_chart(result)
    if bins is not None:
        tables["dmx"], chart = bins
        charts.append(chart)
    return tables, charts


def _residual_choices(columns: dict[str, Float[N]], found: Residuals, word: str) -> list[AxisChoice]:
    """The choices of residuals: as they are, whitened, and divided by their uncertainty."""
    first = word.capitalize()
    choices = [_add_in_unit(columns, f"{first} residual", found.time_s, found.error_s)]
    white = found.white() if found.noise else found
    if found.noise:
        choices.append(_add_in_unit(columns, f"{first} residual without correlated noise", white.time_s, white.error_s))
    columns[f"{word} pull"] = white.time_s / white.error_s
    of = f"{first} residual {'without correlated noise ' if found.noise else ''}over uncertainty"
    choices.append(AxisChoice(of, of, f"{word} pull"))
    return choices


def _noise_choices(columns: dict[str, Float[N]], found: Residuals) -> list[AxisChoice]:
    choices = []
    for name, one in found.noise.items():
        acts = one.error_s > 0.0
        if acts.any():
            time_s, error_s = np.where(acts, one.time_s, np.nan), np.where(acts, one.error_s, np.nan)
            choices.append(_add_in_unit(columns, name, time_s, error_s))
    return choices


def _add_in_unit(
    columns: dict[str, Float[N]], name: str, value: Float[Toa], error: Float[Toa], units: Units = RESIDUAL_UNITS
) -> AxisChoice:
    """Add a quantity and its uncertainty to the columns, in a unit that suits its size."""
    extent = np.abs(value) + error
    size, unit = unit_for(float(np.max(extent[np.isfinite(extent)], initial=0.0)), units)
    columns[name], columns[f"{name} error"] = value / size, error / size
    return AxisChoice(name, f"{name} ({unit})", name, f"{name} error")


def _point_texts(residual: AxisChoice, colours: Sequence[AxisChoice]) -> PointTexts:
    words: PointTexts = [(one.name, one.column, one.words, "") for one in colours if len(one.words) > 1]
    unit = residual.label.rpartition("(")[2].rstrip(")")
    return [
        ("TOA", "serial", (), ""),
        ("MJD", "mjd", (), ""),
        (f"post-fit residual in {unit}", residual.column, (), residual.error),
        ("frequency in MHz", "freq", (), ""),
        *words,
    ]


def _dmx_chart(result: FitResult) -> tuple[ChartTable, Chart] | None:
    """Table and chart of DMX at the middle of each bin; None without bins."""
    entries, rows = result.model.entries, []
    for name, entry in entries.items():
        if entry.param.name == "DMX" and entry.line is not None:
            number = name.removeprefix("DMX_")
            ends = [entries.get(f"DMXR{k}_{number}") for k in (1, 2)]
            if ends[0] is not None and ends[1] is not None:
                middle = (ends[0].value.hi + ends[1].value.hi) / 2.0
                rows.append((middle, entry.value.hi, result.errors.get(name, np.nan), name))
    if not rows:
        return None
    mjd, value, error, names = zip(*rows, strict=True)
    columns: dict[str, Float[N]] = {
        "mjd": np.array(mjd),
        "dmx": np.array(value, dtype=np.float64) * 1e3,
        "error": np.array(error, dtype=np.float64) * 1e3,
    }
    point_texts: PointTexts = [("MJD", "mjd", (), ""), ("DMX in 10⁻³ pc cm⁻³", "dmx", (), "error")]
    y = AxisChoice("DMX", "DMX (10⁻³ pc cm⁻³)", "dmx", "error")
    return ChartTable(columns, point_texts, names), Chart("DMX", "dmx", [AxisChoice("date", "MJD", "mjd")], [y])
