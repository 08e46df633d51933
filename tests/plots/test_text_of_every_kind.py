"""No text overlaps another or leaves the canvas, in any kind of picture, in any style, from 1 to 100,000 TOAs."""

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure
from text_boxes import faults

import jug
from jug.errors import JugError
from jug.plots.abscissa import ABSCISSAE
from jug.plots.kinds import PICTURE_KINDS
from jug.plots.style import STYLES

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

PAR, TIM = example("NGC6440E")
RED = "TNREDAMP -12\nTNREDGAM 3\nTNREDC 5\nTNDMAMP -11\nTNDMGAM 3\nTNDMC 5\n"

Draw = Callable[[str], Figure]


def other_kinds(result: jug.FitResult, toas: jug.TOAs, params: tuple[str, ...]) -> dict[str, Draw]:
    """What draws each kind that is not of residuals against a quantity, and the pictures of other commands."""
    times = np.linspace(toas.mjd.min(), 2.0 * toas.mjd.max() - toas.mjd.min(), 40)
    one = jug.grid(result.model, toas, jug.grid_axes(result, params[0]), exact=False, backend="numpy")
    two = jug.grid(result.model, toas, jug.grid_axes(result, params), exact=False, backend="numpy")
    prediction = jug.predict(result, toas, mjd=times, n_draws=5, seed=1)
    return {
        "qq": lambda style: jug.plot_qq(result, toas, style=style),
        "histogram": lambda style: jug.plot_histogram(result, toas, style=style),
        "periodogram": lambda style: jug.plot_periodogram(result, toas, draws=20, style=style),
        "dmx": lambda style: jug.plot_dmx(result, style=style),
        "noise": lambda style: jug.plot_noise(result, toas, style=style),
        "delays": lambda style: jug.plot_delays(result.model, toas, style=style),
        "correlation": lambda style: jug.plot_correlation(result, style=style),
        "grid": lambda style: jug.plot_grid(two, style=style),
        "grid of one": lambda style: jug.plot_grid(one, style=style),
        "prediction": lambda style: jug.plot_prediction(prediction, style=style),
    }


OTHER_KINDS = ("qq", "histogram", "periodogram", "dmx", "noise", "delays", "correlation", "grid", "prediction")
DRAWN = (*OTHER_KINDS, "grid of one")

NARROWEST_FIRST = [style if style == "one-column" else pytest.param(style, marks=pytest.mark.long) for style in STYLES]
"""The narrowest style is a plain test, the others are long ones."""


@pytest.fixture(scope="module")
def few() -> dict[str, Draw]:
    """62 TOAs with red noise, DM noise and bins of DMX."""
    model = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + RED)))
    toas = jug.prepare(model, jug.read_tim(TIM))
    model = model.add_dmx(toas, days=60.0)
    return other_kinds(jug.fit(model, toas), toas, ("F0", "F1"))


@pytest.fixture(scope="module")
def thousands() -> dict[str, Draw]:
    """4,005 TOAs with ECORR, red noise and 72 bins of DMX."""
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return other_kinds(jug.fit(model, toas), toas, ("M2", "SINI"))


def test_every_kind_is_here_or_among_the_residuals() -> None:
    residuals = {name for name, kind in PICTURE_KINDS.items() if kind.function.endswith("residuals")}
    assert {*OTHER_KINDS, *residuals} == set(PICTURE_KINDS)


@pytest.mark.parametrize("style", NARROWEST_FIRST)
@pytest.mark.parametrize("kind", DRAWN)
def test_62_toas(few: dict[str, Draw], kind: str, style: str) -> None:
    assert faults(few[kind](style)) == []


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", DRAWN)
def test_4005_toas(thousands: dict[str, Draw], kind: str, style: str) -> None:
    assert faults(thousands[kind](style)) == []


@pytest.mark.long
def test_a_hundred_thousand_toas_of_51_receivers() -> None:
    model = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + RED)))
    n = 100_000
    flags = {"fe": [f"Receiver_{i % 51}_of_a_telescope" for i in range(n)]}
    mjd, freq = np.linspace(53000.0, 57000.0, n), np.tile([800.0, 1400.0, 2000.0, 3000.0], n // 4)
    toas = jug.simulate(model, mjd, error_us=20.0, freq_mhz=freq, flags=flags, noise=True, seed=1, site="gbt")
    result = jug.fit(model, toas)
    for style in ("screen", "one-column"):
        assert faults(jug.plot_residuals(result, toas, colour="fe", whiten=True, style=style)) == []
        assert faults(jug.plot_noise(result, toas, style=style)) == []
    for against in ABSCISSAE:
        if against != "orbital-phase":
            assert faults(jug.plot_residuals(result, toas, against=against)) == []
    others = other_kinds(result, toas, ("F0", "F1"))
    assert [kind for kind in OTHER_KINDS if kind != "dmx" and faults(others[kind]("screen"))] == []


@pytest.mark.parametrize("style", NARROWEST_FIRST)
def test_one_toa(style: str) -> None:
    """What can be drawn of one TOA: its delays, and one bin of DMX. The rest is one sentence."""
    model, toas = jug.load(PAR, TIM)
    toas = toas.select([0])
    assert faults(jug.plot_delays(model, toas, style=style)) == []
    day = f"DMX_0001 0.01\nDMXR1_0001 {toas.mjd[0] - 1.0:.1f}\nDMXR2_0001 {toas.mjd[0] + 1.0:.1f}\n"
    binned = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + day)))
    assert faults(jug.plot_dmx(binned, style=style)) == []
    for draw in (jug.plot_qq, jug.plot_histogram, jug.plot_periodogram, jug.plot_noise):
        with pytest.raises(JugError):
            draw(model, toas, style=style)


@pytest.mark.parametrize("style", NARROWEST_FIRST)
def test_pictures_of_other_commands(style: str) -> None:
    model, toas = jug.load(PAR, TIM)
    check = jug.check_noise(model, toas, draws=99)
    assert faults(jug.plot_noise_check(check, style=style)) == []
    five_years = replace(check, mjd=np.linspace(53358.7, 55108.9, len(check.mjd)))
    assert faults(jug.plot_noise_check(five_years, style=style)) == []
    assert faults(jug.plot_connection(jug.connect(model, toas, gap_d=10.0), style=style)) == []


@pytest.mark.parametrize("mean_square", [2.2, 2.66, 2.68, 2.93])
def test_a_tick_at_the_right_end_of_a_panel(mean_square: float) -> None:
    """At 2.66 and 2.68 the last label is 2.75: the layout made room for it, and took it back with fewer ticks."""
    check = jug.check_noise(*jug.load(*jug.data.example("B1855+09-dfg12")), draws=99)
    sizes = {"430G_ASP": 0.53 * mean_square, "L_wide_ASP": mean_square}
    tests = tuple(one._replace(value=sizes[one.group]) if one.kind == "chi2" else one for one in check.tests)
    assert faults(jug.plot_noise_check(replace(check, tests=tests), style="one-column")) == []


def test_titles_and_figures_of_the_user() -> None:
    model, toas = jug.load(PAR, TIM)
    result = jug.fit(model, toas)
    for draw in (jug.plot_qq, jug.plot_histogram):
        figure = Figure(figsize=(5.0, 3.0), layout="constrained")
        assert draw(result, toas, figure=figure, title="Of mine") is figure
        assert figure.get_suptitle() == "Of mine"
        assert tuple(figure.get_size_inches()) == (5.0, 3.0)
    assert jug.plot_correlation(result, title="").get_suptitle() == ""


@pytest.mark.parametrize("years", [0.1, 4.79, 20.0])
def test_dates_of_a_panel_beside_another_one(years: float) -> None:
    """There is room for fewer: 53500, 53750, ... ran into each other in a panel of half the width."""
    check = jug.check_noise(*jug.load(PAR, TIM), draws=99)
    dates = 53358.7 + np.linspace(0.0, 365.25 * years, len(check.mjd))
    assert faults(jug.plot_noise_check(replace(check, mjd=dates), style="screen")) == []
