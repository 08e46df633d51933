"""Pictures of DMX, noise, correlations and grids: values, places and words."""

import io

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure

import jug
from jug.errors import InputError, JugError
from jug.plots.correlation import matrix_rows
from jug.plots.dmx_bins import dmx_bins, error_about_mean
from jug.plots.long_numbers import number_axis
from jug.plots.noise_panels import noise_panel, slices_without_gap

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

PAR, TIM = example("NGC6440E")
NOISE = """TNREDAMP -12\nTNREDGAM 3\nTNREDC 5\nTNDMAMP -11\nTNDMGAM 3\nTNDMC 5
TNCHROMAMP -12\nTNCHROMGAM 3\nTNCHROMC 5\nTNCHROMIDX 4\nECORR -be A 5\nECORR -be B 1\n"""


@pytest.fixture(scope="module")
def b1855() -> tuple[jug.FitResult, jug.TOAs]:
    """72 bins of DMX, ECORR on 4,003 of 4,005 TOAs."""
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return jug.fit(model, toas), toas


@pytest.fixture(scope="module")
def noisy() -> tuple[jug.TimingModel, jug.TOAs]:
    """Twelve epochs of four TOAs, of backends A, B and C; the last one has no ECORR."""
    model = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + NOISE)))
    mjd = np.repeat(np.arange(12) * 30.0, 4) + np.tile(np.arange(4) * 1e-6, 12) + 53500.0
    freq = np.tile([800.0, 1100.0, 1400.0, 2000.0], 12)
    flags = {"be": list("ABCA" * 12)}
    return model, jug.simulate(model, mjd, error_us=5.0, freq_mhz=freq, flags=flags, noise=True, seed=1, site="gbt")


def test_bins_are_drawn_in_the_order_of_time(b1855: tuple) -> None:
    result = b1855[0]
    bins = dmx_bins(result.model)
    assert bins.value == pytest.approx([result.values[name] for name in bins.names])
    assert bins.error == pytest.approx([result.errors[name] for name in bins.names])
    assert np.all(np.diff(bins.start) > 0.0)
    figure = jug.plot_dmx(result)
    ax = figure.axes[0]
    points = ax.containers[0].lines[0].get_xydata()
    assert points == pytest.approx(np.column_stack([0.5 * (bins.start + bins.end), bins.value * 1e3]))
    assert ax.get_ylabel().replace("\u00a0", " ") == "DMX (10⁻³ pc cm⁻³)"
    assert figure.get_suptitle() == "PSR B1855+09, DMX of 72 bins"


def test_what_all_bins_share_does_not_enter_the_thick_bars(b1855: tuple) -> None:
    """FD, JUMP and DM leave the mean open to 3.5e-3 pc cm^-3, the differences to 3e-5."""
    result = b1855[0]
    bins = dmx_bins(result.model)
    about = error_about_mean(result, bins)
    at = [result.names.index(name) for name in bins.names]
    centred = np.eye(len(at)) - 1.0 / len(at)
    assert about == pytest.approx(np.sqrt(np.diag(centred @ result.covariance[np.ix_(at, at)] @ centred)), rel=1e-5)
    assert np.median(about) < 1e-4 < 1e-3 < np.median(bins.error)


def test_bins_that_are_not_fitted_are_open_circles() -> None:
    model, toas = jug.load(PAR, TIM)
    model = model.add_dmx(toas, days=60.0)
    ax = jug.plot_dmx(model).axes[0]
    assert ax.containers[0].lines[0].get_markerfacecolor() == "white"
    assert ax.texts[-1].get_text() == "open: not fitted"
    with pytest.raises(InputError, match="no bins of DMX"):
        jug.plot_dmx(jug.load_model(PAR))


def test_noise_is_drawn_only_where_it_acts(noisy: tuple) -> None:
    """One epoch of ECORR for each date, of the two TOAs of A, and no zero; B has one TOA a date, C no ECORR."""
    model, toas = noisy
    found = jug.residuals(model, toas)
    panel = noise_panel(model, toas, "ECORR", found.noise["ECORR"])
    assert panel.where == "12 epochs, 24 of 48 TOAs"
    assert not panel.band
    assert np.all(panel.error > 0.0)
    assert np.all(panel.value != 0.0)
    for name, words in (("RED", "RED"), ("DM", "DM at 1400 MHz"), ("CHROM", "CHROM at 1400 MHz")):
        one = noise_panel(model, toas, name, found.noise[name])
        assert (one.name, one.where, one.band, len(one.mjd)) == (words, "", True, 48)
        own = one.value.reshape(12, 4)  # one number for each date, but for the Doppler shift of the frequency
        assert np.ptp(own, axis=1).max() < 1e-3 * np.ptp(one.value)
    figure = jug.plot_noise(model, toas)
    assert [ax.texts[0].get_text() for ax in figure.axes] == ["ECORR", "RED", "DM at 1400 MHz", "CHROM at 1400 MHz"]
    assert figure.get_suptitle() == "PSR 1748-2021E, realisations of its noise, 48 TOAs"


def test_each_epoch_is_drawn_once(b1855: tuple) -> None:
    """PINT's ecorr_average has 235. The TOAs of one epoch have one offset, and one uncertainty of it, to all digits."""
    result, toas = b1855
    found = result.residuals.noise["ECORR"]
    panel = noise_panel(result.model, toas, "ECORR", found)
    assert panel.where == "235 epochs, 4003 of 4005 TOAs"
    epochs = [rows for rows in jug.average(result, toas).members if len(rows) > 1]
    assert len(panel.mjd) == len(epochs) == 235
    assert max(np.ptp(found.error_s[rows]) for rows in epochs) == 0.0


def test_an_epoch_is_drawn_where_selections_overlap() -> None:
    """Of 4 TOAs a day 2 are in an epoch of ECORR1 and 4 in one of ECORR2: both have a point."""
    model = jug.load_model(jug.read_par(io.StringIO(PAR.read_text() + "ECORR -be A 5\nECORR -site gbt 1\n")))
    mjd = np.repeat(53500.0 + 30.0 * np.arange(6), 4) + np.tile(np.arange(4) * 1e-6, 6)
    flags = {"be": list("BAAB" * 6), "site": ["gbt"] * 24}
    toas = jug.simulate(model, mjd, error_us=5.0, flags=flags, noise=True, seed=1, site="gbt")
    found = jug.residuals(model, toas).noise["ECORR"]
    panel = noise_panel(model, toas, "ECORR", found)
    assert panel.where == "12 epochs, 24 of 24 TOAs"
    assert len(panel.mjd) == 12
    assert all(len(set(found.time_s[i : i + 4])) == len(set(found.error_s[i : i + 4])) == 2 for i in range(0, 24, 4))


def test_a_process_without_toas_is_not_drawn(noisy: tuple) -> None:
    model, toas = noisy
    alone = toas.select(np.array(toas.flag("be")) == "C")
    assert "ECORR" not in [ax.texts[0].get_text() for ax in jug.plot_noise(model, alone).axes]
    with pytest.raises(JugError, match="ECORR acts on no TOA"):
        jug.plot_noise(model, alone, names=["ECORR"])


def test_a_band_ends_at_a_long_gap() -> None:
    mjd = np.array([0.0, 0.1, 30.0, 60.0, 90.0, 400.0, 430.0, 900.0])
    assert [len(mjd[rows]) for rows in slices_without_gap(mjd)] == [5, 2, 1]
    assert slices_without_gap(np.array([5.0])) == [slice(0, 1)]
    assert slices_without_gap(np.array([5.0, 5.1])) == [slice(0, 2)]


def test_the_correlations_are_those_of_the_fit(b1855: tuple) -> None:
    result = b1855[0]
    ax = jug.plot_correlation(result, names=["M2", "SINI", "A1"]).axes[0]
    at = [result.names.index(name) for name in ("M2", "SINI", "A1")]
    matrix = result.correlation[np.ix_(at, at)]
    assert np.asarray(ax.collections[0].get_array()).reshape(3, 3) == pytest.approx(matrix)
    assert [text.get_text() for text in ax.texts] == [
        f"{matrix[i, j]:.2f}".replace("-", "−") for i, j in ((1, 0), (2, 0), (2, 1))
    ]
    whole = jug.plot_correlation(result).axes[0]
    labels = [label.get_text() for label in whole.get_yticklabels()]
    assert labels[:3] == ["ELONG", "ELAT", "PMELONG"]
    assert "DMX (72)" in labels
    assert whole.collections[0].get_array().size == len(result.names) ** 2
    some = r"XDOT was not fitted; fitted are ELONG, ELAT, .* and \d+ more$"
    for names, says in ((["M2"], "takes 2 fitted"), (["M2", "XDOT"], some)):
        with pytest.raises(InputError, match=says):
            jug.plot_correlation(result, names=names)


def test_small_families_keep_their_names() -> None:
    names = [("F0", "F"), *((f"DMX_{i}", "DMX") for i in range(4)), ("JUMP1", "JUMP"), ("JUMP2", "JUMP")]
    assert [row.label for row in matrix_rows(names)] == ["F0", "DMX (4)", "JUMP1", "JUMP2"]


def test_axes_of_a_grid_reach_four_deviations_and_end_at_bounds(b1855: tuple) -> None:
    result = b1855[0]
    axes = jug.grid_axes(result, ["M2", "SINI"])
    assert {name: len(axis) for name, axis in axes.items()} == {"M2": 25, "SINI": 25}
    half = 4.0 * result.errors["M2"]
    assert axes["M2"][[0, -1]] == pytest.approx([result.values["M2"] - half, result.values["M2"] + half])
    assert axes["SINI"][-1] == 1.0
    assert len(jug.grid_axes(result, "PX")["PX"]) == 61
    with pytest.raises(InputError, match=r"XDOT is not fitted.* ELAT, .* and \d+ more$"):
        jug.grid_axes(result, ["XDOT"])


@pytest.mark.parametrize(
    ("low", "high", "label", "tick"),
    [
        (223.9, 224.3, "X (u)", None),
        (61.48, 61.48 + 8e-11, "X − 61.4800000000 (10⁻¹¹ u)", "5"),
        (-1.1811e-15, -1.1807e-15, "X (10⁻¹⁵ u)", None),
        (53000.0, 53000.06, "X − 53000.0 (u)", "0.04"),
    ],
)
def test_digits_that_all_numbers_share_go_into_the_label(low: float, high: float, label: str, tick: str | None) -> None:
    ax = Figure().add_subplot()
    ax.set_xlim(low, high)
    assert number_axis(ax.xaxis, np.array([low, high]), "X", "u") == label
    if tick is not None:
        middle = 0.5 * (low + high)
        assert ax.xaxis.get_major_formatter()(middle + (1e-11 if high - low < 1e-9 else 0.01)) == tick
