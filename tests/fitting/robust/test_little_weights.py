"""Which TOAs a robust fit lists for their little weight."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np

from jug.fitting.robust.result import LITTLE_WEIGHT, robust_fit


class Toas:
    mjd = np.array([54000.0, 54001.0, 54002.0])
    raw = Made(where=lambda i: Made(path="a.tim", line=10 + i))

    def __len__(self) -> int:
        return 3


def test_toas_of_less_than_half_their_weight_are_listed_the_least_first() -> None:
    """Arrival times, then measured DMs, each with the line of its TOA; of half the weight none."""
    half = LITTLE_WEIGHT
    weighing: Any = Made(
        loss=Made(name="huber", tuning=1.345),
        weights=np.array([half, 0.4, 1.0, 0.1, half, 0.4]),
        size=np.arange(6.0),
        scale=np.full(6, 1.5),
    )
    found = robust_fit(Toas(), weighing, 9.0)  # type: ignore[arg-type]
    assert [(*tuple(one)[:2], one[5]) for one in found.little] == [
        (0, "a.tim:10", True),
        (1, "a.tim:11", False),
        (2, "a.tim:12", True),
    ]
    assert (found.weights.tolist(), found.weighted_chi2) == ([half, 0.4, 1.0], 9.0)
    assert found.dm_weights is not None
    assert found.dm_weights.tolist() == [0.1, half, 0.4]
