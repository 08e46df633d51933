"""Robust fits: against a dense minimisation of the loss, a dense scale and covariance, and contaminated data."""

import json
import warnings

import numpy as np
import pytest
from noise_sets import columns_of, dense_of_both
from scipy import optimize

import jug
from jug.analysis.simulation.simulation import with_time_added
from jug.cli.command import main
from jug.core.blocks import to_dense
from jug.core.execution import chunks
from jug.fitting.robust.loss import LOSSES
from jug.fitting.stop import Stop
from jug.model.evaluation.anchor import make_anchor

WHITE = ("EFAC -fe L 1.2", "EQUAD -fe S 0.7")
NOISE = ("ECORR -fe L 0.8", "ECORR -fe U 0.5", "TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 12")
CONSTANT = {"huber": 1.345, "bisquare": 4.685, "welsch": 2.985}


def rho(loss: str, u: np.ndarray) -> np.ndarray:
    """The losses themselves, as they are in the literature."""
    c = CONSTANT[loss]
    if loss == "huber":
        return np.where(np.abs(u) <= c, 0.5 * u**2, c * np.abs(u) - 0.5 * c**2)
    if loss == "bisquare":
        return c**2 / 6.0 * (1.0 - np.maximum(1.0 - (u / c) ** 2, 0.0) ** 3)
    return 0.5 * c**2 * (1.0 - np.exp(-((u / c) ** 2)))


def spoilt(model: jug.TimingModel, toas: jug.TOAs, every: int = 11, sigma: float = 15.0) -> jug.TOAs:
    """The TOAs, each ``every``-th later by many sigma."""
    shift = np.where(np.arange(len(toas)) % every == 3, sigma * toas.error_s, 0.0)
    return jug.prepare(model, with_time_added(toas.raw, shift))


class Dense:
    """The linear problem at a fitted model: columns of offset, parameters and noise, all of unit weighted length."""

    def __init__(self, result: jug.FitResult, toas: jug.TOAs) -> None:
        anchor, model = make_anchor(result.model, toas), result.model
        noise = anchor.noise
        if result.residuals.dm is None:
            r = anchor.reference.residual / anchor.reference.rate
            ones = [np.ones((len(toas), 1))] if model.removes_mean else []
            timing = np.concatenate([*ones, *(to_dense(b) for b in columns_of(model, anchor))], axis=1)
        else:
            r, _, timing, _, _ = dense_of_both(model, toas)
        timing = timing / noise.sigma[:, None]
        self.length = np.linalg.norm(timing, axis=0)
        modes = [to_dense(p.block) * np.sqrt(p.variance) / noise.sigma[:, None] for p in noise.processes]
        self.k = timing.shape[1]
        self.columns = np.concatenate([timing / self.length, *modes], axis=1)
        self.prior = np.repeat([0.0, 1.0], [self.k, self.columns.shape[1] - self.k])
        self.r = r / noise.sigma
        robust = result.robust
        assert robust is not None
        self.scale = np.full(len(toas), robust.scale)
        self.weights = robust.weights
        if robust.dm_weights is not None:
            self.scale = np.concatenate([self.scale, np.full(len(toas), robust.dm_scale)])
            self.weights = np.concatenate([self.weights, robust.dm_weights])

    def minimum(self, loss: str, start: np.ndarray) -> np.ndarray:
        """The minimum of the loss and the prior, by a trust region with exact second derivatives."""
        c, s, x = LOSSES[loss], self.scale, self.columns

        def size(p: np.ndarray) -> np.ndarray:
            return (self.r - x @ p) / s

        found = optimize.minimize(
            lambda p: 2.0 * np.sum(s**2 * rho(loss, size(p))) + self.prior @ p**2,
            start,
            jac=lambda p: -2.0 * x.T @ (s * size(p) * c.weight(size(p))) + 2.0 * self.prior * p,
            hess=lambda p: 2.0 * (x.T * c.slope(size(p))) @ x + 2.0 * np.diag(self.prior),
            method="trust-exact",
            options={"gtol": 1e-9, "maxiter": 500},
        )
        return np.asarray(found.x)

    def leverage(self) -> np.ndarray:
        """Share of each datum in its own prediction."""
        inverse = np.linalg.inv(self.columns.T @ self.columns + np.diag(self.prior))
        return np.asarray(np.sum((self.columns @ inverse) * self.columns, axis=1))


@pytest.fixture(params=["white", "noise", "wideband"], scope="module")
def case(request, epochs_of_three, wideband_of):
    if request.param == "wideband":
        model, toas = wideband_of(*WHITE, "DMEFAC -fe L 1.3", *NOISE)
    else:
        model, toas = epochs_of_three(*WHITE, *(NOISE if request.param == "noise" else ()))
    return model, spoilt(model, toas)


@pytest.mark.parametrize("loss", CONSTANT)
def test_the_fit_is_the_minimum_of_the_loss(case, loss):
    """An independent minimisation moves no parameter by 1e-5 of its uncertainty, nor a weight by 1e-5.

    Huber's from one sigma away; the others, whose minima are several, from 0.01 sigma.
    """
    model, toas = case
    result = jug.fit(model, toas, robust=loss, backend="numpy")
    dense = Dense(result, toas)
    assert result.stop is Stop.CONVERGED
    start = np.full(dense.columns.shape[1], 1.0 if loss == "huber" else 0.01)
    best = dense.minimum(loss, start)
    skip = int(model.removes_mean)
    sigma = np.sqrt(np.diag(np.linalg.inv(dense.columns.T @ dense.columns + np.diag(dense.prior))))
    assert np.max(np.abs(best / sigma)[skip : dense.k]) < 1e-6
    weights = LOSSES[loss].weight((dense.r - dense.columns @ best) / dense.scale)
    np.testing.assert_allclose(dense.weights, weights, atol=1e-6)
    bad = np.arange(len(toas)) % 11 == 3
    assert np.max(result.weights[bad]) < 0.3
    assert np.median(result.weights[~bad]) > 0.8


def test_scale_and_uncertainties_are_those_of_dense_formulas(case):
    """MAD of the residuals over sqrt(1 - leverage); sandwich of the augmented system of parameters and noise."""
    model, toas = case
    result = jug.fit(model, toas, robust="huber", backend="numpy")
    dense = Dense(result, toas)
    u = (dense.r - dense.columns @ dense.minimum("huber", np.zeros(dense.columns.shape[1]))) / dense.scale
    h, n = dense.leverage(), len(toas)
    bread, meat = np.diag(dense.prior), np.diag(dense.prior)
    for kind in (slice(0, n), slice(n, None)):
        if not len(u[kind]):
            continue
        s, seen = dense.scale[kind][0], h[kind] < 0.9
        mad = np.median(np.abs(u[kind] * s)[seen] / np.sqrt(1.0 - h[kind][seen])) / 0.67449
        assert s == pytest.approx(mad, rel=1e-4)
        p, slope = np.sum(h[kind]), (np.abs(u[kind]) < 1.345).astype(float)
        m = np.mean(slope) / (1.0 + p / n * np.var(slope) / np.mean(slope) ** 2)
        v = s**2 * np.sum(np.minimum(np.abs(u[kind]), 1.345) ** 2) / (n - p)
        gram = dense.columns[kind].T @ dense.columns[kind]
        bread, meat = bread + m * gram, meat + v * gram
    inverse = np.linalg.inv(bread)
    covariance = (inverse @ meat @ inverse)[: dense.k, : dense.k] / np.outer(dense.length, dense.length)
    want = np.sqrt(np.diag(covariance))[int(model.removes_mean) :]
    have = [error * model.entries[name].scale for name, error in result.errors.items()]
    np.testing.assert_allclose(sorted(have), sorted(want), rtol=1e-5)


def same_on_both_backends(model: jug.TimingModel, toas: jug.TOAs, loss: str) -> None:
    """Values to 1e-4 of an uncertainty: the fast residuals of the backends differ by 0.1 ps."""
    ours, theirs = (jug.fit(model, toas, robust=loss, backend=backend) for backend in ("numpy", "jax"))
    for name, error in ours.errors.items():
        assert abs(ours.values[name] - theirs.values[name]) < 1e-4 * error
        assert theirs.errors[name] == pytest.approx(error, rel=1e-5)
    np.testing.assert_allclose(ours.weights, theirs.weights, atol=1e-4)


def test_both_backends_have_the_same_fit(wideband_of):
    model, toas = wideband_of(*WHITE, *NOISE)
    same_on_both_backends(model, spoilt(model, toas), "bisquare")
    assert model.layout.offset


@pytest.mark.long
@pytest.mark.parametrize("loss", CONSTANT)
def test_both_backends_have_the_same_fit_of_every_case(case, loss):
    same_on_both_backends(*case, loss)
    assert len(case[1]) > 100


def errors_in_sigma(result: jug.FitResult, truth: jug.TimingModel) -> np.ndarray:
    """Fitted less true values in units of the uncertainties."""
    found, true = result.model.entries, truth.entries
    off = {n: found[n].value.hi - true[n].value.hi + found[n].value.lo - true[n].value.lo for n in result.names}
    return np.array([off[n] / result.errors[n] for n in result.names])


def test_outliers_bias_least_squares_and_not_a_robust_fit(simulated):
    """12 TOAs of 120 are off by 15 sigma: the values of least squares are off by more than their uncertainties say."""
    model, toas = simulated("EFAC -fe L 1.2")
    rng = np.random.default_rng(5)
    shift = np.zeros(120)
    shift[rng.choice(120, 12, replace=False)] = rng.choice([-15.0, 15.0], 12)
    toas = jug.prepare(model, with_time_added(toas.raw, shift * toas.error_s))
    ordinary = errors_in_sigma(jug.fit(model, toas, backend="numpy"), model)
    assert np.sqrt(np.mean(ordinary**2)) > 3.0
    for loss in CONSTANT:
        result = jug.fit(model, toas, robust=loss, backend="numpy")
        assert np.sqrt(np.mean(errors_in_sigma(result, model) ** 2)) < 1.5
        assert 0.8 < result.robust.scale < 1.4


@pytest.mark.long
@pytest.mark.parametrize("lines", [WHITE, NOISE], ids=["white", "noise"])
@pytest.mark.parametrize("loss", CONSTANT)
def test_uncertainties_are_the_scatter_of_the_values(epochs_of_three, lines, loss):
    """60 sets, 5 % of the TOAs off by 5 +- 10 sigma: the pulls of 5 parameters scatter by 1 within 12 %.

    The standard deviation of 300 values is known to 4 %; with outliers the formula is good to a few per cent more.
    """
    pulls = []
    for seed in range(60):
        model, toas = epochs_of_three(*lines, n=150, seed=seed)
        rng = np.random.default_rng(1000 + seed)
        shift = np.where(rng.random(150) < 0.05, rng.normal(5.0, 10.0, 150) * toas.error_s, 0.0)
        result = jug.fit(model, jug.prepare(model, with_time_added(toas.raw, shift)), robust=loss, backend="numpy")
        pulls.append(errors_in_sigma(result, model))
    assert np.sqrt(np.mean(np.square(pulls))) == pytest.approx(1.0, abs=0.12)


def test_least_squares_says_nothing_of_weights(simulated):
    model, toas = simulated()
    result = jug.fit(model, toas, backend="numpy")
    assert result.robust is None
    assert result.weights.tolist() == [1.0] * len(toas)
    assert "Robust" not in result.summary()


def test_many_toas_are_taken_in_chunks(simulated, monkeypatch):
    """In chunks the leverage is its average, k / n; only the scale feels it."""
    model, toas = simulated("EFAC -fe L 1.2")
    toas = spoilt(model, toas)
    whole = jug.fit(model, toas, robust="huber", backend="numpy")
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    parts = jug.fit(model, toas, robust="huber", backend="numpy")
    assert parts.robust.scale == pytest.approx(whole.robust.scale, rel=0.05)
    np.testing.assert_allclose(parts.weights, whole.weights, atol=0.05)
    for name, error in whole.errors.items():
        assert parts.errors[name] == pytest.approx(error, rel=0.1)


def test_a_dispersion_bin_of_an_outlier_alone_and_bounds_do_no_harm(simulated):
    """A TOA that alone determines a parameter has no residual, and no say in the scale."""
    lines = ("DMX_0001 0 1", "DMXR1_0001 54016.5", "DMXR2_0001 54017.5", "PX 0.1 1")
    model, toas = simulated(*lines)
    bins = jug.fit(model, toas, robust="welsch", backend="numpy")
    plain = jug.fit(model, toas, backend="numpy")
    assert bins.converged
    assert bins.weights[1] == pytest.approx(1.0, abs=1e-6)
    assert bins.at_bound == plain.at_bound
    assert bins.errors["DMX_0001"] == pytest.approx(plain.errors["DMX_0001"], rel=0.2)


def test_words_that_are_no_loss_and_scaled_errors_are_refused(simulated):
    model, toas = simulated()
    with pytest.raises(jug.InputError, match="robust is one of huber, bisquare, welsch, none, not 'tukey'"):
        jug.fit(model, toas, robust="tukey")
    with pytest.raises(jug.InputError, match="leave out --scale-errors"):
        jug.fit(model, toas, robust="huber", scale_errors=True)
    with pytest.raises(jug.FitError, match="scale of its residuals already"):
        jug.fit(model, toas, robust="huber", backend="numpy").scaled()


def test_weights_that_still_change_are_no_end(simulated, monkeypatch):
    model, toas = simulated()
    monkeypatch.setattr("jug.fitting.robust.rounds.LOSS_ROUNDS", 2)
    result = jug.fit(model, spoilt(model, toas), robust="huber", backend="numpy")
    assert result.stop is Stop.WEIGHTS
    assert not result.converged


PAR, TIM = jug.data.example("NGC6440E")


@pytest.mark.parametrize(
    ("line", "dialect", "loss"),
    [
        ("ROBUST H", "jug", "huber"),
        ("ROBUST B", "tempo2", "bisquare"),
        ("ROBUST welsch", "jug", "welsch"),
        ("ROBUST 0", "jug", "none"),
        ("ROBUST R", "tempo2", "huber"),
        ("ROBUST 1", "jug", "huber"),
        ("ROBUST W", "pint", "none"),
        ("ROBUST W", "tempo", "none"),
    ],
)
def test_the_line_of_tempo2(tmp_path, line, dialect, loss):
    """tempo2 says of R (Hampel), and of the number of rounds of 2015, that it takes Huber's; PINT has no such line."""
    path = tmp_path / "a.par"
    path.write_text(f"{PAR.read_text()}{line}\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = jug.load_model(path, dialect=dialect)
    said = [str(w.message) for w in caught if "ROBUST" in str(w.message)]
    assert model.settings.robust == loss
    assert len(said) == (line in ("ROBUST R", "ROBUST 1") or dialect in ("pint", "tempo"))
    jug.write_par(model, tmp_path / "b.par")
    assert line in (tmp_path / "b.par").read_text()


def test_the_command_and_its_json(tmp_path, capsys):
    par, out, post = tmp_path / "a.par", tmp_path / "a.json", tmp_path / "post.par"
    par.write_text(f"{PAR.read_text()}ROBUST H\n")
    raw = jug.read_tim(TIM)
    jug.write_tim(with_time_added(raw, np.where(np.arange(len(raw)) == 7, 1e-3, 0.0)), tmp_path / "a.tim")
    files = [str(par), str(tmp_path / "a.tim")]
    assert main(["fit", *files, "--json", str(out), "-o", str(post)]) == 0
    text = capsys.readouterr().out
    found = json.loads(out.read_text())["robust"]
    assert "chi2 at full weight" in text
    assert "Robust fit                huber, tuning constant 1.345" in text
    assert "Huber 1981" in text
    assert "reduced chi2" not in text
    assert found["loss"] == "huber"
    assert len(found["weights"]) == len(raw)
    (bad,) = found["little"]
    assert bad["row"] == 7
    assert bad["toa"] in text
    assert bad["weight"] == found["weights"][7] < 0.1
    assert main(["fit", *files, "--robust", "none", "--json", str(out)]) == 0
    assert json.loads(out.read_text())["robust"] is None
    assert "ROBUST H" in post.read_text()


def test_what_compares_chi2_fits_by_least_squares_whatever_the_line_says(tmp_path):
    """F-tests, grids and outliers are about chi2, which a robust fit does not minimise."""
    path = tmp_path / "a.par"
    path.write_text(f"{PAR.read_text()}ROBUST B\n")
    model, toas = jug.load(path, TIM)
    plain = jug.fit(model, toas, backend="numpy", robust="none")
    assert jug.ftest(model, toas, add=["F2"], backend="numpy").base.chi2 == plain.chi2
    robust = jug.fit(model, toas, backend="numpy")
    assert robust.robust is not None
    assert jug.outliers(robust, toas, confirm=0, backend="numpy").base.chi2 == pytest.approx(plain.chi2, abs=1e-6)
    grid = jug.grid(model, toas, {"F1": [model.values["F1"]]}, backend="numpy")
    ordinary = jug.grid(jug.load_model(PAR), toas, {"F1": [model.values["F1"]]}, backend="numpy")
    np.testing.assert_allclose(grid.chi2, ordinary.chi2)
