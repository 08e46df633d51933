"""Expected information against explicit covariance matrices, and derivatives of a fit against refits."""

import warnings

import numpy as np
import pytest
from copies import example

import jug
from jug.analysis.information.fit_gradient import FitGradient
from jug.errors import FitError
from jug.model.evaluation.anchor import make_anchor

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.fixture(scope="module")
def pulsar() -> tuple[jug.TimingModel, jug.TOAs]:
    model, _ = jug.load(*example("NGC6440E"))
    mjd = np.repeat(np.linspace(53400.0, 54400.0, 40), 2)
    freq, flags = np.tile([1400.0, 2000.0], 40), {"f": ["A"] * 80}
    model = model.add("EFAC -f A 1.2").add("EQUAD -f A 4").add("ECORR -f A 3")
    plain = jug.simulate(model, mjd, error_us=5.0, freq_mhz=freq, flags=flags, seed=1, site="gbt")
    model = model.add_noise(plain, "red").set(TNREDAMP=-11.8, TNREDGAM=3.0, TNREDC=5)
    toas = jug.simulate(model, mjd, error_us=5.0, freq_mhz=freq, flags=flags, noise=True, seed=2, site="gbt")
    return jug.fit(model, toas).model, toas


def covariance(model: jug.TimingModel, toas: jug.TOAs) -> np.ndarray:
    """C from the definitions: EFAC, EQUAD, ECORR of pairs, and the basis of the red noise with its variances."""
    n, v = len(toas), model.values
    c = np.eye(n) * v["EFAC1"] ** 2 * ((5e-6) ** 2 + (v["EQUAD1"] * 1e-6) ** 2)
    pairs = np.kron(np.eye(n // 2), np.ones((2, 2)))
    anchor = make_anchor(model, toas)
    red = next(p for p in anchor.noise.processes if p.name == "RED")
    return c + (v["ECORR1"] * 1e-6) ** 2 * pairs + (red.block.matrix * red.variance) @ red.block.matrix.T


def test_the_information_is_that_of_explicit_matrices(pulsar: tuple) -> None:
    model, toas = pulsar
    found = jug.fisher(model, toas)
    names = ["EFAC1", "EQUAD1", "ECORR1", "TNREDAMP", "TNREDGAM"]
    assert set(found.names[5:]) == set(names)
    inverse = np.linalg.inv(covariance(model, toas))
    matrix = jug.design_matrix(model, toas).matrix  # the offset first
    scaled = matrix / np.linalg.norm(matrix, axis=0)
    p = inverse - inverse @ scaled @ np.linalg.solve(scaled.T @ inverse @ scaled, scaled.T @ inverse)
    slopes = []
    for name in found.names[5:]:
        x, h = model.values[name], 1e-4
        up, down = (covariance(model.with_values({name: x + s * h}), toas) for s in (1.0, -1.0))
        slopes.append(p @ (up - down) / (2.0 * h))
    wanted = np.array([[0.5 * np.trace(a @ b) for b in slopes] for a in slopes])
    size = np.sqrt(np.diag(wanted))
    np.testing.assert_allclose(found.matrix[5:, 5:] / np.outer(size, size), wanted / np.outer(size, size), atol=1e-5)
    assert not found.matrix[:5, 5:].any()


def test_the_errors_of_timing_parameters_are_those_of_the_fit(pulsar: tuple) -> None:
    model, toas = pulsar
    found, fitted = jug.fisher(model, toas, noise=()), jug.fit(model, toas)
    assert found.names == ("RAJ", "DECJ", "F0", "F1", "DM")
    for name in found.names:
        assert found.errors[name] == pytest.approx(fitted.errors[name], rel=1e-5)


def test_the_errors_of_a_millisecond_pulsar_are_those_of_the_fit() -> None:
    """4,005 TOAs, 90 parameters of which T0 and OM are dependent to 6e-11, 235 epochs of ECORR, red noise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*example("B1855+09_NANOGrav_9yv1"))
    fitted = jug.fit(model, toas)
    found = jug.fisher(fitted.model, toas, noise=())
    assert max(abs(found.errors[name] / fitted.errors[name] - 1.0) for name in fitted.names) < 1e-4


def test_what_the_data_say_nothing_of(pulsar: tuple) -> None:
    model, toas = pulsar
    found = jug.fisher(model.set(EQUAD1=0.0), toas)
    with pytest.raises(FitError, match="nothing of EQUAD1"):
        found.covariance  # noqa: B018


def refitted(model: jug.TimingModel, toas: jug.TOAs) -> np.ndarray:
    fitted = jug.fit(model, toas)
    return np.array([(fitted.values[n] - model.values[n]) / fitted.errors[n] for n in fitted.names])


@pytest.mark.long
def test_the_derivatives_are_those_of_refits(pulsar: tuple) -> None:
    """Differences of fits, which stop within 1e-4 of an uncertainty."""
    model, toas = pulsar
    found = jug.fit_gradient(model, toas)
    errors = jug.fit(model, toas).errors
    size = np.array([errors[name] for name in found.names])
    for i, name in enumerate(found.noise):
        h = {"EFAC1": 0.05, "EQUAD1": 0.3, "ECORR1": 0.3, "TNREDAMP": 0.05, "TNREDGAM": 0.1}[name]
        up, down = (refitted(model.with_values({name: model.values[name] + s * h}), toas) for s in (1.0, -1.0))
        np.testing.assert_allclose(found.by_noise[:, i] * h / size, 0.5 * (up - down), atol=4e-3)
    for row in (0, 41):
        marked = toas.with_flag("-one", "a", np.arange(len(toas)) == row)
        late, early = (model.add(f"JUMP -one a {jump} 0") for jump in ("1e-5", "-1e-5"))  # raises the residual
        change = 0.5 * (refitted(late, marked) - refitted(early, marked))
        np.testing.assert_allclose(found.by_toa[:, row] * 1e-5 / size, change, atol=2e-3)


def test_a_fit_without_free_parameters(pulsar: tuple) -> None:
    model, toas = pulsar
    with pytest.raises(FitError, match="no fit to differentiate"):
        jug.fit_gradient(model.with_free([]), toas)


@pytest.mark.parametrize(("n", "more"), [(5, ""), (6, "Derivatives by 1 more noise parameters are in the JSON.")])
def test_the_table_has_five_derivatives(n: int, more: str) -> None:
    noise = tuple(f"EFAC{i}" for i in range(1, n + 1))
    said = FitGradient(("F0",), ("Hz",), noise, np.ones((1, n)), np.ones((1, 3))).summary()
    assert sum(f"by {name}" in said for name in noise) == 5
    assert said.rpartition("\n\n")[2].startswith(more or "Parameter")


def test_the_information_of_an_efac_alone() -> None:
    """Without a free timing parameter it is 2 (n - 1) / EFAC^2: the offset takes one degree of freedom of 62."""
    model, toas = jug.load(*example("NGC6440E"))
    model = model.freeze(*model.free).add("EFAC -f A 1.1")
    found = jug.fisher(model, toas.with_flag("f", "A"), noise=("EFAC1",))
    assert found.names == ("EFAC1",)
    np.testing.assert_allclose(found.matrix, [[2.0 * 61.0 / 1.1**2]], rtol=1e-9)
