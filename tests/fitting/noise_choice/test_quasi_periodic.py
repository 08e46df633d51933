"""Quasi-periodic DM noise: its covariance, its likelihood by automatic differentiation, its estimate and its choice."""

import numpy as np
import pytest
from noise_sets import dense, dense_value
from test_choice_of_noise import simulated

import jug
from jug.core.sinusoids import Sinusoids
from jug.errors import FitError, JugError
from jug.model.evaluation.anchor import make_anchor
from jug.sampling.noise_likelihood import NoiseLikelihood

LINES = ("TNQPDMAMP -5.8", "TNQPDMFREQ 1.6", "TNQPDMWIDTH 0.15", "TNQPDMC 30")
TRUTH = {"TNQPDMAMP": -5.8, "TNQPDMFREQ": 1.6, "TNQPDMWIDTH": 0.15}


@pytest.fixture(scope="module")
def case() -> tuple[jug.TimingModel, jug.TOAs]:
    """The model with the noise at the truth, and TOAs."""
    model, toas = simulated(*LINES, n=320, seed=10)
    return model.add(LINES), toas


def test_the_covariance_is_that_of_an_oscillation_that_fades(case: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """To 1e-3 up to 0.4 of the span: beyond half of it a Fourier basis repeats."""
    model, toas = case
    [process] = [p for p in make_anchor(model, toas).noise.processes if p.name == "QPDM"]
    years = (toas.tdb.day + toas.tdb.sec.hi / 86400.0) / 365.25
    lag, g = years[:, None] - years, (1.4e9 / toas.freq_hz) ** 2
    s = np.hypot(0.15, 0.5 / np.ptp(years))
    kernel = 10.0**-11.6 * np.exp(-0.5 * (2.0 * np.pi * s * lag) ** 2) * np.cos(2.0 * np.pi * 1.6 * lag)
    found = (process.block.matrix * process.variance) @ process.block.matrix.T / np.outer(g, g)
    near = np.abs(lag) < 0.4 * np.ptp(years)
    np.testing.assert_allclose(found[near], kernel[near], rtol=0.0, atol=1e-3 * 10.0**-11.6)


@pytest.mark.usefixtures("quickly_compiled")
def test_the_slopes_are_those_of_a_dense_covariance(case: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """NumPy's slopes against those of the function that JAX compiles, and differences of log L of an n x n matrix."""
    model, toas = case
    numpy, compiled = NoiseLikelihood(model, toas, None, True), jug.likelihood(model, toas, marginal=True)
    at = compiled.start
    value, slope = numpy.value_and_grad(at)
    assert value == pytest.approx(compiled(at), abs=1e-6)
    np.testing.assert_allclose(slope, compiled.value_and_grad(at)[1], rtol=1e-6)
    columns = dense(model, toas)[2]
    columns = columns / np.linalg.norm(columns, axis=0)
    step = 1e-4 * np.eye(len(at))
    for i in range(len(at)):
        up, down = (
            dense_value(model, toas, columns, dict(zip(numpy.names, (at + s * step[i]).tolist(), strict=True)))
            for s in (1.0, -1.0)
        )
        assert slope[i] == pytest.approx((up - down) / 2e-4, rel=1e-4, abs=1e-3)


def test_the_truth_is_found_from_the_usual_start(case: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """Lines made by ``add``, started at 1/yr."""
    model, toas = case
    bare = model.remove(*(name for name in model.entries if name.startswith("TNQPDM")))
    started = bare.add_noise(toas, "qp", frequencies={"qp": 30})
    assert started.values["TNQPDMFREQ"] == 1.0
    found = jug.noise(started, toas)
    assert found.converged
    pulls = [(found.values[name] - value) / found.errors[name] for name, value in TRUTH.items()]
    assert np.max(np.abs(pulls)) < 3.0


def test_it_is_chosen_in_place_of_a_power_law(case: tuple[jug.TimingModel, jug.TOAs]) -> None:
    model, toas = case
    found = jug.choose_noise(model, toas, "qp,dm", frequencies={"qp": 30, "dm": 30})
    assert found.chosen == ("quasi-periodic DM noise",)
    assert found.noise is not None
    assert found.noise.values["TNQPDMFREQ"] == pytest.approx(1.6, abs=3.5 * found.noise.errors["TNQPDMFREQ"])
    [row] = [row for row in found.terms if row.name == "quasi-periodic DM noise"]
    assert row.delta_bic > 100.0  # worse without it


def test_one_radio_frequency_shows_none_of_it(case: tuple[jug.TimingModel, jug.TOAs]) -> None:
    model, toas = case
    one = toas.select(np.abs(toas.freq_hz - 1.35e9) < 1e6)
    with pytest.raises(FitError, match="quasi-periodic DM noise cannot be told from red noise"):
        jug.noise(model, one, free="qp")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (LINES[:1], "TNQPDMFREQ and TNQPDMWIDTH are missing"),
        (("TNQPDMAMP -6", "TNQPDMFREQ 0", "TNQPDMWIDTH 0.1"), "TNQPDMFREQ.*must be above 0"),
        (("TNQPDMAMP -6", "TNQPDMFREQ 1", "TNQPDMWIDTH -0.1"), "TNQPDMWIDTH"),
        ((*LINES, "TNQPDMTSPAN 10 1"), "TNQPDMTSPAN cannot be fitted"),
    ],
)
def test_lines_without_a_meaning_are_errors(
    case: tuple[jug.TimingModel, jug.TOAs], lines: tuple[str, ...], said: str
) -> None:
    model = case[0].remove(*(name for name in case[0].entries if name.startswith("TNQPDM")))
    with pytest.raises(JugError, match=said):
        model.add(lines)


def test_columns_of_many_toas_are_made_on_demand() -> None:
    """Of 4,100 TOAs; the fit is that with the sines and cosines of each TOA in memory, which JAX takes."""
    model, toas = simulated(*LINES, n=4100, seed=11)
    model = model.add(LINES)
    [process] = [p for p in make_anchor(model, toas).noise.processes if p.name == "QPDM"]
    assert isinstance(process.block.matrix, Sinusoids)
    found, wanted = (jug.fit(model, toas, backend=backend) for backend in ("numpy", "jax"))
    assert found.chi2 == pytest.approx(wanted.chi2, rel=1e-9)
    for name in found.names:
        assert found.values[name] == pytest.approx(wanted.values[name], abs=1e-4 * wanted.errors[name], rel=0.0)
