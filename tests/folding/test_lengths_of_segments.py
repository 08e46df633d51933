"""Which length of segment polycos and predictors have."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.folding import making, predictor_making
from jug.folding.predictor import Predictor

MODEL = jug.load_model(jug.data.example("NGC6440E")[0])


@pytest.mark.parametrize(("first", "spans", "best"), [(0.99e-7, [60], 60), (1e-7, [60, 30], 30), (8e-8, [60], 60)])
def test_segments_are_shortened_until_they_are_good_to_a_ten_millionth(
    first: float, spans: list[int], best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a turn: the first length that is so good is taken, of polycos and of predictors."""
    worst, tried = {60: first, 30: 9e-8, 20: 1e-9}, list[int]()

    def fitted(model: object, texts: object, span: float, *rest: object, **more: object) -> Any:
        minutes = round(span) // (60 if span > 100.0 else 1)
        tried.append(minutes)
        return Made(worst=np.array([worst[minutes], 0.0]), minutes=minutes)

    for module in (making, predictor_making):
        monkeypatch.setattr(module, "spans_and_counts", lambda *of: [(span, 12) for span in worst])
        monkeypatch.setattr(module, "segment_middles", lambda *of: [])
    monkeypatch.setattr(making, "fit_segments", fitted)
    found = making._best_segments(MODEL, 53801.0, 53801.5, (None, None), "@", 1400.0, None, None)
    assert (found[0], found[1].minutes, tried) == (best, best, spans)  # type: ignore[attr-defined]
    tried.clear()

    def predicted(*of: Any) -> Predictor:
        one = fitted(*of)
        return Predictor(str(one.minutes), "@", (1.0, 2.0), (), float(one.worst[0]))

    monkeypatch.setattr(predictor_making, "_fit_predictor", predicted)
    monkeypatch.setattr(predictor_making, "_warn_of_clocks", lambda *of: None)
    made = jug.predictor(MODEL, 53801.0, 53801.5, site="@", freq_mhz=1400.0)
    assert (made.psr, tried) == (str(best), spans)
