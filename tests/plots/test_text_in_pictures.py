"""No text of a picture overlaps another or leaves the canvas, in every style, for few TOAs and for many."""

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure
from text_boxes import faults, text_boxes

import jug
from jug.plots.abscissa import ABSCISSAE
from jug.plots.groups import MOST_STYLES
from jug.plots.style import STYLES

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def few() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(PAR, TIM)
    return jug.fit(model, toas), toas


@pytest.fixture(scope="module")
def thousands() -> tuple[jug.FitResult, jug.TOAs]:
    """4,005 TOAs with ECORR and red noise."""
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return jug.fit(model, toas), toas


def receivers(n: int, n_receivers: int, name: str = "Receiver_{}_of_a_telescope") -> tuple[jug.TimingModel, jug.TOAs]:
    """TOAs of many receivers."""
    model = jug.load_model(PAR)
    flags = {"fe": [name.format(i % n_receivers) for i in range(n)]}
    freq = np.geomspace(400.0, 3000.0, n)
    mjd = np.linspace(53000.0, 57000.0, n)
    return model, jug.simulate(model, mjd, error_us=20.0, freq_mhz=freq, flags=flags, noise=True, seed=1, site="gbt")


def test_faults_are_found() -> None:
    figure = Figure()
    figure.text(0.5, 0.5, "one text")
    figure.text(0.51, 0.5, "another")
    figure.text(0.99, 0.1, "too far right")
    ax = figure.add_axes((0.2, 0.6, 0.3, 0.3))
    ax.text(-0.05, 0.5, "half outside", transform=ax.transAxes)
    assert faults(figure) == [
        "'too far right' leaves the canvas",
        "'one text' overlaps 'another'",
        "'half outside' crosses a spine",
    ]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("against", [name for name in ABSCISSAE if name != "orbital-phase"])
def test_residuals_of_62_toas(few: tuple, against: str, style: str) -> None:
    assert faults(jug.plot_residuals(*few, against=against, style=style)) == []


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("against", ["mjd", "orbital-phase", "frequency"])
def test_averaged_and_whitened_residuals_of_4005_toas(thousands: tuple, against: str, style: str) -> None:
    figure = jug.plot_residuals(*thousands, against=against, style=style, average=True, whiten=True)
    assert faults(figure) == []


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("subtract", [["RED"], ["RED", "ECORR"]])
def test_residuals_less_noise(thousands: tuple, subtract: list[str], style: str) -> None:
    """What the panel says of them is wider than a panel of one column."""
    for stage, average in (("post", True), ("both", False)):
        figure = jug.plot_residuals(*thousands, subtract=subtract, stage=stage, style=style, average=average)
        assert faults(figure) == []


@pytest.mark.parametrize("style", STYLES)
def test_one_toa(few: tuple, style: str) -> None:
    figure = jug.plot_residuals(few[0].model, few[1].select([0]), style=style)
    assert faults(figure) == []
    low, high = figure.axes[0].get_xlim()
    assert high - low == pytest.approx(40.0)  # days


@pytest.mark.parametrize("style", STYLES)
def test_wideband_residuals(style: str) -> None:
    model, toas = jug.load(*example("test-wb-0"))
    assert faults(jug.plot_residuals(model, toas, style=style)) == []
    assert faults(jug.plot_dm_residuals(model, toas, style=style)) == []


@pytest.mark.long
@pytest.mark.parametrize("colour", ["fe", "freq"])
def test_a_hundred_thousand_toas(colour: str) -> None:
    figure = jug.plot_residuals(*receivers(100_000, 51), colour=colour)
    assert faults(figure) == []
    assert "bar: median uncertainty" in [text for text, _ in text_boxes(figure)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("n_receivers", [51, 200])
def test_the_legend_of_many_receivers_leaves_the_panel_as_it_is(n_receivers: int, style: str) -> None:
    """The panel is as high as with one receiver, and all that is not named is counted."""
    figure = jug.plot_residuals(*receivers(400, n_receivers), colour="fe", style=style)
    alone = jug.plot_residuals(*receivers(400, 1), colour="fe", style=style)
    assert faults(figure) == []
    text_boxes(alone)
    heights = [one.axes[0].get_window_extent().height for one in (figure, alone)]
    assert heights[0] > 0.9 * heights[1]
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    more = int(names[-1].split()[1]) if names[-1].startswith("and ") else 0
    assert len(names) - bool(more) + more == min(n_receivers, MOST_STYLES)


def test_the_legend_of_short_names_has_all_of_51() -> None:
    figure = jug.plot_residuals(*receivers(400, 51, "R{}_GUPPI"), colour="fe")
    assert len(figure.legends[0].get_texts()) == 51
    styles = {(one.get_color(), one.get_marker()) for one in figure.legends[0].legend_handles}
    assert len(styles) == 51


def test_a_figure_of_the_user_keeps_its_size() -> None:
    figure = Figure(figsize=(6.0, 4.0), layout="constrained")
    jug.plot_residuals(*receivers(400, 51), colour="fe", figure=figure)
    assert tuple(figure.get_size_inches()) == (6.0, 4.0)
    assert faults(figure) == []
    assert figure.axes[0].get_window_extent().height > 0.35 * figure.bbox.height
