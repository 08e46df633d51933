"""Pictures of distributions: Q-Q, histogram, periodogram; what they show and what the noise leads one to expect."""

import numpy as np
import pytest
from astropy.timeseries import LombScargle
from copies import example

import jug
from jug.analysis.residuals.periodogram import periodogram
from jug.analysis.residuals.sinusoid_power import power_of_sinusoids
from jug.analysis.residuals.standardised_residuals import fitted_rows, standardised
from jug.errors import InputError, JugError
from jug.plots.histogram import MOST_REACH, bin_edges
from jug.plots.normal_qq import normal_quantiles

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


@pytest.fixture(scope="module")
def b1855() -> tuple[jug.FitResult, jug.TOAs]:
    """4,005 TOAs with ECORR and red noise."""
    model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    return jug.fit(model, toas), toas


@pytest.fixture(scope="module")
def ngc6440e() -> tuple[jug.FitResult, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model, toas), toas


def test_standardised_residuals_are_whitened_ones_over_their_exact_deviation(b1855: tuple) -> None:
    """The whitened residuals scatter by 0.976 of their uncertainties, these by 1.000."""
    result, toas = b1855
    _, rows, noise = fitted_rows(result, toas)
    assert rows.q * noise.sigma**2 == pytest.approx(result.residuals.white().time_s, abs=1e-11)  # s
    assert np.std(result.residuals.whitened) == pytest.approx(0.976, abs=0.002)
    assert np.std(standardised(rows)) == pytest.approx(1.0, abs=0.005)


def test_a_normal_point_is_in_the_band_in_95_of_100_cases() -> None:
    n = 30
    middle, low, high = normal_quantiles(n)
    z = np.sort(np.random.default_rng(1).normal(size=(4000, n)), axis=1)
    assert np.mean((z > low) & (z < high), axis=0) == pytest.approx(np.full(n, 0.95), abs=0.02)  # 5 sigma of 4,000
    assert np.mean(z, axis=0) == pytest.approx(middle, abs=0.05)


def test_a_qq_picture_has_every_residual(ngc6440e: tuple) -> None:
    figure = jug.plot_qq(*ngc6440e)
    (ax,) = figure.axes
    points = ax.lines[1].get_xydata()
    z = standardised(fitted_rows(*ngc6440e).rows)
    assert points[:, 1] == pytest.approx(np.sort(z))
    assert figure.get_suptitle() == "PSR 1748-2021E, 62 TOAs"
    assert ax.get_ylabel() == "Post-fit residual (standard deviations)"


def test_labels_say_whitened_where_there_is_correlated_noise(b1855: tuple) -> None:
    figure = jug.plot_histogram(*b1855)
    assert figure.axes[0].get_xlabel() == "Post-fit whitened residual (standard deviations)"
    assert figure.get_suptitle() == "PSR B1855+09, 4005 TOAs, whitened"
    assert jug.plot_qq(b1855[0].model, b1855[1]).axes[0].get_ylabel().startswith("Whitened residual")


def test_a_histogram_leaves_nothing_out_unsaid() -> None:
    z = np.random.default_rng(2).normal(size=1000)
    assert bin_edges(z)[[0, -1]] == pytest.approx([-4.5, 4.5])
    few = np.append(z, [30.0, -50.0])
    assert bin_edges(few)[-1] == MOST_REACH
    assert bin_edges(20.0 * z)[-1] > np.max(np.abs(20.0 * z))
    for values in (z, few, 20.0 * z, np.zeros(5), z[:2]):
        edges = bin_edges(values)
        assert 12 <= len(edges) - 1 <= 120
        assert np.all(np.diff(edges) > 0.0)


def test_the_bars_of_a_histogram_are_the_residuals(ngc6440e: tuple) -> None:
    (ax,) = jug.plot_histogram(*ngc6440e).axes
    assert sum(bar.get_height() for bar in ax.patches) == 62
    curve = ax.lines[0].get_xydata()
    width = ax.patches[0].get_width()
    area = np.sum(curve[:, 1]) * (curve[1, 0] - curve[0, 0])
    assert area == pytest.approx(62 * width, rel=1e-3)


def test_the_power_is_that_of_astropy(b1855: tuple) -> None:
    found, mjd = b1855[0].residuals, b1855[1].mjd
    frequency = np.geomspace(1.0 / 3000.0, 1.0 / 40.0, 40)
    own = power_of_sinusoids(mjd, found.error_s, found.time_s[:, None], frequency)[:, 0]
    scargle = LombScargle(mjd, found.time_s, found.error_s, normalization="psd")
    assert own == pytest.approx(scargle.power(frequency, method="chi2"), rel=1e-9)


def test_white_noise_has_the_mean_1_and_a_sinusoid_stands_out() -> None:
    """4,000 sets of white noise: each mean to 1/sqrt(4000) of the exponential distribution's 1, five times that."""
    rng = np.random.default_rng(3)
    mjd, sigma = np.sort(rng.uniform(0.0, 1000.0, 60)), rng.uniform(0.5, 2.0, 60)
    noise = rng.normal(size=(60, 4000)) * sigma[:, None]
    frequency = np.array([0.003, 0.01, 0.02])
    power = power_of_sinusoids(mjd, sigma, noise, frequency)
    assert np.mean(power, axis=1) == pytest.approx(np.ones(3), abs=0.08)
    wave = 20.0 * np.cos(2.0 * np.pi * 0.01 * mjd)[:, None] + noise[:, :1]
    assert np.argmax(power_of_sinusoids(mjd, sigma, wave, frequency)) == 1


def test_the_periodogram_lies_in_the_band_of_the_noise(b1855: tuple) -> None:
    """Of the data 95 % would, were the frequencies independent; whitened and not."""
    for whiten in (False, True):
        found = periodogram(*b1855, whiten=whiten, draws=100)
        low, middle, high = found.expected
        assert np.mean((found.power > low) & (found.power < high)) > 0.85
        assert found.whitened is whiten
    assert middle.max() < 0.2  # the realisation of ECORR takes what epochs have in common


def test_the_fit_takes_the_power_at_a_year(ngc6440e: tuple) -> None:
    found = periodogram(*ngc6440e, draws=50)
    at = np.argmin(np.abs(found.frequency - 1.0 / 365.25))
    assert found.expected[1][at] < 0.05 < 0.3 < found.expected[1][-1]


@pytest.mark.parametrize("picture", [jug.plot_qq, jug.plot_histogram, jug.plot_periodogram])
def test_too_few_toas_are_one_sentence(picture: object, ngc6440e: tuple) -> None:
    result, toas = ngc6440e
    with pytest.raises(InputError, match=r"takes .* or more"):
        picture(result.model, toas.select([0]))
    with pytest.raises(JugError, match="62 TOAs, these are 9"):
        picture(result, toas.select(slice(9)))
