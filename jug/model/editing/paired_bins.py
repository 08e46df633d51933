"""The widest bins of NANOGrav's DMX: pairs of observations of one pulsar with the two receivers of Green Bank.

With the backend GASP a pulsar was observed at 800 and at 1400 MHz on different days, as a rule some days apart
(Arzoumanian et al. 2015, ApJ 813, 65, section 3.1). By the rules of the package pint_pal:

- an observation is a set of TOAs of one receiver, each less than 0.1 d after the one before it;
- two observations are a pair if each is the other's nearest one with the other receiver, and less than 15 d away;
- a pair counts where it is before the first TOA of GUPPI, which covers both bands;
- the bin of a pair has all TOAs from the first to the last one of the pair; a TOA outside joins the nearest such bin if
  that stays narrower than the usual bins.
"""

import numpy as np

from jug.core.array import Float, Int, N, Toa
from jug.obs.toas import TOAs

GASP_RECEIVERS = ("Rcvr_800_GASP", "Rcvr1_2_GASP")
"""The two receivers, as words of the flag -f."""

SUCCESSOR = "GUPPI"
"""The backend after GASP, as a word of the flag -be."""

PAIR_DAYS = 15.0
"""Largest time between the observations of a pair, d."""

OBSERVATION_DAYS = 0.1
"""Largest time between neighbouring TOAs of an observation, d."""


def paired_receivers(toas: TOAs, width: float) -> list[list[int]]:
    """Find the bins that are pairs of observations.

    Parameters
    ----------
    toas : TOAs
    width : float
        Width of a bin elsewhere, d.

    Returns
    -------
    list of list of int
        The places of the TOAs of each bin, in the order of time; bins do not overlap.
    """
    mjd = toas.mjd
    spans = _join_near_toas(_spans(toas), mjd, width)
    found = [np.flatnonzero((mjd >= first) & (mjd <= last)) for first, last in spans]
    return [rows[np.argsort(mjd[rows], kind="stable")].tolist() for rows in found]


def _spans(toas: TOAs) -> list[tuple[float, float]]:
    """First and last MJD of each pair, in the order of time."""
    mjd, receiver = toas.mjd, toas.flag("f")
    later = mjd[toas.flag("be") == SUCCESSOR]
    early = mjd < (later.min() if later.size else np.inf)
    low, high = (_observations(mjd, np.flatnonzero((receiver == word) & early)) for word in GASP_RECEIVERS)
    if not low or not high:
        return []
    away = np.abs(np.array([one.mean() for one in low])[:, None] - np.array([one.mean() for one in high]))
    spans: list[tuple[float, float]] = []
    for i, j in enumerate(np.argmin(away, axis=1).tolist()):
        if np.argmin(away[:, j]) == i and away[i, j] < PAIR_DAYS:
            both = np.concatenate([low[i], high[j]])
            if not spans or both.min() > spans[-1][1]:
                spans.append((float(both.min()), float(both.max())))
    return spans


def _observations(mjd: Float[Toa], rows: Int[N]) -> list[Float[N]]:
    """The times of each observation."""
    times = np.sort(mjd[rows])
    return np.split(times, np.flatnonzero(np.diff(times) > OBSERVATION_DAYS) + 1) if len(times) else []


def _join_near_toas(spans: list[tuple[float, float]], mjd: Float[Toa], width: float) -> list[tuple[float, float]]:
    """The spans with the TOAs near them."""
    if not spans:
        return spans
    ends = np.array(spans)
    for time in np.sort(mjd).tolist():
        if np.any((ends[:, 0] <= time) & (time <= ends[:, 1])):
            continue
        span, side = divmod(int(np.argmin(np.abs(ends - time))), 2)
        if ends[span, 1] - ends[span, 0] + abs(ends[span, side] - time) < width:
            ends[span, side] = time
    return [(first, last) for first, last in ends.tolist()]
