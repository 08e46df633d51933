"""Pictures of residuals: what the labels say, what the panels share, colours of averages, and places of points."""

import io

import numpy as np
import pytest
from copies import example
from matplotlib.colors import to_hex

import jug
from jug.analysis.elevation import elevation_deg
from jug.errors import InputError, JugError
from jug.model.evaluation.anchor import make_anchor
from jug.plots.abscissa import abscissa_of, averaged_abscissa
from jug.plots.groups import NO_FLAG, groups_of
from jug.plots.labels import shortened_name, text_width_in, wrap
from jug.plots.residual_data import ShownResiduals, residual_picture

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def b1855() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return jug.fit(model, toas), toas


@pytest.fixture(scope="module")
def ngc6440e() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(PAR, TIM)
    return jug.fit(model, toas), toas


def test_labels_say_what_is_drawn(b1855: tuple) -> None:
    """A picture of averages of whitened residuals says both, in its title, its axes and its rms."""
    result, toas = b1855
    picture = residual_picture(result, toas, ShownResiduals(whiten=True, average=True))
    epochs = jug.average(result, toas, result.residuals.white())
    assert picture.title == f"PSR B1855+09, {len(epochs)} averages of 4005 TOAs, whitened"
    assert [panel.title for panel in picture.panels] == [
        "Averaged whitened pre-fit residual",
        "Averaged whitened post-fit residual",
    ]
    assert picture.panels[1].value == pytest.approx(epochs.time_s, abs=1e-15)  # s
    assert picture.panels[1].rms_of == "averaged whitened residuals"
    words = jug.plot_residuals(result, toas, whiten=True, average=True).axes[1].texts[-1].get_text()
    w = 1.0 / epochs.error_s**2
    rms = np.sqrt(np.sum(w * (epochs.time_s - np.sum(w * epochs.time_s) / w.sum()) ** 2) / w.sum())
    assert words == f"weighted rms of averaged whitened residuals {rms * 1e9:#.4g} ns"


def test_what_is_subtracted_is_named(b1855: tuple) -> None:
    picture = residual_picture(*b1855, ShownResiduals(("RED",)), stage="post")
    assert picture.title == "PSR B1855+09, 4005 TOAs, less RED"
    assert [panel.title for panel in picture.panels] == ["Post-fit residual less RED"]


def test_averages_keep_the_colours_of_their_toas(b1855: tuple) -> None:
    result, toas = b1855
    whole = jug.plot_residuals(result, toas, stage="post")
    averaged = jug.plot_residuals(result, toas, stage="post", average=True)
    names = [[text.get_text() for text in figure.legends[0].get_texts()] for figure in (whole, averaged)]
    assert names[0] == names[1] == ["430_ASP", "430_PUPPI", "L-wide_ASP", "L-wide_PUPPI"]
    colours = [[to_hex(c.lines[0].get_color()) for c in figure.axes[0].containers] for figure in (whole, averaged)]
    assert colours[0] == colours[1]
    by_frequency = jug.plot_residuals(result, toas, stage="post", average=True, colour="freq")
    assert by_frequency.axes[-1].get_ylabel() == "Frequency (MHz)"


def test_similar_panels_have_the_same_ends_and_unit(b1855: tuple) -> None:
    before, after = jug.plot_residuals(*b1855).axes[:2]
    assert before.get_ylim() == pytest.approx(after.get_ylim())
    assert [ax.get_ylabel().rpartition(" ")[2] for ax in (before, after)] == ["(µs)", "(µs)"]


def test_the_range_of_a_much_smaller_panel_is_shaded(ngc6440e: tuple) -> None:
    """Before the fit 1.8 ms, after it 300 us."""
    before, after = jug.plot_residuals(*ngc6440e).axes[:2]
    assert "shaded: range of the panel below" in [text.get_text() for text in before.texts]
    [band] = before.patches
    low, high = band.get_y(), band.get_y() + band.get_height()
    assert (1e3 * low, 1e3 * high) == pytest.approx(after.get_ylim())


@pytest.mark.parametrize(("stage", "titles"), [("pre", ["Pre-fit residual"]), ("post", ["Post-fit residual"])])
def test_one_stage(stage: str, titles: list[str], ngc6440e: tuple) -> None:
    picture = residual_picture(*ngc6440e, ShownResiduals(), stage=stage)
    assert [panel.title for panel in picture.panels] == titles


def test_the_elevation_is_that_of_the_exact_zenith() -> None:
    """Nutation, UT1 - UTC and aberration are left out: 0.01 degrees together."""
    par, tim = example("B1855+09_NANOGrav_9yv1")
    text = par.read_text() + "\nCORRECT_TROPOSPHERE Y\n"
    model = jug.load_model(jug.read_par(io.StringIO(text)))
    toas = jug.prepare(model, jug.read_tim(tim))[:500]
    anchor = make_anchor(model, toas)
    exact = np.degrees(np.arcsin(np.sum(toas.zenith * anchor.state.x.n[: len(toas)], axis=1)))
    assert elevation_deg(model, toas) == pytest.approx(exact, abs=0.01)
    assert elevation_deg(model, toas).min() > 69.0  # Arecibo reaches 20 degrees from the zenith


def test_no_elevation_at_the_barycentre() -> None:
    model = jug.load_model(PAR)
    toas = jug.simulate(model, [53800.0, 53900.0], site="@")
    assert np.isnan(elevation_deg(model, toas)).all()
    with pytest.raises(JugError, match="no TOA was taken at an observatory"):
        jug.plot_residuals(model, toas, against="elevation")


def test_infinite_frequencies_are_counted() -> None:
    model = jug.load_model(PAR)
    toas = jug.simulate(model, np.linspace(53500.0, 54000.0, 6), freq_mhz=[0.0, 430.0, 800.0, 1400.0, 2300.0, 0.0])
    ax = jug.plot_residuals(model, toas, against="frequency").axes[0]
    assert ax.get_xlabel() == "Frequency (MHz); 2 points at infinite frequency not drawn"
    assert ax.get_xscale() == "log"


def test_places_of_averages(b1855: tuple) -> None:
    """A mean on the circle: the phase of an average lies among those of its TOAs, also across 0."""
    result, toas = b1855
    epochs = jug.average(result, toas)
    for name in ("orbital-phase", "day-of-year", "frequency"):
        whole = abscissa_of(name, result.model, toas)
        mean = averaged_abscissa(whole, epochs).value
        period = 1.0 if name == "orbital-phase" else 365.25
        off = np.array([np.max(np.abs(whole.value[rows] - x)) for rows, x in zip(epochs.members, mean, strict=True)])
        off = off if name == "frequency" else np.minimum(off, period - off)
        assert off.max() < {"orbital-phase": 0.05, "day-of-year": 0.5, "frequency": 400.0}[name]
    serial = averaged_abscissa(abscissa_of("serial", result.model, toas), epochs)
    assert serial.value[[0, -1]].tolist() == [1.0, len(epochs)]
    angles = abscissa_of("orbital-phase", result.model, toas)
    across = angles._replace(value=np.where(np.arange(len(toas)) % 2, 0.99, 0.03))
    pair = epochs.__class__(*[np.zeros(1)] * 4, (np.array([0, 1]),))
    assert averaged_abscissa(across, pair).value == pytest.approx([0.01])


def test_more_groups_than_styles_share_the_last() -> None:
    words = np.array([f"r{i}" for i in range(60) for _ in range(1 + (i < 55))] + [""] * 3)
    groups = groups_of(words)
    assert len(groups) == 56
    assert groups[0].label == NO_FLAG
    assert groups[-1].label == "6 smaller groups"
    assert sum(int(group.members.sum()) for group in groups) == len(words)


def test_text_is_wrapped_to_a_width() -> None:
    text = "Averaged whitened post-fit residual (10⁻³\u00a0pc\u00a0cm⁻³)"
    lines = wrap(text, 10.0, 2.0).split("\n")
    assert max(text_width_in(line, 10.0) for line in lines) <= 2.0
    assert " ".join(lines) == text
    assert wrap("short", 10.0, 2.0) == "short"
    assert len(shortened_name("x" * 50)) == 33


@pytest.mark.parametrize(
    ("choice", "error", "says"),
    [
        ({"against": "colour"}, JugError, "may be mjd, orbital-phase"),
        ({"stage": "middle"}, JugError, "may be both, pre, post"),
        ({"style": "three-column"}, InputError, "it may be screen, one-column, two-column"),
        ({"style": PAR}, InputError, "not a style sheet"),
        ({"style": TIM.with_name("J0613-sim.par")}, InputError, "not a style sheet"),
    ],
)
def test_wrong_words(choice: dict, error: type, says: str, ngc6440e: tuple) -> None:
    with pytest.raises(error, match=says):
        jug.plot_residuals(*ngc6440e, **choice)


def test_dms_need_wideband_toas(ngc6440e: tuple) -> None:
    with pytest.raises(JugError, match="no measured DMs"):
        jug.plot_dm_residuals(*ngc6440e)
    model, toas = jug.load(*example("test-wb-0"))
    figure = jug.plot_dm_residuals(model, toas, colour="none", against="serial")
    assert figure.axes[0].get_ylabel().replace("\n", " ").replace("\u00a0", " ").endswith("pc cm⁻³)")
    assert figure.get_suptitle() == f"PSR {model.psr}, measured DMs of {len(toas)} TOAs"


def test_a_style_leaves_the_settings_as_they_were(ngc6440e: tuple) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    figure = jug.plot_residuals(*ngc6440e, style="one-column")
    assert dict(matplotlib.rcParams) == before
    assert figure.get_figwidth() == 3.4
    figure.draw_without_rendering()
    assert {label.get_size() for label in figure.axes[0].get_yticklabels()} == {7.0}


def test_a_style_sheet_of_the_user(ngc6440e: tuple, tmp_path) -> None:
    sheet = tmp_path / "mine.mplstyle"
    sheet.write_text("figure.figsize: 5.5, 3\nfont.size: 11\n")
    assert jug.plot_residuals(*ngc6440e, style=sheet).get_figwidth() == 5.5
