"""Where pictures change: groups that have a colour each, room for text, and units of the measured DM."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure

import jug
from jug.plots import correlation, long_numbers, panels
from jug.plots.dmx import _draw
from jug.plots.dmx_bins import DmxBins
from jug.plots.groups import colouring_of, groups_of
from jug.plots.histogram import bin_edges
from jug.plots.panels import frame_panel, tick_logarithmic
from jug.plots.pictures import RESIDUAL_UNITS, add_dates, check_picture, unit_for
from jug.plots.points import panel_unit
from jug.plots.residual_data import DM_UNITS, Panel
from jug.plots.style import panel_height_in

MODEL, TOAS = jug.load(*example("NGC6440E"))


@pytest.mark.parametrize(("words", "groups"), [(12, 12), (13, None)])
def test_up_to_twelve_groups_have_a_colour_each(words: int, groups: int | None) -> None:
    flags = {"fe": [f"L{i % words}" for i in range(26)]}
    freq = 1000.0 + 30.0 * np.arange(26)
    toas = jug.simulate(MODEL, n_toa=26, error_us=20.0, freq_mhz=freq, flags=flags, seed=1)
    found = colouring_of(toas, "auto")
    assert (None if found.words is None else len(groups_of(found.words))) == groups
    assert len(groups_of(colouring_of(TOAS, "none").words)) == 1


def test_panels_of_wide_figures_are_higher() -> None:
    """About a quarter of the width, and never below an inch and a half."""
    assert [panel_height_in(width) for width in (3.0, 10.0, 20.0)] == [1.5, 2.6, 5.2]


def test_a_seventh_of_a_panel_stays_free() -> None:
    ax = Figure().add_subplot()
    ax.set_ylim(-1.0, 3.0)
    frame_panel(ax, Panel("Residual", np.arange(2.0), np.array([3e-6, -3e-6]), np.array([1e-6, 1e-6])))
    assert ax.get_ylim() == pytest.approx((-1.0, 3.0 + 0.14 * 4.0))
    assert ax.texts[0].get_text() == "weighted rms 3.000 µs"
    assert ax.get_ylabel() == "Residual (µs)"


def test_units() -> None:
    for size, name in RESIDUAL_UNITS:
        assert unit_for(size) == (size, name)
        assert unit_for(0.999 * size) != (size, name) or name == "ns"
    assert [size for size, _ in RESIDUAL_UNITS] == [1.0, 1e-3, 1e-6, 1e-9]
    for value, name in ((1.1, "pc cm⁻³"), (0.9, "10⁻³ pc cm⁻³"), (0.9e-3, "10⁻⁶ pc cm⁻³")):
        assert panel_unit(Panel("", np.zeros(1), np.array([value]), np.zeros(1), DM_UNITS))[1] == name


@pytest.mark.parametrize(
    ("date", "refused"), [("abc", "pdf svg eps"), ("9" * 20, "pdf svg eps"), ("", "eps"), ("1700000000", "")]
)
def test_a_date_of_files_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch, date: str, refused: str) -> None:
    """matplotlib's words were ``invalid literal for int() with base 10``."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    check_picture("a.png")
    for kind in ("pdf", "svg", "eps"):
        if kind in refused:
            with pytest.raises(jug.InputError, match=r"the environment variable SOURCE_DATE_EPOCH is '.*', not a date"):
                check_picture(f"a.{kind}")
        else:
            check_picture(f"a.{kind}")


def test_serial_numbers_are_whole() -> None:
    ax = jug.plot_residuals(MODEL, TOAS.select([0]), against="serial").axes[0]
    assert [x for x in ax.get_xticks() if 0.9 < x < 1.1] == [1.0]


@pytest.mark.parametrize(
    ("span", "ticks"), [(1.2, [1000.0]), (1.6, [1000.0, 1200.0, 1500.0]), (5.0, [1000.0, 1500.0, 2000.0, 3000.0])]
)
def test_frequencies_have_some_ticks(span: float, ticks: list[float]) -> None:
    ax = Figure(figsize=(8.5, 6.0)).add_subplot()
    ax.set_xscale("log")
    ax.set_xlim(990.0, 990.0 * span)
    tick_logarithmic(ax)
    drawn = [x for x in ax.get_xticks() if 990.0 <= x <= 990.0 * span]
    assert drawn[: len(ticks)] == pytest.approx(ticks)


@pytest.mark.parametrize(("n", "width"), [(250, 2.2), (1000, 0.55)])
def test_many_bars_of_dmx_are_thin(n: int, width: float) -> None:
    figure, start = Figure(), 53000.0 + np.arange(float(n))
    names = tuple(f"DMX_{i}" for i in range(n))
    _draw(figure, DmxBins(start, start + 0.5, np.ones(n), np.ones(n), names), np.ones(n))
    assert [one.get_linewidth()[0] for one in figure.axes[0].collections][-1] == pytest.approx(width)


@pytest.mark.parametrize(("least_in", "written"), [(0.5, 6), (0.501, 0)])
def test_coefficients_are_written_into_cells_of_the_least_width(
    least_in: float, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four parameters in two inches: below the diagonal are six cells of half an inch."""
    monkeypatch.setattr(correlation, "_side_in", lambda figure, rows, own: 2.0)
    monkeypatch.setattr(correlation, "WRITTEN_CELL_IN", least_in)
    figure = Figure()
    correlation._draw(figure, np.eye(4), [correlation.MatrixRow(name, i, 1) for i, name in enumerate("abcd")], own=True)
    assert len(figure.axes[0].texts) == written


@pytest.mark.parametrize(("more_in", "ticks"), [(0.0, 4), (0.01, 7)])
def test_a_narrow_picture_has_four_long_numbers(more_in: float, ticks: int) -> None:
    axis = Figure(figsize=(long_numbers.NARROW_IN + more_in, 3.0), dpi=100).subplots().xaxis
    assert long_numbers.number_axis(axis, np.array([0.0, 1.0]), "a", "s") == "a (s)"
    assert axis.get_major_locator()._nbins == ticks


@pytest.mark.parametrize("names", [["a"], ["a", "b"]])
def test_one_group_has_no_legend(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []
    groups = [Made(label=name, members=np.ones(3, dtype=bool)) for name in names]
    monkeypatch.setattr(panels, "draw_groups", lambda *of: groups)
    monkeypatch.setattr(panels, "add_legend", lambda figure, labels, styles, sizes, own: told.append(labels))
    for name in ("_units", "_draw_abscissa", "frame_panel"):
        monkeypatch.setattr(panels, name, lambda *of: [None])
    picture: Any = Made(panels=(Made(units=None),), abscissa=Made(logarithmic=False), colouring=None)
    panels.draw_panels(Figure(), picture, own=True)
    assert told == ([names] if len(names) > 1 else [])


@pytest.mark.parametrize(("span_d", "alone"), [(0.0009, True), (0.001, False)])
def test_toas_of_a_minute_have_20_days_beside_them(span_d: float, alone: bool) -> None:
    """Less than 0.001 d apart they are one date, and an axis needs some width."""
    axis = Figure().subplots()
    add_dates([axis], np.array([0.0, span_d]))
    assert (axis.get_xlim() == (-20.0, 20.0)) is alone


@pytest.mark.parametrize(("beyond", "reach"), [(1, 10.0), (2, 20.4)])
def test_one_in_a_hundred_may_lie_beyond_a_histogram(beyond: int, reach: float) -> None:
    z = np.concatenate([np.linspace(-1.0, 1.0, 100 - beyond), np.full(beyond, 20.0)])
    assert bin_edges(z)[[0, -1]] == pytest.approx([-reach, reach])
