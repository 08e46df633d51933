"""Matching of the bins of DMX, CMX and SWX of two models by their dates, independently of their numbers."""

import numpy as np

from jug.core.array import Array, Bool, Member
from jug.model.timing_model import TimingModel

BINNED_FAMILIES = ("DMX", "CMX", "SWX")
"""Families of bins, each with its ends in ``XR1_0001`` and ``XR2_0001``, MJD."""


def labels_by_dates(first: TimingModel, second: TimingModel) -> tuple[dict[str, str], tuple[str, ...]]:
    """Give the bins of the second model the names of the first model's bins of the same dates.

    Two bins match if the middle of each is inside the other one.

    Parameters
    ----------
    first, second : TimingModel

    Returns
    -------
    labels : dict of str to str
        Name in the second model -> name in the first. A bin that the first model lacks keeps its name, followed by its
        date if the first model uses its number for other dates.
    notes : tuple of str
        For each family, the number of bins whose numbers differ.
    """
    labels: dict[str, str] = {}
    notes = []
    for family in BINNED_FAMILIES:
        old, new = (_bins(model, family) for model in (first, second))
        pairs = _pairs(old, new)
        renumbered = {number for number, other in pairs.items() if other != number}
        lacking = {number for number in new if number not in pairs and number in old}
        for name in second.entries if renumbered or lacking else ():
            head, _, number = name.rpartition("_")
            if head.startswith(family) and number in renumbered:
                labels[name] = f"{head}_{pairs[number]}"
            elif head.startswith(family) and number in lacking:
                labels[name] = f"{name} (MJD {sum(new[number]) / 2:.1f})"
        if renumbered or lacking:
            dates = f"{len(renumbered)} of {len(new)} have other numbers in the second model"
            notes.append(f"{family}: bins are matched by their dates; {dates}, {len(new) - len(pairs)} are new there")
    return labels, tuple(notes)


def _bins(model: TimingModel, family: str) -> dict[str, tuple[float, float]]:
    """The first and last date of each bin, by its number as in the names."""
    found = {}
    for name in model.entries:
        head, _, number = name.rpartition("_")
        end = f"{family}R2_{number}"
        if head == f"{family}R1" and end in model.entries:
            found[number] = (model.values[name], model.values[end])
    return found


def _pairs(old: dict[str, tuple[float, float]], new: dict[str, tuple[float, float]]) -> dict[str, str]:
    """Map the number of each new bin to that of the old bin of the same dates."""
    if not old or not new:
        return {}
    one, other = (np.array(list(bins.values())) for bins in (old, new))
    same = _inside(one, other) & _inside(other, one).T
    numbers = list(old)
    pairs = {}
    for row, number in zip(same.T, new, strict=True):
        found = np.flatnonzero(row)
        if len(found) == 1 and np.count_nonzero(same[found[0]]) == 1:
            pairs[number] = numbers[found[0]]
    return pairs


def _inside(bins: Array, others: Array) -> Bool[Member, Member]:
    """Whether the middle of each of n bins is inside each of m others, (n, m)."""
    middle = 0.5 * (bins[:, 0] + bins[:, 1])[:, None]
    return (middle >= others[:, 0]) & (middle <= others[:, 1])
