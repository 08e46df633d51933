"""The gaps between TOAs at which a turn more or less fits about as well, and the TOAs that it would move."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.verdict import pulse_numbers as module
from jug.fitting.verdict.pulse_numbers import SURE_GAP, TOAGroups, pulse_doubts


def doubts(counts: list[int], rise: list[float], monkeypatch: pytest.MonkeyPatch, scale: float = 1.0) -> Any:
    """Groups of so many TOAs; chi2 rises by so much with a turn at each gap, and by 8 more with one backwards."""
    member = np.repeat(np.arange(len(counts)), counts)
    monkeypatch.setattr(module, "_doubtful_toas", lambda end: np.zeros(len(member), dtype=bool))
    monkeypatch.setattr(module, "_moves_others", lambda extended: np.ones(len(rise), dtype=bool))
    monkeypatch.setattr(
        module, "_doubts_at_several_gaps", lambda end, found, extended: ([], np.zeros(len(member), dtype=bool))
    )
    monkeypatch.setattr(
        module, "_steps_of_segments", lambda gram, slope: (np.diag(np.array(rise) + 4.0), np.full(len(rise), -2.0))
    )
    rest = Made(gram=np.eye(len(counts)), slope=np.zeros(len(counts)))
    extended: Any = Made(rest=lambda at: rest, segments=slice(0, len(counts)), scale=np.ones(len(counts)))
    edges = 54000.0 + 10.0 * np.arange(len(rise))
    end: Any = Made(noise_scale=scale, toas=member)
    return pulse_doubts(end, TOAGroups(member, edges, edges + 5.0), extended)


@pytest.mark.parametrize(
    ("counts", "n_toa"),
    [([3, 7], 3), ([7, 3], 3), ([5, 5], 5), ([5, 6], 5), ([1, 1], 1)],
)
def test_the_smaller_side_of_a_gap_is_in_doubt(counts: list[int], n_toa: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = doubts(counts, [1.0], monkeypatch)
    assert (found.n_toa, found.gaps[0].n_toa) == (n_toa, n_toa)
    assert (found.gaps[0].before, found.gaps[0].after) == (54000.0, 54005.0)


def test_gaps_of_one_data_set_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three gaps the middle one is sure. The first two TOAs and the last four are in doubt."""
    found = doubts([2, 5, 6, 4], [1.0, 2.0 * SURE_GAP, 3.0], monkeypatch)
    assert [(one.before, one.n_toa, one.delta_chi2) for one in found.gaps] == [(54000.0, 2, 1.0), (54020.0, 4, 3.0)]
    assert found.n_toa == 6


def test_a_gap_is_sure_from_a_rise_on_that_goes_with_the_scatter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(doubts([3, 3], [SURE_GAP], monkeypatch).gaps) == 0
    assert len(doubts([3, 3], [SURE_GAP - 1e-9], monkeypatch).gaps) == 1
    assert len(doubts([3, 3], [SURE_GAP], monkeypatch, scale=1.1).gaps) == 1
    assert len(doubts([3, 3], [1.1 * SURE_GAP], monkeypatch, scale=1.1).gaps) == 0
