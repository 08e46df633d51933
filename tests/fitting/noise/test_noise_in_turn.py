"""Noise and timing parameters in turn: what each round asks for, and where the rounds end."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.noise import with_timing as module
from jug.fitting.noise.estimate import NoiseRequest
from jug.fitting.noise.with_timing import MOST_ALTERNATIONS, SETTLED_LOG_L, alternate_fits
from jug.fitting.noise_choice import model_forms
from jug.fitting.noise_choice.model_forms import form_of

ASKED = NoiseRequest(None, False, {}, 8, True, 0)


class Maximum(Made):
    """A maximum that came from so many starts."""

    def _replace(self, **given: Any) -> "Maximum":
        return Maximum(**{**vars(self), **given})


class Estimated(Maximum):
    """An estimate."""


def rounds(log_l: list[float], monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, bool, list[NoiseRequest]]:
    """Fits of the timing parameters that have these log L; what was asked for the noise."""
    asked: list[NoiseRequest] = []

    def estimate(model: object, toas: object, wanted: NoiseRequest, start: object = None) -> Estimated:
        asked.append(wanted)
        assert (start is None) == (len(asked) == 1)
        maxima = (Maximum(n_starts=10 * len(asked), number=len(asked)), Maximum(n_starts=1, number=-len(asked)))
        return Estimated(maxima=maxima, left=len(asked), likelihood="before")

    monkeypatch.setattr(module, "estimate", estimate)
    monkeypatch.setattr(module, "with_noise", lambda model, found: model)
    values = iter([0.0, *log_l, 99.0])
    result, found, settled = alternate_fits(  # type: ignore[call-overload]
        Made(), Made(), lambda model: Made(model=model, log_likelihood=next(values)), ASKED  # type: ignore[arg-type]
    )  # fmt: skip
    return result, found, settled, asked


def test_the_first_search_has_all_starts_and_the_last_the_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on from one; the maxima beside the best are those of the first search."""
    result, found, settled, asked = rounds([5.0, 5.1, 5.1 + 0.5 * SETTLED_LOG_L], monkeypatch)
    assert settled
    assert [(one.starts, one.profiles) for one in asked] == [(8, False), (1, False), (1, False), (1, True)]
    assert result.log_likelihood == 99.0
    assert [one.number for one in found.maxima] == [4, -1]
    assert (found.maxima[0].n_starts, found.left) == (10, 1)


def test_rounds_that_do_not_settle_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of exactly the limit is none below it."""
    monkeypatch.setattr(module, "SETTLED_LOG_L", 0.5)
    _, _, settled, asked = rounds(list(np.arange(MOST_ALTERNATIONS) * 0.5), monkeypatch)
    assert not settled
    assert len(asked) == MOST_ALTERNATIONS + 2


@pytest.mark.parametrize(("more", "counted"), [({}, 3), ({"more": 2}, 5)])
def test_a_form_counts_the_parameters_beside_its_likelihood(more: dict[str, int], counted: int) -> None:
    """The chosen model has three that its trial does not have; worth is by how much its score is better."""
    score = Made(n_parameters=8, value=1.0)
    chosen: Any = Made(models="models", trial=Made(n_parameters=5), score=score)
    asked: list[int] = []

    def of(trial: object, *, more: int) -> Any:
        asked.append(more)
        return Made(by=lambda rule, other: 4.0 if other is score else np.nan)

    found = form_of(chosen, "a", Made(), Made(of=of), Made(), **more)  # type: ignore[arg-type]
    assert asked == [counted]
    assert (found.name, found.models, found.worth, found.taken, found.problem) == ("a", "models", 4.0, False, "")
    assert model_forms.ModelForm("a", found.models, None, None, 0.0) == ("a", "models", None, None, 0.0, False, "")
