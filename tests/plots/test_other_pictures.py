"""What pictures of grids, predictions, noise and delays show: the points, units, limits and words that they draw."""

import dataclasses
import re

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure
from text_boxes import text_boxes

import jug
from jug.analysis.grids.grid_result import Grid
from jug.analysis.prediction.prediction_result import Prediction
from jug.plots.grid import rise
from jug.plots.labels import printed_unit
from jug.plots.legend import legend_on_top
from jug.plots.long_numbers import number_axis, reference_text, shifted_formatter
from jug.plots.pictures import unit_for
from jug.plots.prediction import MOST_LINES, plot_prediction
from jug.plots.series import PlottedQuantity, draw_series

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def loaded() -> tuple[jug.TimingModel, jug.TOAs]:
    return jug.load(PAR, TIM)


@pytest.mark.parametrize(
    ("level", "one", "two"), [(0.6827, 1.0, 2.30), (0.9545, 4.0, 6.18), (0.9973, 9.0, 11.83), (0.5, 0.4549, 1.3863)]
)
def test_contours_of_confidence(level: float, one: float, two: float) -> None:
    """Quantiles of chi2 with one and two degrees of freedom, as in the tables of Numerical Recipes."""
    assert rise(level, 1) == pytest.approx(one, abs=0.005)
    assert rise(level, 2) == pytest.approx(two, abs=0.005)


def paraboloid(model: jug.TimingModel, *names: str) -> Grid:
    """chi2 of two uncorrelated parameters with its least value, 50, at the second of five and the third of four."""
    axes = {name: model.values[name] * (1.0 + 1e-9 * np.arange(n)) for name, n in zip(names, (5, 4), strict=False)}
    x, y = np.arange(5) - 1.0, np.arange(4) - 2.0
    chi2 = 50.0 + (x**2 if len(names) == 1 else x[:, None] ** 2 + 3.0 * y**2)
    offsets = {name: axis - model.values[name] for name, axis in axes.items()}
    return Grid(model, axes, chi2, None, None, None, {}, 0.0, offsets)


def test_a_map_has_its_axes_best_point_and_contours(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The rise is 0 to 9 + 12: the contour of 11.83 is drawn, one of 40 lies outside."""
    made = paraboloid(loaded[0], "DM", "F0")
    figure = jug.plot_grid(made)
    ax, bar = figure.axes
    assert (ax.get_xlabel(), ax.get_ylabel().replace("\n", " ")) == (
        "DM − 223.900000 (10⁻⁷ pc cm⁻³)",
        "F0 − 61.4854766 (10⁻⁸ Hz)",
    )
    assert bar.get_ylabel() == "χ² above its least value"
    assert figure.get_suptitle() == "PSR 1748-2021E, least χ² 50.00"
    assert ax.lines[0].get_xydata() == pytest.approx(np.array([[made.axes["DM"][1], made.axes["F0"][2]]]), rel=1e-12)
    mesh = ax.collections[0]
    assert np.asarray(mesh.get_array()) == pytest.approx(made.delta.T)
    assert mesh.get_clim() == pytest.approx((0.0, 1.5 * rise(0.9973, 2)))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["least χ²", "68.27%", "95.45%", "99.73%"]
    outside = jug.plot_grid(made, levels=(0.6827, 1.0 - np.exp(-20.0)))
    assert [text.get_text() for text in outside.legends[0].get_texts()] == ["least χ²", "68.27%"]


def test_a_line_has_its_levels(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    made = paraboloid(loaded[0], "DM")
    (ax,) = jug.plot_grid(made, levels=(0.9545, 0.6827)).axes
    curve, *levels = ax.lines
    assert curve.get_xydata() == pytest.approx(np.column_stack([made.axes["DM"], [1.0, 0.0, 1.0, 4.0, 9.0]]))
    assert [line.get_ydata()[0] for line in levels] == pytest.approx([1.0, 4.0], abs=1e-3)
    assert [(text.get_text(), text.xy) for text in ax.texts] == [
        ("68.27%", (0.995, pytest.approx(1.0, abs=1e-3))),
        ("95.45%", (0.995, pytest.approx(4.0, abs=1e-3))),
    ]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("DM − 223.900000 (10⁻⁷ pc cm⁻³)", "χ² above its least value")


def test_a_map_reaches_half_a_step_beyond_its_points(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """Also where the axis is 1e-12 of the value: matplotlib's own margins left a white strip there."""
    made = paraboloid(loaded[0], "F0", "DM")
    f0 = loaded[0].values["F0"] + 1e-11 * np.arange(5)
    ax = jug.plot_grid(dataclasses.replace(made, axes={**made.axes, "F0": f0[::-1]})).axes[0]
    assert np.array(ax.get_xlim()) - f0[0] == pytest.approx([-5e-12, 4.5e-11], abs=2e-14)


def test_no_contour_is_drawn_where_the_grid_is_too_coarse(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    made = paraboloid(loaded[0], "DM", "F0")
    x, y = np.arange(5.0), np.arange(4.0)
    ridge = dataclasses.replace(made, linear=50.0 + 100.0 * (x[:, None] - y) ** 2 + 4.0 * (y - 1.0) ** 2)
    figure = jug.plot_grid(ridge, levels=(0.5, 0.9545))
    assert [text.get_text().replace("\n", " ") for text in figure.axes[0].texts] == [
        "grid too coarse for contours of 50%, 95.45%"
    ]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["least χ²"]


def noted(grid: Grid) -> tuple[list[str], int, list[str]]:
    """The texts in a picture of a grid, its number of lines or contours, and the legend."""
    figure = jug.plot_grid(grid)
    ax = figure.axes[0]
    legend = [text.get_text() for found in figure.legends for text in found.get_texts()]
    return [text.get_text().replace("\n", " ") for text in ax.texts], len(ax.lines) + len(ax.collections), legend


def test_no_level_is_drawn_about_a_least_value_at_the_edge(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The first value of both axes; with one parameter the whole curve is seen, not what a level would leave of it."""
    line = dataclasses.replace(paraboloid(loaded[0], "DM"), linear=50.0 + 100.0 * np.arange(5.0))
    assert line.at_edge == ("DM",)
    assert noted(line) == (["least value at the edge of the grid"], 1, [])
    assert jug.plot_grid(line).axes[0].get_ylim()[1] > 400.0
    rising = 50.0 + np.arange(5.0)[:, None] + (np.arange(4.0) - 2.0) ** 2
    area = dataclasses.replace(paraboloid(loaded[0], "DM", "F0"), linear=rising)
    assert area.at_edge == ("DM",)
    assert ", F0 = 61.485476676971, at the edge of the grid\n" in area.summary()
    assert noted(area) == (["least value at the edge of the grid"], 2, ["least χ²"])  # the map and the cross


def test_an_axis_that_ends_where_the_parameter_ends_has_its_levels() -> None:
    model = jug.load_model(jug.data.example("J0740+6620")[0])
    axes = {"SINI": np.linspace(0.992, 1.0, 5)}
    ends = Grid(model, axes, 54.0 - np.arange(5.0), None, None, None, {}, 0.0, {"SINI": axes["SINI"] - 0.99})
    assert ends.at_edge == ()
    assert noted(ends)[0] == ["68.27%", "95.45%", "99.73%"]


def test_levels_hold_where_the_least_value_is_near_chi2_of_the_model(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """A quarter of the levels 1, 4 and 9 is 0.25, 1 and 2.25."""
    made = paraboloid(loaded[0], "DM")
    for excess, kept in ((-5.0, 3), (0.24, 3), (0.5, 2), (2.0, 1), (10.6, 0)):
        texts, lines, _ = noted(dataclasses.replace(made, model_chi2=50.0 - excess))
        assert lines == 1 + kept
        assert [text for text in texts if text[0] == "l"] == (
            [] if kept == 3 else [f"least value on the grid {excess:.3g} above χ² of the model"]
        )


def test_a_grid_beside_the_fit_says_so(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """DM is 224.11 pc cm^-3, where chi2 is 59.57."""
    result = jug.fit(*loaded)
    found = jug.grid(result.model, loaded[1], {"DM": [224.0, 223.5, 223.0]}, backend="numpy")
    assert found.model_chi2 == pytest.approx(result.chi2, abs=1e-6)
    assert found.at_edge == ("DM",)
    last = dataclasses.replace(paraboloid(loaded[0], "DM"), linear=50.0 - np.arange(5.0))
    assert last.at_edge == ("DM",)  # at its last value, and at none of one before it
    assert dataclasses.replace(last, linear=np.array([5.0, 4.0, 3.0, 2.0, 3.0])).at_edge == ()


def test_ticks_have_the_same_digits() -> None:
    assert shifted_formatter(0.0, 1e-15).format_ticks([-1.182e-15, -1.18e-15, -1.178e-15]) == [
        "−1.182",
        "−1.180",
        "−1.178",
    ]
    assert shifted_formatter(61.0, 0.5).format_ticks([58.5, 61.0, 62.25]) == ["−5.0", "0.0", "2.5"]
    assert shifted_formatter(0.0, 1.0)(3.25) == "3.25"


def test_references_of_axes_and_units() -> None:
    assert reference_text(61.4854765544, 8) == "61.48547655"
    assert reference_text(1.1812e-15, 18) == "1.181×10⁻¹⁵"
    assert reference_text(1e-4, 4) == "0.0001"
    assert reference_text(0.0, 2) == "0.00"
    ax = Figure().add_subplot()
    f1 = -1.181e-15 + 1.5e-19 * np.arange(-1.0, 2.0)
    assert number_axis(ax.xaxis, f1, "F1", printed_unit("Hz s^-1")) == "F1 + 1.181×10⁻¹⁵ (10⁻¹⁹ Hz s⁻¹)"
    assert [printed_unit(unit) for unit in ("pc cm^-3", "Msun", "", "mas/yr^2")] == ["pc cm⁻³", "M☉", "", "mas/yr²"]


@pytest.mark.parametrize("levels", [(0.0,), (1.0,), (0.5, -0.1)])
def test_a_probability_is_between_0_and_1(levels: tuple[float, ...], loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    with pytest.raises(jug.JugError, match="a level of confidence lies between 0 and 1"):
        jug.plot_grid(paraboloid(loaded[0], "DM"), levels=levels)


def predicted(error_s: list[float], draws: int = 0, span: tuple[float, float] = (53400.0, 53500.0)) -> Prediction:
    """A prediction at dates out of order, for a pulsar of 100 turns a second."""
    mjd = np.array([54000.0, 53000.0, 55000.0])
    lines = np.arange(draws)[:, None] * 1e-6 + np.array([0.0, 1e-5, 2e-5])
    return Prediction(mjd, np.array(error_s), np.full(3, 100.0), lines, span)


def test_a_prediction_is_drawn_in_order_of_time_with_at_most_fifty_models() -> None:
    figure = plot_prediction(predicted([2e-5, 1e-5, 3e-5], draws=60), title="A title")
    (ax,) = figure.axes
    assert ax.get_ylabel().replace("\n", " ") == "Residual predicted at infinite frequency (µs)"
    assert ax.get_xlabel() == "MJD (TDB at the barycentre)"
    assert figure.get_suptitle() == "A title"
    assert len(ax.lines) == MOST_LINES == 50
    assert ax.lines[2].get_xydata() == pytest.approx(np.array([[53000, 12.0], [54000, 2.0], [55000, 22.0]]))
    ends = ax.collections[0].get_paths()[0].vertices
    assert {(x, round(abs(y), 6)) for x, y in ends} == {(53000, 10.0), (54000, 20.0), (55000, 30.0)}
    assert (ends[:, 1].min(), ends[:, 1].max()) == pytest.approx((-30.0, 30.0))
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == ["±1 standard deviation", "50 random models", "TOAs of the fit"]
    assert len(ax.child_axes) == 1  # the years


def test_where_phase_connection_is_lost_both_limits_are_drawn() -> None:
    """LOST_TURNS of a turn of 10 ms above and below zero; the span of the TOAs is not known."""
    made = predicted([2e-3, 1e-3, 3e-2], span=(np.nan, np.nan))
    (ax,) = plot_prediction(made).axes
    words = [text.get_text() for text in ax.get_legend().get_texts()]
    assert words[0] == "±1 standard deviation"
    [found] = re.findall(r"^±([\d.]+) turn: phase connection lost$", words[1])
    assert len(words) == 2
    assert ax.lines[0].get_ydata() == pytest.approx(np.full(3, float(found) * 10.0))  # ms
    assert ax.lines[1].get_ydata() == pytest.approx(np.full(3, -float(found) * 10.0))


@pytest.mark.parametrize(
    ("size", "unit"), [(5.0, "s"), (1.0, "s"), (0.999, "ms"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"), (1e-12, "ns")]
)
def test_the_unit_is_the_largest_that_is_not_larger(size: float, unit: str) -> None:
    assert unit_for(size)[1] == unit


def test_series_are_drawn_with_their_errors_in_their_own_units(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The unit of a panel is at most what it shows, errors included."""
    toas = loaded[1]
    value = np.linspace(-1.0, 1.0, len(toas))
    several = [
        PlottedQuantity("large", 2e-3 * value, np.full(len(toas), 1e-3)),
        PlottedQuantity("small", 0.9e-3 * value),
        *(PlottedQuantity(str(k), value) for k in range(7)),
    ]
    figure = draw_series(several, toas, "A title")
    assert [ax.get_ylabel() for ax in figure.axes] == ["Delay (ms)", "Delay (µs)", *["Delay (s)"] * 7]
    assert [ax.texts[0].get_text() for ax in figure.axes] == ["Large", "Small", *map(str, range(7))]
    assert [ax.get_xlabel() for ax in figure.axes] == [""] * 8 + ["MJD"]
    assert [len(ax.child_axes) for ax in figure.axes] == [1] + [0] * 8
    assert figure.get_suptitle() == "A title"
    first, second = figure.axes[:2]
    points = first.containers[0].lines[0]
    assert points.get_xydata() == pytest.approx(np.column_stack([toas.mjd, 2.0 * value]))
    assert not points.get_rasterized()
    bars = first.containers[0].lines[2][0].get_segments()
    assert [np.ptp(bar[:, 1]) for bar in bars] == pytest.approx([2.0] * len(toas))
    assert second.containers[0].lines[0].get_ydata() == pytest.approx(900.0 * value)
    assert not second.containers[0].lines[2]
    colours = [ax.containers[0].lines[0].get_color() for ax in figure.axes]
    assert len(set(colours)) == 8
    assert colours[8] == colours[0]
    for ax in (first, second):
        low, high = ax.get_ylim()
        assert low < np.min(ax.dataLim.y0) < np.max(ax.dataLim.y1) < high
        assert high - ax.dataLim.y1 > 1.2 * (ax.dataLim.y0 - low)  # room for the name at the top


def test_a_curve_that_just_reaches_the_end_is_not_cut(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The end is five times the outermost level; a curve as high as that has the margins of matplotlib."""
    height = 5.0 * rise(0.9545, 1)
    made = dataclasses.replace(paraboloid(loaded[0], "DM"), linear=np.array([height, 0.0, 1.0, 2.0, height]))
    assert jug.plot_grid(made, levels=(0.9545,)).axes[0].get_ylim()[1] > 1.01 * height


@pytest.mark.parametrize("n", [1, 2, 9])
def test_a_legend_on_top_has_room_above_the_points(n: int) -> None:
    ax = Figure(figsize=(3.0, 3.0)).add_subplot()
    for i in range(n):
        ax.plot([0.0, 1.0], [0.0, 1.0], label=f"a name of some length {i}")
    top = ax.get_ylim()[1]
    legend_on_top(ax)
    figure = ax.get_figure()
    assert figure is not None
    text_boxes(figure)
    legend = ax.get_legend()
    assert legend is not None
    assert ax.get_ylim()[1] > top
    if n < 9:  # room is made up to half of the panel
        assert legend.get_window_extent().y0 > ax.transData.transform((0.0, 1.0))[1]
