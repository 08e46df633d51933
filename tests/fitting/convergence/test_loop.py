"""The loop's own decisions: the last step, the growth of the damping, new anchors, and the step by SVD."""

from types import SimpleNamespace

import numpy as np
import pytest

import jug
from jug.compute.kernels import kernels
from jug.core.doubledouble import sub
from jug.fitting import anchored_fit, conclusion, loop, secant
from jug.fitting.secant import Secant
from jug.fitting.stop import Stop
from jug.least_squares import problem
from jug.least_squares.problem import LeastSquaresProblem, problem_of
from jug.model.evaluation.anchor import make_anchor

JUMPS = ("JUMP -fe S 0.0 1", "JUMP -fe U 0.0 1")


def moved(one: jug.FitResult, other: jug.FitResult) -> dict[str, float]:
    """Differences of fitted values in units of their uncertainties."""
    entries = {name: (one.model.entries[name], other.model.entries[name]) for name in one.names}
    return {n: sub(b.value, a.value).hi / one.errors[n] for n, (a, b) in entries.items()}


def test_a_fit_that_need_not_iterate_takes_its_last_step(simulated):
    """F1 is 2e-5 sigma off: the predicted decrease of chi2 is 4e-10, below the tolerance of 1e-8.

    The step that predicts it is taken all the same: what is left is its rounding, 0.1 ps of 1 us.
    """
    model, toas = simulated(*JUMPS)
    best = jug.fit(model, toas)
    near = best.model.moved({"F1": 2e-5 * best.errors["F1"]})
    again = jug.fit(near, toas)
    assert again.stop is Stop.CONVERGED
    assert again.n_iter == 0
    assert max(map(abs, moved(best, again).values())) < 1e-6


class Scripted(LeastSquaresProblem):
    """A problem whose steps are refused (R) or accepted (A) as a word says; it notes the damping of each solution."""

    def __init__(self, real: LeastSquaresProblem, word: str) -> None:
        self.__dict__.update(vars(real))
        self.word, self.tried, self.dampings = word, 0, []

    def iteration(self, dx, damping, active=()):
        at = super().iteration(dx, damping, active)
        if not np.any(dx):
            return at._replace(chi2=1e6)
        accepted = self.word[self.tried] == "A"
        self.tried += 1
        return at._replace(chi2=1e6 - self.tried if accepted else np.inf)

    def solve(self, at, damping):
        self.dampings.append(damping)
        chi2 = at.chi2
        return super().solve(at, damping)._replace(chi2=chi2)


@pytest.fixture
def scripted(simulated):
    """Run the loop on a simulated pulsar, from five sigma off, with a word; the problem and the outcome."""
    model, toas = simulated(*JUMPS)
    model = model.moved({name: 5.0 * error for name, error in jug.fit(model, toas).errors.items()})
    anchor = make_anchor(model, toas)
    real = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
    assert not real.needs_matrix  # until a step was taken by SVD

    def run(word: str) -> tuple[Scripted, loop.LoopResult]:
        script = Scripted(real, word)
        return script, loop.minimise(script, len(word))

    return run


def test_damping_grows_ever_faster_while_steps_are_refused(scripted):
    """By 10, then 100, then 1000, from the smallest eigenvalue of the normal matrix to 1e10, where the fit gives up."""
    script, outcome = scripted("R" * 20)
    least = script.dampings[0]
    assert 1e-14 < least < 1.0
    *grown, last = script.dampings
    want = [least * 10.0 ** (k * (k + 1) // 2) for k in range(len(grown))]
    np.testing.assert_allclose(grown, want, rtol=1e-12)
    assert grown[-1] <= loop.MAX_DAMPING < grown[-1] * 10.0 ** len(grown)
    assert last == 0.0
    assert outcome.stop is Stop.NO_DESCENT
    assert not np.any(outcome.dx)


def test_damping_falls_with_steps_that_are_accepted_and_grows_by_ten_again(scripted):
    """Refused twice, accepted, refused twice; then accepted down to no damping, and refused without any.

    The last refusal begins again with the smallest eigenvalue, of the matrix where the fit has come to.
    """
    script, _ = scripted("RRARRAAAAR")
    least = script.dampings[0]
    np.testing.assert_allclose(np.array(script.dampings) / least, [1, 10, 1, 10, 1e3, 1e2, 10, 1, 1, 0], rtol=1e-5)


def test_a_fit_goes_on_from_three_anchors_and_then_says_so(simulated, monkeypatch):
    """Of fast residuals that are never near enough the exact ones."""
    made = []
    for module in (anchored_fit, conclusion):
        monkeypatch.setattr(module, "CONFIRM_S", 0.0)
    monkeypatch.setattr(anchored_fit, "make_anchor", lambda *args: made.append(args[0]) or make_anchor(*args))
    with pytest.warns(jug.FitWarning, match="the exact residuals differ from the fast ones by"):
        jug.fit(*simulated(*JUMPS))
    assert len(made) == 3


@pytest.mark.parametrize("more", [JUMPS, ("PHOFF 0.1 1",), ("TNREDAMP -13", "TNREDGAM 3", "TNREDC 5")])
def test_a_fit_by_svd_is_the_same(simulated, monkeypatch, more):
    """With a free offset, one that is a parameter, and one beside red noise.

    The normal equations keep six digits of these columns.
    """
    model, toas = simulated(*more)
    start = model.moved({name: 5.0 * error for name, error in jug.fit(model, toas).errors.items()})
    one = jug.fit(start, toas, backend="numpy")
    monkeypatch.setattr(problem, "PIVOT_MIN", np.inf)
    other = jug.fit(start, toas, backend="numpy")
    assert (other.stop, other.n_iter) == (one.stop, one.n_iter)
    assert max(map(abs, moved(one, other).values())) < 1e-6
    np.testing.assert_allclose(other.correlation, one.correlation, atol=1e-6)
    np.testing.assert_allclose(list(other.errors.values()), list(one.errors.values()), rtol=1e-6)


def test_a_step_is_corrected_for_the_curvature_once(scripted, monkeypatch):
    """Refused again, it is damped: a fit that is slow to end does not try the same step for ever."""
    monkeypatch.setattr(loop, "is_slow", lambda state: True)
    monkeypatch.setattr(loop, "secant", lambda problem, *_: Secant(np.zeros(problem.n_free), 1.0))
    monkeypatch.setattr(loop, "correct_step", lambda problem, point, curve: point)
    script, _ = scripted("RRR")
    undamped, *damped, last = script.dampings
    assert undamped == last == 0.0
    np.testing.assert_allclose(np.array(damped) / damped[0], [1.0, 10.0], rtol=1e-12)
    assert damped[0] > 0.0


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0])
def test_a_step_that_is_corrected_ends_at_the_minimum_of_the_curved_chi2(monkeypatch, ratio):
    """Along the direction chi2 falls by slope^2 / q with the curvature q of Gauss and Newton, by slope^2 / h with h."""
    q, slope = 4.0, 6.0
    monkeypatch.setattr(secant, "_curvature_along", lambda *_: q)
    monkeypatch.setattr(secant, "_slope_along", lambda *_: slope)
    direction, h = np.array([1.0, -2.0]), ratio * q
    point = SimpleNamespace(normal=object(), active=(), step=-direction * slope / q, decrease=20.0)
    point._replace = lambda **new: SimpleNamespace(**{**vars(point), **new})
    found = secant.correct_step(None, point, Secant(direction, ratio))
    np.testing.assert_allclose(found.step, -direction * slope / h, rtol=1e-14)
    assert found.decrease == pytest.approx(20.0 - slope**2 / q + slope**2 / h, rel=1e-14)
