"""The mean of a likelihood over the prior of a parameter at an edge, and the end of a fit along a curved valley."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.errors import FitError
from jug.fitting import along_valley
from jug.fitting.along_valley import VALLEYS, _continue_along_curved_valley
from jug.fitting.loop_state import LoopState
from jug.fitting.noise_choice.evidence import _log_mean_at_edge
from jug.fitting.stop import Stop
from jug.sampling.priors import uniform


@pytest.mark.parametrize("slope", [0.0, 0.5, -3.0, 40.0])
def test_the_mean_over_a_uniform_prior_from_an_edge(slope: float) -> None:
    """Of exp(-|slope| x) for x from 0 to 2: (1 - exp(-2 s)) / (2 s); by the midpoints of the points to 1e-2."""
    coordinates = Made(theta=lambda x: x.copy(), x=lambda theta: theta.copy())
    trial: Any = Made(objective=Made(coordinates=coordinates))
    peak: Any = Made(point=Made(x=np.array([7.0, 0.0]), slope=np.array([9.0, slope])))
    s = abs(slope)
    wanted = 0.0 if s == 0.0 else np.log((1.0 - np.exp(-2.0 * s)) / (2.0 * s))
    assert _log_mean_at_edge(trial, uniform(0.0, 2.0), peak, 1) == pytest.approx(wanted, abs=1e-2)


@pytest.mark.parametrize(("decrease", "stop"), [(1e-9, None), (1.0, Stop.STAGNATED)])
def test_a_fit_goes_on_from_the_end_of_a_curved_valley(
    decrease: float, stop: Stop | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once in a fit; where there is no such valley, or its end is degenerate, the parameters are not determined."""
    end: Any = Made(dx="there", active=(), tried=5, stop=Stop.STAGNATED)
    monkeypatch.setattr(along_valley, "follow_curved_valley", lambda problem, dx: end)
    state = LoopState(Made(dx="here"), n_iter=20, more=3)  # type: ignore[arg-type]
    problem: Any = Made(iteration=lambda dx, damping, active: Made(decrease=decrease, dx=dx))
    found = _continue_along_curved_valley(problem, state, 30)
    assert (found.current.dx, found.n_iter, found.more, found.stop) == ("there", 25, 38, stop)
    assert found.valleys == VALLEYS + 1
    assert found.patient_since is None

    def degenerate(dx: Any, damping: float, active: Any) -> Any:
        raise FitError("degenerate")

    for other in (Made(iteration=degenerate), None):
        if other is None:
            monkeypatch.setattr(along_valley, "follow_curved_valley", lambda problem, dx: None)
        last = _continue_along_curved_valley(other or problem, state, 30)  # type: ignore[arg-type]
        assert (last.current.dx, last.n_iter, last.stop, last.valleys) == ("here", 20, Stop.UNDETERMINED, VALLEYS + 1)
