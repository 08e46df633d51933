"""Generalised least squares by blocks against the same with a dense covariance matrix."""

import numpy as np
import pytest
from noise_sets import DM, RED, SETS, dense

import jug
from jug.core.blocks import to_dense
from jug.io.par import ParFile, parse_line
from jug.model.evaluation import noise_grids
from jug.model.evaluation.anchor import make_anchor


@pytest.fixture(params=SETS, scope="module")
def case(request, epochs_of_three):
    return epochs_of_three(*SETS[request.param])


def test_fit_is_that_of_the_dense_covariance(case):
    model, toas = case
    result = jug.fit(model, toas)
    r, c, matrix, _ = dense(result.model, toas)
    inverse = np.linalg.inv(c)
    scale = np.sqrt(np.diag(matrix.T @ inverse @ matrix))
    information = (matrix / scale).T @ inverse @ (matrix / scale)
    step = np.linalg.solve(information, (matrix / scale).T @ inverse @ r)
    skip = int(model.removes_mean)
    sigma = np.sqrt(np.diag(np.linalg.inv(information)))
    assert np.max(np.abs(step / sigma)[skip:]) < 1e-5  # nothing is left to fit
    want = sorted(sigma[skip:] / scale[skip:])
    have = sorted(e * result.model.entries[n].scale for n, e in result.errors.items())
    np.testing.assert_allclose(have, want, rtol=1e-6)


def test_chi2_and_likelihood(case):
    model, toas = case
    r, c, _, noise = dense(model, toas)
    found = jug.residuals(model, toas)
    inverse, one = np.linalg.inv(c), np.ones(len(r))
    log_det = np.linalg.slogdet(c / 1e-12)[1] + len(r) * np.log(1e-12)
    if model.removes_mean:
        weight = inverse if noise.processes else np.diag(1 / found.error_s**2)
        r = r - one * (one @ weight @ r) / (one @ weight @ one)
        log_det += np.log(1e40 * (one @ inverse @ one))
    assert found.chi2 == pytest.approx(r @ inverse @ r, rel=1e-6)
    assert found.log_likelihood == pytest.approx(-0.5 * (r @ inverse @ r + log_det), rel=1e-9, abs=1e-5)


def test_realisations_are_the_posterior_mean(case):
    model, toas = case
    result = jug.fit(model, toas)
    r, c, matrix, noise = dense(result.model, toas)
    inverse = np.linalg.inv(c)
    scaled = matrix / np.linalg.norm(matrix, axis=0)
    r = r - scaled @ np.linalg.solve(scaled.T @ inverse @ scaled, scaled.T @ inverse @ r)
    totals = {}
    for process in noise.processes:
        f = to_dense(process.block)
        totals[process.name] = totals.get(process.name, 0.0) + (f * process.variance) @ f.T @ inverse @ r
    assert set(totals) == set(result.residuals.noise)
    for name, want in totals.items():
        have = result.residuals.noise[name]
        assert np.max(np.abs(have.time_s - want)) < 1e-4 * np.std(want), name
        assert np.all(have.error_s >= 0.0)


def test_whitened_residuals_have_unit_variance(epochs_of_three):
    model, toas = epochs_of_three(*SETS["all"], n=900)
    white = jug.fit(model, toas).residuals.whitened
    assert 0.8 < np.std(white) < 1.05  # a fit takes some of the noise away


def test_numpy_and_jax(case):
    model, toas = case
    one, other = (jug.fit(model, toas, backend=b) for b in ("numpy", "jax"))
    for name, error in one.errors.items():
        assert abs(one.values[name] - other.values[name]) < 1e-5 * error + 1e-15, name
        assert error == pytest.approx(other.errors[name], rel=1e-6)


def test_an_ecorr_of_zero_is_none(epochs_of_three):
    model, toas = epochs_of_three("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 8", n=60)
    plain, with_it = (
        jug.fit(jug.load_model(ParFile("fit.par", (*model.par.lines, *more))), toas)
        for more in ((), (parse_line(99, "ECORR -fe L 0"),))
    )
    assert with_it.chi2 == pytest.approx(plain.chi2, rel=1e-9)
    assert with_it.residuals.log_likelihood == pytest.approx(plain.residuals.log_likelihood, rel=1e-9)
    assert not np.any(with_it.residuals.noise["ECORR"].time_s)
    assert not np.any(with_it.residuals.noise["ECORR"].error_s)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("TNREDAMP 1e-13", "TNREDGAM 3"), "fit.par:91: .* noise is too strong, .* process is RED"),
        (("TNCHROMIDX 1000", "TNCHROMAMP -12", "TNCHROMGAM 3"), "fit.par:92: .* process is CHROM, inf s rms"),
        (("TNGROUPNOISE -fe L -12 3 9", "TNGROUPNOISE -fe S 5 3 9"), "fit.par:92: .* process is GROUP2"),
        (("TNREDFLOG 100", "TNREDFLOG_FACTOR 999", "TNREDAMP -13", "TNREDGAM 30"), "fit.par:93: .* process is RED"),
    ],
)
def test_an_amplitude_of_a_wrong_size(epochs_of_three, lines, message):
    """One message; NumPy's warnings would be errors here."""
    model, toas = epochs_of_three(n=60)
    lines = ("ECORR -fe L 0.5", *lines)
    model = jug.load_model(
        ParFile("fit.par", (*model.par.lines, *(parse_line(90 + k, v) for k, v in enumerate(lines))))
    )
    for ask in (jug.residuals, jug.fit):
        with pytest.raises(jug.FitError, match=message):
            ask(model, toas)


@pytest.mark.parametrize(
    ("lines", "process"),
    [(("TNBANDDM 9 30 5",), "BANDDM"), (("TNREDAMP -10", "TNREDGAM -30", "TNREDCORNER 1e9"), "RED")],
)
def test_noise_in_which_a_column_is_lost(epochs_of_three, lines, process):
    """There still is a likelihood; the fit blames the noise, not a parameter whose column rounding has eaten."""
    model, toas = epochs_of_three(n=60)
    model = jug.load_model(
        ParFile("fit.par", (*model.par.lines, *(parse_line(90 + k, v) for k, v in enumerate(lines))))
    )
    with pytest.raises(jug.FitError, match=rf"fit.par:90: .* noise is too strong, .* process is {process}"):
        jug.fit(model, toas)


def test_dense_columns_that_are_too_many(epochs_of_three, monkeypatch):
    monkeypatch.setattr(noise_grids, "MOST_NUMBERS", 61 * 7)
    epochs_of_three("ECORR -fe L 0.8", "ECORR MJD 54000 56000 0.5", n=60)  # epochs are no dense columns
    with pytest.raises(jug.ParError, match="12 frequencies of the noise process RED are too many for 60 TOAs"):
        epochs_of_three(*RED, n=60)


def test_conventions_are_the_callers_choice(epochs_of_three):
    lines = ("EFAC -fe L 2.0", "EQUAD -fe L 3.0", *DM)
    model, toas = epochs_of_three(*lines)
    other = jug.load_model(model.par, conventions={"EQUAD": "outside", "TNDM": "tempo2"})
    inside, outside = jug.residuals(model, toas).error_s, jug.residuals(other, toas).error_s
    assert np.max(inside) == pytest.approx(2 * np.sqrt(1 + 9) * 1e-6)
    assert np.max(outside) == pytest.approx(np.sqrt(4 + 9) * 1e-6)
    ours, theirs = (make_anchor(m, toas).noise.processes[-1].variance for m in (model, other))
    np.testing.assert_allclose(np.log10(theirs / ours), 2 * -1.63753, atol=1e-5)
    with pytest.raises(jug.ParError, match="EQUAD cannot be 'between'"):
        jug.load_model(model.par, conventions={"EQUAD": "between"})
