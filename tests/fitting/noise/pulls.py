"""Figures of pulls and intervals over many simulated pulsars, and which of them are off by more than chance.

A pull is standard normal where all is right. Its mean and width are compared with 0 and 1, the distribution with the
normal one by Anderson and Darling's A^2 (1954, J. Am. Stat. Assoc. 49, 765) of the wholly known distribution, with the
probability by simulation. The levels are those of all parameters together.
"""

import statistics
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from scipy.special import log_ndtr

NORMAL = statistics.NormalDist()
SHARES = {"68": 0.682689, "95": 0.95}
PRINTED = {"error": 0.682689, "errors": 0.95}
"""Of the value with its printed error: ``error`` once, ``errors`` 1.96 times."""

SIGMAS = 4.0
"""How many standard errors of itself a share or a mean may be off: 1 in 16,000 is, of a seed that moves."""

LEVEL = 1e-3
"""Probability that the pulls of a parameter, of all in a study, are called not normal although they are."""

SIMULATED = 20_000
"""Sets of numbers whose A^2 gives the probability."""

Told = dict[str, dict[str, float | bool]]
"""By parameter: the pull, and whether the truth is in each interval."""


@cache
def simulated_distances(n: int) -> np.ndarray:
    """A^2 of sets of n normal numbers, in ascending order."""
    rng = np.random.default_rng(n)
    made = [distance(rng.normal(size=(500, n))) for _ in range(SIMULATED // 500)]
    return np.sort(np.concatenate(made))


def distance(z: np.ndarray) -> np.ndarray:
    """A^2 of each row from the normal distribution of mean 0 and width 1."""
    u, n = np.sort(z, axis=-1), z.shape[-1]
    weight = (2.0 * np.arange(n) + 1.0) / n
    found: np.ndarray = -n - (log_ndtr(u) + log_ndtr(-u[..., ::-1])) @ weight
    return found


def normal_probability(pulls: Sequence[float]) -> float:
    """How often as many normal numbers are as far from their distribution as these pulls, or further."""
    sets = simulated_distances(len(pulls))
    below = int(np.searchsorted(sets, float(distance(np.array(pulls)))))
    return (len(sets) - below + 1) / (len(sets) + 1)


def rows_of(every: Sequence[Told]) -> list[dict[str, float | str]]:
    """The figures of each parameter, and of all: pulsars, mean, width and normality of the pulls, shares inside."""
    rows: list[dict[str, float | str]] = []
    for what, names in (*((name, [name]) for name in every[0]), ("all", list(every[0]))):
        own = [told[name] for told in every for name in names]
        pulls = [one["pull"] for one in own]
        row: dict[str, float | str] = {"what": what, "count": len(every)}
        row |= {"mean": float(np.mean(pulls)), "width": float(np.std(pulls))}
        if what != "all":  # those of one pulsar are not independent
            row["normal"] = normal_probability(pulls)
        for key in (*SHARES, *PRINTED):
            if key in own[0]:
                row[key] = float(np.mean([one[key] for one in own]))
        rows.append(row)
    return rows


def off(every: Sequence[Told], shift: Mapping[str, float], normal: bool) -> list[str]:
    """The figures that are not within their sampling errors, which the scatter from pulsar to pulsar gives.

    Parameters
    ----------
    every : sequence of Told
    shift : mapping of str to float
        By parameter, how far the mean of the pulls may be from 0 for another reason, which the study explains.
    normal : bool
        Whether the pulls must be normal.
    """
    n, found = len(every), []
    for name in every[0]:
        pulls = np.array([told[name]["pull"] for told in every])
        if abs(np.mean(pulls)) > SIGMAS / n**0.5 + shift.get(name, 0.0):
            found.append(f"{name}: mean of pulls {np.mean(pulls):.3f}")
        if abs(np.std(pulls) - 1.0) > SIGMAS / (2.0 * n) ** 0.5:
            found.append(f"{name}: width of pulls {np.std(pulls):.3f}")
        if normal and normal_probability(pulls.tolist()) < LEVEL / len(every[0]):
            found.append(f"{name}: pulls are not normal, probability {normal_probability(pulls.tolist()):.1e}")
    for key, share in {**SHARES, **PRINTED}.items():
        if key in next(iter(every[0].values())):
            each = np.array([np.mean([one[key] for one in told.values()]) for told in every])
            spread = max(float(np.std(each)), (share * (1.0 - share) / len(every[0])) ** 0.5) / n**0.5
            if abs(np.mean(each) - share) > SIGMAS * spread:
                found.append(f"{key}: {np.mean(each):.3f} +- {spread:.3f}, not {share:.3f}")
    return found
