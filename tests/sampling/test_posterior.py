"""Priors and the vector without bounds: densities against scipy, Jacobians against jax.jacfwd."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats as st

import jug
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling import priors
from jug.sampling.coordinates import COS_I, LOG10, Coordinate
from jug.sampling.likelihood import Likelihood
from jug.sampling.lone_scatter import lone_scatter
from jug.sampling.prior_vector import FAR_EDGE_SIGMA, prior_vector
from jug.sampling.transforms import to_bounded, to_unbounded, unbounded_transform
from jug.sampling.white_pairs import white_pairs

LINES = ("EFAC -fe L 1.2", "EQUAD -fe L 0.5", "ECORR -fe U 0")
ROUNDING = 1e-9


@pytest.fixture(scope="module")
def like(epochs_of_three: Callable[..., tuple[TimingModel, TOAs]]) -> Likelihood:
    model, toas = epochs_of_three(*LINES, n=60)
    return jug.likelihood(jug.fit(model, toas).model, toas)


@pytest.mark.parametrize("name", COS_I)
def test_cos_i_stays_off_the_ends_of_its_range(name: str) -> None:
    """There the slopes are not finite; KIN alone tells the sign of cos i."""
    coordinate = COS_I[name]
    assert (coordinate.low, coordinate.high) == (-1.0 + 1e-9 if name == "KIN" else 1e-9, 1.0 - 1e-9)


@pytest.mark.parametrize(
    ("coordinate", "u"), [(LOG10, -0.7), *((COS_I[name], 0.37) for name in COS_I), (COS_I["KIN"], -0.4)]
)
def test_the_slope_of_a_coordinate(coordinate: Coordinate, u: float) -> None:
    import jax

    with jax.enable_x64(True):
        slope = jax.jacfwd(lambda u: coordinate.value(jax.numpy, u))(jax.numpy.asarray(u))
    assert coordinate.log_slope(np, np.array(u)) == pytest.approx(np.log(abs(float(slope))), abs=ROUNDING)
    assert coordinate.inverse(float(coordinate.value(np, np.array(u)))) == pytest.approx(u, abs=ROUNDING)


def test_the_cosines_are_of_one_inclination() -> None:
    at = np.array(np.cos(1.1))
    found = {name: float(coordinate.value(np, at)) for name, coordinate in COS_I.items()}
    want = {"SINI": np.sin(1.1), "STIGMA": np.tan(0.55), "SHAPMAX": -np.log(1 - np.sin(1.1)), "KIN": np.degrees(1.1)}
    assert found == pytest.approx(want, rel=1e-12)


def test_the_transform_takes_edges_away() -> None:
    import jax

    low, high = np.array([-np.inf, 0.0, -np.inf, 2.0, -np.inf]), np.array([np.inf, np.inf, 3.0, 5.0, np.inf])
    covariance = np.eye(5)
    covariance[0, 4] = covariance[4, 0] = 0.9
    pairs = white_pairs([], (low, high), [False] * 5, np.zeros((2, 0)), [], [])
    by = unbounded_transform(low, high, covariance, pairs, lone_scatter([], (low, high), [False] * 5, [], []))
    z = np.array([0.3, -2.0, 1.5, 0.8, -1.1])
    u, slope = to_bounded(np, by, z)
    with jax.enable_x64(True):
        jacobian = jax.jit(jax.jacfwd(lambda z: to_bounded(jax.numpy, by, z)[0]))(jax.numpy.asarray(z))
    assert slope == pytest.approx(np.linalg.slogdet(np.asarray(jacobian))[1], abs=ROUNDING)
    np.testing.assert_allclose(to_unbounded(by, np.asarray(u)), z, atol=ROUNDING)
    far = to_bounded(np, by, np.array([z, 700.0 * np.ones(5), -700.0 * np.ones(5)]))[0]
    np.testing.assert_allclose(far[0], u, rtol=1e-14)
    assert np.all(np.isfinite(far))
    assert np.all((far >= low) & (far <= high))


@pytest.mark.usefixtures("quickly_compiled")
def test_value_prior_and_jacobian(like: Likelihood) -> None:
    import jax

    given = {
        "F1": priors.uniform(-1e-12, 1e-12),
        "DM": priors.normal(224.0, 0.5),
        "EFAC1": priors.half_normal(2.0),
        "ECORR1": priors.log_uniform(1e-2, 10.0),
    }
    log_p = jug.posterior(like, given)
    assert log_p.names[-3:] == ("EFAC1", "log10_EQUAD1", "log10_ECORR1")
    assert like.names[-3:] == ("EFAC1", "EQUAD1", "ECORR1")
    z = log_p.start + 0.2
    with jax.enable_x64(True):
        jacobian = jax.jit(jax.jacfwd(lambda z: log_p._at(jax.numpy, z)[0]))(jax.numpy.asarray(z))
        value = float(jax.jit(log_p)(jax.numpy.asarray(z)))
    assert log_p.log_jacobian(z) == pytest.approx(np.linalg.slogdet(np.asarray(jacobian))[1], abs=1e-7)
    theta, x = log_p.theta(z), log_p.values(z)
    assert log_p(z) == pytest.approx(like(theta) + log_p.log_prior(z) + log_p.log_jacobian(z), abs=1e-7)
    assert value == pytest.approx(log_p(z), abs=1e-4)  # chi2 is about 60, rounded at 0.1 ps of 0.7 us
    np.testing.assert_allclose(log_p.z(theta), z, atol=1e-7)
    by_hand = st.uniform.logpdf(x["F1"], -1e-12, 2e-12) + st.norm.logpdf(x["DM"], 224.0, 0.5)
    reach = st.halfnorm.cdf([1e-3, 1e12], scale=2.0)  # EFAC is 0.001 at least
    by_hand += st.halfnorm.logpdf(x["EFAC1"], scale=2.0) - np.log(reach[1] - reach[0])
    by_hand += st.loguniform.logpdf(x["EQUAD1"], 1e-3, 1e4) + st.loguniform.logpdf(x["ECORR1"], 1e-2, 10.0)
    model = like.model(like.start)  # densities are per theta: a step of theta in par units
    steps = [like.vector.scale[i] / model.entry(name).scale for i, name in enumerate(like.names)]
    assert log_p.log_prior(z) == pytest.approx(by_hand + np.sum(np.log(steps)), abs=1e-6)


def test_samples_and_many(like: Likelihood) -> None:
    log_p = jug.posterior(like)
    zs = log_p.start + 0.1 * np.random.default_rng(1).normal(size=(3, len(log_p.names)))
    np.testing.assert_allclose(log_p.many(zs), [log_p(z) for z in zs], atol=1e-4)
    found, values = log_p.samples(zs), [log_p.values(z) for z in zs]
    np.testing.assert_allclose(10.0 ** found["log10_EQUAD1"], [v["EQUAD1"] for v in values])
    np.testing.assert_allclose(found["DM"], [v["DM"] for v in values], rtol=1e-12)
    other = pickle.loads(pickle.dumps(log_p))
    assert other.names == log_p.names
    assert other(zs[0]) == pytest.approx(log_p(zs[0]), abs=1e-4)
    assert "log10_EQUAD1" in repr(log_p)


def test_what_cannot_be_a_prior_is_refused(like: Likelihood) -> None:
    for make in (lambda: priors.uniform(2, 1), lambda: priors.normal(0, 0), lambda: priors.log_uniform(-1, 1)):
        with pytest.raises(jug.FitError, match="a prior"):
            make()
    refused = {
        "F9": (priors.physical(), "F9"),
        "DM": (priors.cos_i(), "not an inclination"),
        "EFAC1": (priors.uniform(-2, -1), "outside its physical range"),
    }
    for name, (prior, words) in refused.items():
        with pytest.raises(jug.FitError, match=words):
            jug.posterior(like, {name: prior})


def test_a_start_at_an_edge_or_beyond_is_moved_inside() -> None:
    """By a fiftieth of the range between two edges, by a fiftieth of an uncertainty from one: far enough to move."""
    low, high = np.array([0.0, -np.inf, 2.0]), np.array([np.inf, 3.0, 7.0])
    pairs = white_pairs([], (low, high), [False] * 3, np.zeros((2, 0)), [], [])
    by = unbounded_transform(low, high, np.eye(3), pairs, lone_scatter([], (low, high), [False] * 3, [], []))
    for u, inside in (
        ([0.0, 3.0, 2.0], [0.02, 2.98, 2.1]),
        ([-5.0, 9.0, 1.0], [0.02, 2.98, 2.1]),
        ([0.01, 2.99, 7.0], [0.02, 2.98, 6.9]),
        ([4.0, -1.0, 8.0], [4.0, -1.0, 6.9]),
        ([4.0, -1.0, 2.001], [4.0, -1.0, 2.001]),  # a start that is inside stays
        ([4.0, -1.0, 6.999], [4.0, -1.0, 6.999]),
    ):
        np.testing.assert_allclose(to_bounded(np, by, to_unbounded(by, np.array(u)))[0], inside, rtol=1e-12)


def test_edges_of_a_timing_parameter_that_no_sample_reaches_are_none(like: Likelihood) -> None:
    """Thirty uncertainties on either side and farther; the density is still normalised between the edges."""
    model, vector, i = like.model(like.start), like.vector, like.names.index("DM")
    entry = model.entries["DM"]
    step = entry.scale / vector.scale[i]
    middle = float(entry.value.hi)
    for low, high in ((29.0, 31.0), (31.0, 29.0)):
        prior = priors.uniform(middle - low / step, middle + high / step)
        found = prior_vector(vector, [model.entries[name] for name in like.names], {"DM": prior}).elements[i]
        edges = (-29.0, np.inf) if low < FAR_EDGE_SIGMA else (-np.inf, 29.0)
        assert (found.low, found.high) == pytest.approx(edges, rel=1e-4)
        assert found.constant == pytest.approx(-np.log(60.0), rel=1e-4)
        assert (found.mean, found.per_sigma) == (0.0, 0.0)
