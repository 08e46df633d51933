"""The likelihood as a function of a vector: against jug's own, against a dense covariance, and its derivatives."""

import pickle
import warnings

import numpy as np
import pytest
from noise_sets import SETS, dense, dense_of_both

import jug
import jug.data
from jug.compute.jax_import import import_jax

jax = import_jax()

ROUNDING = 2e-5
"""Of chi2: delays are rounded by up to 0.1 ps on either side, at 0.7 us of uncertainty and 90 TOAs."""


def made(epochs_of_three, name):
    model, toas = epochs_of_three(*SETS[name], n=90)
    model = jug.fit(model, toas).model
    return model, toas, jug.likelihood(model, toas)


@pytest.fixture(scope="module", params=["white", "all", pytest.param("phoff", marks=pytest.mark.long)])
def case(request, epochs_of_three):
    return made(epochs_of_three, request.param)


@pytest.fixture(scope="module")
def full(epochs_of_three):
    return made(epochs_of_three, "all")


def somewhere(like, seed=1, reach=0.5):
    """A vector near the start."""
    rng = np.random.default_rng(seed)
    size = np.where(np.arange(len(like.names)) < like.vector.n_timing, reach, 0.1 * np.abs(like.start))
    return like.start + size * rng.uniform(-1, 1, len(like.names))


def steps(like):
    """A vector for each parameter: how far to go for a difference quotient."""
    timing = np.arange(len(like.names)) < like.vector.n_timing
    return np.diag(np.where(timing, 1e-2, 1e-3 * np.maximum(np.abs(like.start), 1.0)))


def quotient(function, theta, step):
    """Derivative of a function along ``step``, per length of the step, to fourth order."""
    far, near = (function(theta + k * step) - function(theta - k * step) for k in (2, 1))
    return (8 * near - far) / (12 * np.linalg.norm(step))


def by_hand(model, toas):
    """log L from the dense covariance; the offset has a prior variance of 1e40 s^2."""
    r, c, _, _ = dense(model, toas)
    inverse, one = np.linalg.inv(c / 1e-12) / 1e-12, np.ones(len(r))
    log_det = np.linalg.slogdet(c / 1e-12)[1] + len(r) * np.log(1e-12)
    if model.removes_mean:
        r = r - one * (one @ inverse @ r) / (one @ inverse @ one)
        log_det += np.log(1e40 * (one @ inverse @ one))
    return -0.5 * (r @ inverse @ r + log_det)


def test_value_and_gradient(case):
    model, toas, like = case
    assert like.names[: len(model.free)] == model.free
    for theta in (like.start, somewhere(like)):
        assert like(theta) == pytest.approx(jug.residuals(like.model(theta), toas).log_likelihood, abs=ROUNDING)
    value, slope = like.value_and_grad(theta)
    assert value == pytest.approx(by_hand(like.model(theta), toas), abs=1e-4)
    for i, step in enumerate(steps(like)):
        want = quotient(lambda at: by_hand(like.model(at), toas), theta, step)
        assert slope[i] == pytest.approx(want, rel=1e-3, abs=2e-3), like.names[i]


def test_many_and_pickled(full):
    *_, like = full
    thetas = [somewhere(like, seed) for seed in range(3)]
    np.testing.assert_allclose(like.many(thetas), [like(theta) for theta in thetas], atol=ROUNDING)
    other = pickle.loads(pickle.dumps(like))
    assert other.names == like.names
    assert other(thetas[0]) == pytest.approx(like(thetas[0]), abs=ROUNDING)


@pytest.mark.long
def test_hessian(full):
    *_, like = full
    theta = somewhere(like)
    bend = like.hessian(theta)
    size = np.sqrt(np.abs(np.diag(bend)))
    for i, step in enumerate(steps(like)):
        want = quotient(lambda at: like.value_and_grad(at)[1], theta, step)
        assert np.max(np.abs(want - bend[i]) / (size * size[i])) < 1e-4, like.names[i]


def test_the_gradient_takes_the_place_of_the_vector(full):
    """The vector's buffer is given away to the gradient, and the caller's own array stays as it was."""
    *_, like = full
    theta = somewhere(like)
    before, first = theta.copy(), like.value_and_grad(theta)
    run = like._shared.compiled["value_and_grad", theta.shape]
    with jax.enable_x64(True):
        on_device = jax.numpy.array(theta)
        np.testing.assert_array_equal(run(on_device, like._functions.data)[1], first[1])
    assert on_device.is_deleted()
    np.testing.assert_array_equal(theta, before)
    np.testing.assert_array_equal(like.value_and_grad(theta)[1], first[1])


def test_fixed_noise_is_the_same_function(full):
    model, toas, like = full
    fixed = jug.likelihood(model, toas, noise=())
    theta = somewhere(fixed)
    padded = np.concatenate([theta, like.start[len(theta) :]])
    assert fixed.names == model.free
    assert fixed(theta) == pytest.approx(like(padded), abs=1e-7)
    want = like.value_and_grad(padded)[1][: len(theta)]
    np.testing.assert_allclose(fixed.value_and_grad(theta)[1], want, rtol=1e-7, atol=1e-7)
    curvature = -np.array([quotient(lambda at: fixed.value_and_grad(at)[1], fixed.start, s) for s in steps(fixed)])
    np.testing.assert_allclose(np.linalg.inv(curvature), fixed.covariance, atol=2e-3)


def test_timing_integrated_over(full):
    model, toas, like = full
    part = jug.likelihood(model, toas, marginal=True)
    k = len(model.free)
    slope = like.value_and_grad(like.start)[1][:k]
    want = like(like.start) + 0.5 * slope @ like.covariance @ slope
    want += 0.5 * (k * np.log(2 * np.pi) + np.linalg.slogdet(like.covariance)[1])
    want += sum(np.log(like.vector.sigma[i] / model.entries[name].scale) for i, name in enumerate(model.free))
    assert part(part.start) == pytest.approx(want, abs=1e-3)
    theta = somewhere(part)
    slope = part.value_and_grad(theta)[1]
    for i, step in enumerate(steps(part)):
        assert slope[i] == pytest.approx(quotient(part, theta, step), rel=1e-5, abs=1e-5), part.names[i]


def test_values_bounds_and_names(full):
    model, toas, like = full
    theta = like.theta({"F0": model.values["F0"], "EFAC1": 1.5})
    assert like.values(theta)["EFAC1"] == pytest.approx(1.5)
    assert like(like.theta({"EFAC1": -1.0})) == -np.inf
    with pytest.raises(jug.FitError, match="TNREDC"):
        jug.likelihood(model, toas, noise=["TNREDC"])
    with pytest.raises(jug.FitError, match="not a noise parameter"):
        jug.likelihood(model, toas, noise=["F0"])
    with pytest.raises(jug.FitError, match="F9"):
        jug.likelihood(model, toas, free=["F9"])


def test_a_theta_of_another_shape_is_refused(full):
    import jax

    *_, like = full
    k = len(like.names)
    for wrong in (0.0, like.start[1:], np.zeros((3, k))):
        for function in (like, like.value_and_grad, like.hessian, like.model, lambda at: like(jax.numpy.asarray(at))):
            with pytest.raises(jug.FitError, match=rf"wanted is \({k},\), .* many\(thetas\), or jax.vmap"):
                function(wrong)
    for wrong in (like.start[1:], np.zeros((2, 3, k))):
        with pytest.raises(jug.FitError, match=rf"wanted is \(m, {k}\)"):
            like.many(wrong)


def test_what_to_do_without_jax(full, monkeypatch):
    model, toas, _ = full
    like = jug.likelihood(model, toas, backend="jax")
    monkeypatch.setitem(__import__("sys").modules, "jax", None)
    for function in (lambda: jug.likelihood(model, toas, backend="jax"), lambda: like(like.start)):
        with pytest.raises(
            jug.BackendError, match=r"cannot be imported.*; jug.likelihood\(..., backend='numpy'\)"
        ) as said:
            function()
        assert str(pickle.loads(pickle.dumps(said.value))) == str(said.value)


@pytest.mark.usefixtures("quickly_compiled")
def test_jax_takes_it_as_it_is(full):
    import jax

    *_, like = full
    theta = somewhere(like)
    with jax.enable_x64(True):
        at = jax.numpy.asarray(theta)
        value, slope = jax.jit(jax.value_and_grad(like))(at)
    with pytest.raises(jug.BackendError, match=r"float32, not float64; call .*x64.* before the sampler"):
        like(jax.numpy.asarray(theta.astype(np.float32)))
    assert float(value) == pytest.approx(like(theta), abs=ROUNDING)
    np.testing.assert_allclose(np.asarray(slope), like.value_and_grad(theta)[1], rtol=1e-6, atol=1e-6)


def test_wideband():
    par, tim = jug.data.example("test-wb-0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(par, tim, ephem="DE440")
        model = jug.fit(model, toas).model
        like = jug.likelihood(model, toas, noise=())
        theta = somewhere(like)
        want = jug.residuals(like.model(theta), toas).log_likelihood
        found = jug.grid(model, toas, {"F0": [model.values["F0"]]}, backend="numpy")
    assert like(theta) == pytest.approx(want, abs=1e-3)
    slope = like.value_and_grad(theta)[1]
    for i, step in enumerate(10 * steps(like)):
        assert slope[i] == pytest.approx(quotient(like, theta, step), rel=1e-3, abs=2e-3), like.names[i]
    assert found.chi2[0] == pytest.approx(jug.residuals(model, toas).chi2, abs=1e-3)


def by_hand_of_both(model, toas):
    """`by_hand` of TOAs and measured DMs, for correlated noise; rows in units of their white uncertainties."""
    rows, c, _, offset_mask, noise = dense_of_both(model, toas)
    unit = noise.sigma
    r, one, inverse = rows / unit, offset_mask / unit, np.linalg.inv(c / np.outer(unit, unit))
    log_det = -np.linalg.slogdet(inverse)[1] + 2 * np.sum(np.log(unit)) + np.log(1e40 * (one @ inverse @ one))
    r = r - one * (one @ inverse @ r) / (one @ inverse @ one)
    return -0.5 * (r @ inverse @ r + log_det)


@pytest.mark.usefixtures("quick_hessian")
def test_noise_of_measured_dms_is_varied(wideband_of):
    white = ("EFAC -fe L 1.2", "DMEFAC -fe L 1.3", "DMEQUAD -fe S 2e-4", "DMEQUAD MJD 54000 54500 1e-4")
    model, toas = wideband_of(*white, "ECORR -fe L 0.8", n=60)
    like = jug.likelihood(model, toas)
    assert set(like.names) >= {"EFAC1", "DMEFAC1", "DMEQUAD1", "DMEQUAD2", "ECORR1"}
    theta = somewhere(like)
    value, slope = like.value_and_grad(theta)
    assert value == pytest.approx(by_hand_of_both(like.model(theta), toas), abs=1e-3)
    bend = like.hessian(theta)
    size = np.sqrt(np.abs(np.diag(bend)))
    for i, name in enumerate(like.names):
        if not name.startswith("DM") or name == "DM":
            continue
        step = 1e-3 * np.abs(theta) * (np.arange(len(theta)) == i)
        want = quotient(lambda at: by_hand_of_both(like.model(at), toas), theta, step)
        assert slope[i] == pytest.approx(want, rel=1e-5, abs=1e-5 * size[i]), name
        want = quotient(lambda at: like.value_and_grad(at)[1], theta, step)
        assert np.max(np.abs(want - bend[i]) / (size * size[i])) < 1e-4, name
    assert like(like.theta({"DMEFAC1": -1.0})) == like(like.theta({"DMEQUAD2": -1e-5})) == -np.inf
    assert jug.likelihood(model, toas, noise=["DMEFAC1"]).names == (*model.free, "DMEFAC1")


def test_parameters_that_cannot_be_told_apart_are_refused(epochs_of_three):
    """A JUMP of all TOAs is the free overall offset: there is no uncertainty that could be the unit of a vector."""
    model, toas = epochs_of_three("JUMP MJD 40000 70000 1e-6 1", n=90)
    with pytest.raises(jug.FitError, match=r"JUMP1.*cannot be told apart"):
        jug.likelihood(model, toas)
