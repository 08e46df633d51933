"""What cannot be sampled, and how many draws the spectra of a posterior are of."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.chains import spectra
from jug.chains.setup import SAMPLED_TIMING, prepare_sampling
from jug.errors import FitError, InputError

PAR, TIM = jug.data.example("NGC6440E")


def test_timing_parameters_that_are_not_there_cannot_be_sampled() -> None:
    model = jug.load_model(PAR)
    asked: Any = Made(timing=SAMPLED_TIMING)
    with pytest.raises(
        FitError, match=r"^no timing parameter has a fit flag: there is none to sample; leave timing='mar"
    ):
        prepare_sampling(model.with_free([]), None, asked)  # type: ignore[arg-type]
    asked.timing = "all"
    with pytest.raises(InputError, match=r"^timing='all' is not a way to treat timing parameters; "):
        prepare_sampling(model, None, asked)  # type: ignore[arg-type]


def test_spectra_of_300_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the seed 0, where nothing else is asked for; the density is the variance of a sine over the width."""
    asked: list[tuple[int, int]] = []

    def choose_draws(found: Any, draws: int, seed: int) -> list[int]:
        asked.append((draws, seed))
        return [0, 1]

    def weights(xp: Any, values: float, x: Any) -> list[Any]:
        return [np.array([4.0, 2.0, 4.0, 2.0]) * values]

    component = Made(weights=weights, process="RED", numbered=False)
    silent = Made(weights=None, process="DM", numbered=False)
    grid = Made(width=np.array([2.0, 2.0]), frequency=np.array([1e-9, 2e-9]))
    monkeypatch.setattr(spectra, "expect", lambda **given: None)
    monkeypatch.setattr(spectra, "make_columns", lambda model, toas: Made(grids={"RED": grid}))
    monkeypatch.setattr(spectra, "choose_draws", choose_draws)
    monkeypatch.setattr(spectra, "models_at", lambda found, model, draws: [Made(kernel_values=1.0 + k) for k in draws])
    model: Any = Made(components=(component, silent))
    found = spectra.posterior_spectra(None, model, None)  # type: ignore[arg-type]
    assert asked == [(300, 0)]
    assert list(found) == ["RED"]
    np.testing.assert_allclose(found["RED"].density, [[2.0, 1.0], [4.0, 2.0]])
    model.components = (silent,)
    with pytest.raises(FitError, match=r"^the model has no noise process with a spectrum$"):
        spectra.posterior_spectra(None, model, None)  # type: ignore[arg-type]
