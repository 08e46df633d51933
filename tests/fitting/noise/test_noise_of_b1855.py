"""`jug.noise` of B1855+09, 4,005 TOAs with 14 noise parameters: its maxima, ends of profiles, evaluations."""

import warnings

import numpy as np
import pytest

import jug
from jug.fitting.noise import intervals as module
from jug.fitting.noise import profile
from jug.fitting.noise.crossing import crossing

pytestmark = pytest.mark.long


def test_all_maxima_of_b1855_are_found() -> None:
    """4,005 TOAs: from the par file alone the lower one, from ten starts both; values of a search by hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*jug.data.example("B1855+09"))
    alone = jug.noise(model, toas, starts=1, profiles=False)
    assert alone.n_calls < 100
    assert alone.values["TNREDGAM"] == pytest.approx(4.50, abs=0.02)
    found = jug.noise(model, toas, profiles=False)
    assert found.values["TNREDAMP"] == pytest.approx(-12.711, abs=0.005)
    assert found.values["TNREDGAM"] == pytest.approx(0.351, abs=0.01)
    assert len(found.maxima) == 2
    assert found.maxima[1].values["TNREDGAM"] == pytest.approx(4.50, abs=0.02)
    lower = found.maxima[1].log_likelihood
    assert found.log_likelihood - lower == pytest.approx(4.925, abs=0.01)  # about the timing fit of the higher one
    assert found.log_likelihood - alone.log_likelihood == pytest.approx(5.287, abs=0.01)
    assert found.converged
    assert found.n_calls < 500
    assert found.intervals["ECORR4"].upper_limit is not None


def test_ends_of_profiles_of_b1855(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a search between points on both sides, to 3e-4 of sqrt(2 drop) with the others at 1e-5 of their best."""
    compared = []

    def both(by: profile.Profile, i: int, drop: float, step: float) -> float | None:
        end = crossing(by, i, drop, step)
        with monkeypatch.context() as precise:
            for name, value in {"CROSSING_PRECISION": 3e-4, "OTHERS_CLOSE": 1e-5, "POINTS_OF_CROSSING": 25}.items():
                precise.setattr(profile, name, value)
            wanted = profile.search_crossing(by, i, drop, step)
        assert (end is None) == (wanted is None)
        if end is not None and wanted is not None:
            compared.append((end - wanted) / (wanted - float(by.maximum.point.x[i])))
        return end

    monkeypatch.setattr(module, "crossing", both)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(*jug.data.example("B1855+09"))
    jug.noise(model.set(TNREDAMP=-12.71, TNREDGAM=0.35), toas, starts=1, profiles=True)
    assert len(compared) >= 20
    assert np.max(np.abs(compared)) < 5e-3
