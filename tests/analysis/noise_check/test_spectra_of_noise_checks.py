"""The range of a spectrum that a check of noise expects."""

from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis.noise_check import check as module


def test_the_middle_95_per_cent_of_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Powers 1 to 199 at each frequency: 5.95, 100 and 194.05."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    counts = iter(range(1000))

    def power_of(waves: Any, batch: Any) -> Any:
        return np.array([[float(next(counts)) for _ in range(batch.shape[1])]])

    monkeypatch.setattr(module, "power_of", power_of)
    monkeypatch.setattr(module, "sinusoids", lambda mjd, sigma, n: (np.array([0.01]), None))
    found = module.check_noise(model.freeze("*"), toas, draws=199).spectrum
    assert found[1].tolist() == [0.0]
    np.testing.assert_allclose(np.ravel(found[2]), [5.95, 100.0, 194.05])


def test_99_draws_are_the_least() -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with pytest.raises(jug.InputError, match=r"^98 draws are too few for a probability; give 99 or more$"):
        jug.check_noise(model, toas, draws=98)
    assert module.LEAST_DRAWS == 99
