"""Pictures of residuals: what is drawn, how TOAs are told apart, and that no display is asked for."""

import sys
from collections.abc import Callable
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure

import jug
from jug.errors import InputError, JugError
from jug.plots.pictures import COLOURS
from jug.plots.points import draw_points, panel_unit
from jug.plots.residual_data import Panel

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def loaded() -> tuple[jug.TimingModel, jug.TOAs]:
    return jug.load(PAR, TIM)


@pytest.fixture(scope="module")
def result(loaded: tuple[jug.TimingModel, jug.TOAs]) -> jug.FitResult:
    return jug.fit(*loaded)


@pytest.fixture(scope="module")
def two_backends(loaded: tuple[jug.TimingModel, jug.TOAs]) -> jug.TOAs:
    flags = {"be": ["GUPPI", "GASP"] * 5, "n": [str(i) for i in range(10)]}
    return jug.simulate(loaded[0], n_toa=10, error_us=20.0, flags=flags, noise=True, seed=1)


def points(ax: object) -> np.ndarray:
    """The points of a panel as (mjd, residual) rows, sorted by mjd; the zero line left out."""
    drawn = [line.get_xydata() for line in ax.lines if len(line.get_xydata()) and line.get_marker() != "None"]
    drawn += [np.asarray(c.get_offsets()) for c in ax.collections if len(c.get_offsets()) > 1]
    every = np.concatenate(drawn)
    return every[np.argsort(every[:, 0], kind="stable")]


def test_a_fit_is_drawn_before_and_after(result: jug.FitResult, loaded: tuple) -> None:
    figure = jug.plot_residuals(result, loaded[1])
    assert isinstance(figure, Figure)
    before, after = figure.axes[:2]
    order = np.argsort(loaded[1].mjd, kind="stable")
    for ax, shown, unit in ((before, result.prefit_residuals, 1e-3), (after, result.residuals, 1e-6)):
        expected = np.column_stack([loaded[1].mjd, shown.time_s / unit])[order]
        assert points(ax) == pytest.approx(expected)
        assert {1e-3: "ms", 1e-6: "µs"}[unit] in ax.get_ylabel()
    assert "Pre-fit" in before.get_ylabel()
    assert "Post-fit" in after.get_ylabel()
    assert "21.18 µs" in after.texts[0].get_text()
    assert after.get_xlabel() == "MJD"
    assert "1748-2021E" in figure.get_suptitle()


def test_error_bars_are_those_of_the_toas(result: jug.FitResult, loaded: tuple) -> None:
    ax = jug.plot_residuals(result, loaded[1], colour="none").axes[1]
    bars = ax.containers[0].lines[2][0].get_segments()
    assert [np.ptp(bar[:, 1]) / 2.0 for bar in bars] == pytest.approx(loaded[1].error_s * 1e6)


def test_a_model_is_drawn_as_it_is(loaded: tuple) -> None:
    figure = jug.plot_residuals(*loaded, colour="none", title="A title")
    assert len(figure.axes) == 1
    expected = jug.residuals(*loaded).time_s * 1e3
    order = np.argsort(loaded[1].mjd, kind="stable")
    assert points(figure.axes[0])[:, 1] == pytest.approx(expected[order])
    assert figure.get_suptitle() == "A title"


def test_frequencies_that_differ_are_a_scale_of_colours(result: jug.FitResult, loaded: tuple) -> None:
    figure = jug.plot_residuals(result, loaded[1])
    assert figure.axes[-1].get_ylabel() == "Frequency (MHz)"
    assert not figure.legends


def test_backends_are_told_apart(loaded: tuple, two_backends: jug.TOAs) -> None:
    figure = jug.plot_residuals(loaded[0], two_backends)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["GASP", "GUPPI"]
    containers = figure.axes[0].containers
    assert [c.lines[0].get_color() for c in containers] == list(COLOURS[:2])
    assert containers[1].lines[0].get_xdata() == pytest.approx(two_backends.mjd[::2])


@pytest.mark.parametrize(
    ("colour", "groups"), [("be", 2), ("-be", 2), ("n", 10), ("site", 1), ("freq", 1), ("none", 1)]
)
def test_colour_can_be_chosen(colour: str, groups: int, loaded: tuple, two_backends: jug.TOAs) -> None:
    figure = jug.plot_residuals(loaded[0], two_backends, colour=colour)
    containers = figure.axes[0].containers
    assert len({(c.lines[0].get_color(), c.lines[0].get_marker()) for c in containers}) == groups
    assert len(figure.legends) == (groups > 1)


def test_infinite_frequencies_and_an_octave(loaded: tuple) -> None:
    toas = jug.simulate(loaded[0], n_toa=6, freq_mhz=[0.0, 430.0, 800.0, 1400.0, 2300.0, 0.0])
    figure = jug.plot_residuals(loaded[0], toas)
    figure.draw_without_rendering()
    assert len(points(figure.axes[0])) == 6


@pytest.mark.parametrize(("high", "scale"), [(1399.0, "linear"), (1400.0, "linear"), (1401.0, "log")])
def test_more_than_an_octave_is_logarithmic(high: float, scale: str, loaded: tuple) -> None:
    toas = jug.simulate(loaded[0], n_toa=2, freq_mhz=[700.0, high])
    assert jug.plot_residuals(loaded[0], toas).axes[-1].get_yscale() == scale


def test_one_toa(loaded: tuple) -> None:
    model, toas = loaded
    figure = jug.plot_residuals(model, toas.select([0]))
    figure.draw_without_rendering()
    assert len(figure.axes[0].containers[0].lines[0].get_xdata()) == 1


def test_into_a_given_figure(loaded: tuple) -> None:
    figure = Figure()
    assert jug.plot_residuals(*loaded, figure=figure) is figure
    assert figure.axes


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("PDF", b"%PDF"), ("svg", b"<?xml")])
def test_the_picture_is_written(ending: str, start: bytes, loaded: tuple, tmp_path: Path) -> None:
    jug.plot_residuals(*loaded, tmp_path / f"residuals.{ending}")
    assert (tmp_path / f"residuals.{ending}").read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["residuals.docx", "residuals", "no/residuals.png"])
def test_a_picture_that_cannot_be_written(name: str, loaded: tuple, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"residuals.*cannot (draw|write)"):
        jug.plot_residuals(*loaded, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_the_toas_of_another_fit_are_refused(result: jug.FitResult, loaded: tuple) -> None:
    with pytest.raises(JugError, match="62 TOAs, these are 3"):
        jug.plot_residuals(result, loaded[1].select(slice(3)))


def test_a_flag_that_is_not_there(loaded: tuple, two_backends: jug.TOAs) -> None:
    with pytest.raises(JugError, match="'fe' to colour by; there are: be, n"):
        jug.plot_residuals(loaded[0], two_backends, colour="fe")


def test_a_colour_by_a_flag_of_toas_without_flags() -> None:
    with pytest.raises(JugError, match=r"^no TOA has the flag 'fe' to colour by; they have no flags$"):
        jug.plot_residuals(*jug.load(*jug.data.example("NGC6440E")), colour="fe")


def test_a_flag_that_some_toas_have(loaded: tuple, two_backends: jug.TOAs) -> None:
    some = two_backends.with_flag("x", "yes", np.arange(len(two_backends)) < 3)
    legend = jug.plot_residuals(loaded[0], some, colour="x").legends[0]
    assert [text.get_text() for text in legend.get_texts()] == ["no flag", "yes"]


def test_without_matplotlib_the_way_to_it_is_named(loaded: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(JugError, match="pip install matplotlib"):
        jug.plot_residuals(*loaded)


def test_no_display_is_asked_for(run_python: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A back end for windows is set and there is no window system: pyplot would fail, so it is not imported."""
    monkeypatch.setenv("MPLBACKEND", "TkAgg")
    monkeypatch.delenv("DISPLAY", raising=False)
    code = f"""
import sys, jug
jug.plot_residuals(*jug.load({str(PAR)!r}, {str(TIM)!r}), "residuals.png")
print("matplotlib.pyplot" in sys.modules)
"""
    assert run_python(code).strip() == "False"


def test_pyplot_is_left_alone(loaded: tuple) -> None:
    backend = matplotlib.rcParams["backend"]
    jug.plot_residuals(*loaded)
    assert matplotlib.rcParams["backend"] == backend


def test_years_along_the_top(two_backends: jug.TOAs, loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The middle of 2000 is MJD 51727.125, and both ways between MJD and year agree."""
    (top,) = jug.plot_residuals(loaded[0], two_backends).axes[0].child_axes
    to_year, to_mjd = top._functions
    assert to_year(51727.125) == 2000.5
    assert to_mjd(2000.5) == 51727.125
    np.testing.assert_allclose(to_mjd(to_year(np.array([40000.0, 60000.25]))), [40000.0, 60000.25], rtol=1e-15)


@pytest.mark.parametrize(
    ("n", "size", "width", "rasterized"),
    [
        (199, 4.5, 0.8, False), (200, 3.0, 0.8, False), (999, 3.0, 0.8, False), (1000, 3.0, 0.4, False),
        (1999, 3.0, 0.4, False), (2000, 1.5, 0.4, False), (5000, 1.5, 0.4, False), (5001, 1.5, 0.4, True),
    ],
)  # fmt: skip
def test_many_points_are_small_and_very_many_are_no_vectors(
    n: int, size: float, width: float, rasterized: bool
) -> None:
    """A picture of 5,001 points or more is small on disk."""
    ax = Figure().add_subplot()
    panel = Panel("Residual", np.arange(float(n)), np.full(n, 2e-6), np.full(n, 1e-6))
    draw_points(ax, panel, (1e-6, "µs"), np.ones(n, dtype=bool), fmt="o", color="0.2")
    [line] = ax.lines
    [bars] = ax.collections
    assert (line.get_markersize(), line.get_rasterized()) == (size, rasterized)
    assert bars.get_linewidth()[0] == pytest.approx(width)
    assert line.get_ydata()[0] == pytest.approx(2.0)  # us


def test_no_member_is_no_point() -> None:
    ax = Figure().add_subplot()
    panel = Panel("Residual", np.arange(3.0), np.zeros(3), np.ones(3))
    draw_points(ax, panel, (1.0, "s"), np.zeros(3, dtype=bool), fmt="o")
    assert len(ax.lines) == len(ax.collections) == 0


def test_the_unit_is_that_of_the_largest_value_with_its_error() -> None:
    for value, error, name in ((0.9e-6, 0.0, "ns"), (1.1e-6, 0.0, "µs"), (0.5e-6, 0.6e-6, "µs"), (-1.1e-6, 0.0, "µs")):
        assert panel_unit(Panel("", np.zeros(1), np.array([value]), np.array([error])))[1] == name


def test_each_panel_has_a_line_at_zero(result: jug.FitResult, loaded: tuple) -> None:
    for ax in jug.plot_residuals(result, loaded[1]).axes[:2]:
        assert [0.0, 0.0] in [list(line.get_ydata()) for line in ax.lines]
