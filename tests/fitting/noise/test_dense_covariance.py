"""`jug.noise` against a dense covariance (`dense_noise`): thinned real sets and a simulated one, ten starts each.

Plain pytest takes the simulated set from three starts; ten starts, the real sets and the ends of profiles are long.
"""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from copies import example
from dense_noise import SIZE, DenseNoise
from test_noise_fit import LINES, simulated

import jug
from jug.fitting.noise.result import NoiseFit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

STARTS = 10
Pair = tuple[TimingModel, TOAs]


class Both(NamedTuple):
    """A noise fit of jug, the dense likelihood about its timing parameters, and where jug's maximum is in it.

    ``errors`` are those of jug's second derivatives, 0 for what is at a boundary, in the coordinates of the dense one.
    """

    found: NoiseFit
    dense: DenseNoise
    at: np.ndarray
    errors: np.ndarray
    toas: TOAs

    @property
    def determined(self) -> np.ndarray:
        """Parameters that are at no boundary."""
        return self.errors > 0.0

    def log_l(self, x: np.ndarray) -> float:
        return -self.dense.value(x)[0]


def loaded(name: str, **options: str) -> Pair:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.load(*example(name), **options)


def b1855() -> Pair:
    """Every 15th of 4,005 TOAs: four backends with EFAC and EQUAD, two with ECORR, red noise. DMX stays as it is."""
    model, toas = loaded("B1855+09_NANOGrav_9yv1")
    held = ("DMX", "SINI", "M2")
    return model.with_free([n for n in model.free if not n.startswith(held)]), toas.select(slice(None, None, 15))


def j0613() -> Pair:
    """The epochs of every 6th day, 241 of 1,462 TOAs: white noise and ECORR."""
    model, toas = loaded("J0613-sim")
    day = np.floor(toas.mjd)
    some = toas.select(np.isin(day, np.unique(day)[::6]))
    return model.add_noise(some, "white,ecorr"), some


def j1614() -> Pair:
    """Every second of 275 wideband TOAs: EFAC, EQUAD and DMEFAC of two backends, DM noise in place of DMX."""
    model, toas = loaded("J1614-2230_NANOGrav_12yv3.wb", ephem="DE440")
    some = toas.select(slice(None, None, 2))
    bare = model.remove("DMX*", "EFAC*", "EQUAD*", "DMEFAC*").add(["DM1 0 1", "DM2 0 1"])
    return bare.add_noise(some, "white,dm=10"), some


SETS: dict[str, Callable[[], Pair]] = {
    "simulated": lambda: simulated(*LINES),
    "B1855+09": b1855,
    "J0613-0200": j0613,
    "J1614-2230 wideband": j1614,
}


def both(name: str, starts: int) -> Both:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = SETS[name]()
        found = jug.noise(model, toas, starts=starts, profiles=True)
    assert found.converged
    dense = DenseNoise(found.model, toas, found.names)
    x = dense.x_of(found.values)
    return Both(found, dense, x, np.sqrt(np.diag(found.covariance)) / dense.slope(x), toas)


@pytest.fixture(scope="module")
def of_simulated() -> Both:
    return both("simulated", 3)


@pytest.fixture(scope="module", params=SETS)
def of_set(request: pytest.FixtureRequest) -> Both:
    return both(request.param, STARTS)


def spread_of_log_l(case: Both) -> float:
    """Of jug's log L less the dense one at seven points about the maximum: the constants of both differ."""
    found, dense = case.found, case.dense
    like = jug.likelihood(found.model, case.toas, marginal=True, noise=found.names)
    rng, k = np.random.default_rng(1), len(case.at)
    points = [case.at, *(case.at + np.minimum(case.errors, 1.0) * rng.uniform(-0.7, 0.7, k) for _ in range(6))]
    return float(np.ptp([like(np.array(dense.par(x))) - case.log_l(x) for x in points]))


class Highest(NamedTuple):
    """The highest dense maximum less that of jug: in log L, also from the starts alone, and in standard errors."""

    log_l: float
    of_starts: float
    away: np.ndarray


def highest(case: Both, starts: int) -> Highest:
    """From jug's maximum and from starts over the ranges."""
    dense, here = case.dense, case.log_l(case.at)
    reached = [dense.climbed(case.at), *(dense.climbed_again(x) for x in dense.starts(starts, 3))]
    best, value = max(reached, key=lambda one: one[1])
    away = (best - case.at)[case.determined] / case.errors[case.determined]
    return Highest(value - here, max(one[1] for one in reached[1:]) - here, away)


def dense_errors(case: Both) -> np.ndarray:
    """With the parameters at a boundary held there, in those of jug."""
    second = case.dense.hessian(case.at, case.determined)
    return np.sqrt(np.diag(np.linalg.inv(second))) / case.errors[case.determined]


AT_BOUNDARY = 2e-6
"""Of log L: 1e-6, and what a size of 1e-4 us, the least of the dense one, changes where jug has 0."""


@pytest.mark.usefixtures("quickly_compiled")
def test_the_simulated_set_agrees(of_simulated: Both) -> None:
    found = highest(of_simulated, 2)
    assert spread_of_log_l(of_simulated) < 1e-6
    assert found.log_l == pytest.approx(0.0, abs=1e-6)
    assert found.of_starts == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(found.away, 0.0, atol=1e-3)
    np.testing.assert_allclose(dense_errors(of_simulated), 1.0, rtol=0.01)


def test_the_gradient_of_the_dense_likelihood(of_simulated: Both) -> None:
    """It is written by hand; differences of its value are its check."""
    case, step = of_simulated, 1e-5
    x = case.at + 0.3 * case.errors
    differences = [(case.log_l(x - step * e) - case.log_l(x + step * e)) / (2.0 * step) for e in np.eye(len(x))]
    np.testing.assert_allclose(case.dense.value(x)[1], differences, atol=1e-5)


@pytest.mark.long
def test_log_l_is_the_dense_one(of_set: Both) -> None:
    assert spread_of_log_l(of_set) < 1e-6


@pytest.mark.long
def test_the_highest_maximum_is_the_dense_one_from_ten_starts(of_set: Both) -> None:
    found, most = highest(of_set, STARTS), 1e-6 if np.all(of_set.determined) else AT_BOUNDARY
    assert found.log_l == pytest.approx(0.0, abs=most)
    assert found.of_starts == pytest.approx(0.0, abs=most)
    np.testing.assert_allclose(found.away, 0.0, atol=1e-3)


@pytest.mark.long
def test_errors_are_those_of_the_dense_likelihood(of_set: Both) -> None:
    np.testing.assert_allclose(dense_errors(of_set), 1.0, rtol=0.01)


@pytest.mark.long
def test_ends_of_profiles_are_those_of_the_dense_likelihood(of_set: Both) -> None:
    """Where log L has fallen by 1/2 with all others at their best, and by 1.353 at a limit: to 1% of the distance."""
    top, checked = of_set.log_l(of_set.at), 0
    for i, name in enumerate(of_set.found.names):
        one = of_set.found.intervals[name]
        fall = {one.low: 0.5, one.high: 0.5, one.upper_limit: 1.353}
        for end in (end for end in fall if end not in (None, 0.0)):
            x = of_set.dense.x_of({**of_set.found.values, name: end})
            low, high = of_set.dense.bounds[i]
            if low < x[i] < high:
                fallen = top - of_set.dense.climbed_again(x, (i,))[1]
                assert fallen == pytest.approx(fall[end], rel=0.02), (name, end)
                checked += 1
    assert checked >= 2 * np.count_nonzero(of_set.determined) - 4


@pytest.mark.long
def test_the_sets_have_what_they_are_there_for(of_set: Both) -> None:
    """Sizes at a boundary and away from it, several backends, a process that is found."""
    kinds = of_set.dense.kinds
    assert SIZE in kinds
    assert np.count_nonzero(of_set.determined) >= 3
    assert of_set.found.n_starts == STARTS
