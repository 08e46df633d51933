"""Pulse numbers in doubt: gaps and TOAs at which another number of turns would fit as well.

One turn more on all TOAs after a gap is a step s in the residuals. With S and g its Gram element and slope after the
elimination of the parameters (`jug.compute.elimination`), a linear refit changes chi2 by S - 2 |g|. A TOA alone moves
it by (1 - 2 |phase|) / sigma^2. A step that JUMPs, glitches
and the offset take up entirely is no doubt: it moves nothing else.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.elimination import eliminated
from jug.core.array import Bool, Float, Int, Member, Toa
from jug.fitting.verdict.evidence import Evidence, Whole
from jug.fitting.verdict.findings import DoubtfulGap

MOST_GAPS = 60
"""So many of the widest gaps are looked at."""

SHORTEST_D = 0.1
"""Shorter gaps are not looked at, d: a turn lost in hours means a frequency that is wrong by 1e-4 Hz."""

SURE = 25.0
"""A gap is in doubt where a turn changes chi2 by less, in units of the reduced chi2 where that is above 1: 5 sigma."""

SURE_TOA = 9.0
"""The same for a TOA alone, which moves no other."""

TAKEN_UP = 1e-9
"""Share of the squared step that is left of one that JUMPs take up: their phase is a constant but for F1."""

SCATTERED = 0.25
"""Root of the mean square of phases from which on they say nothing; evenly spread they have 0.29."""

FEW = 1.5
"""TOAs to which a robust fit gives so much more uncertainty are outliers: their numbers move nothing."""

EVEN = 8
"""With fewer TOAs the scatter alone decides nothing."""


class Segments(NamedTuple):
    """The TOAs between the widest gaps.

    Parameters
    ----------
    member : (n,) int array
        The segment of each TOA, in order of time.
    before, after : (m,) array
        MJD of the TOAs around each gap.
    """

    member: Int[Toa]
    before: Float[Member]
    after: Float[Member]


class PulseDoubts(NamedTuple):
    """What is in doubt.

    Parameters
    ----------
    gaps : tuple of DoubtfulGap
    n_toa : int
        Number of TOAs whose pulse number is in doubt.
    """

    gaps: tuple[DoubtfulGap, ...]
    n_toa: int


def segments(mjd: Float[Toa]) -> Segments:
    """Cut TOAs at the widest gaps.

    Parameters
    ----------
    mjd : (n,) array

    Returns
    -------
    Segments
    """
    order = np.argsort(mjd, kind="stable")
    times = mjd[order]
    width = np.diff(times)
    widest = np.argsort(-width, kind="stable")[:MOST_GAPS]
    cuts = np.sort(widest[width[widest] > SHORTEST_D])
    member = np.empty(len(mjd), dtype=np.intp)
    member[order] = np.searchsorted(cuts, np.arange(len(mjd)), side="left")
    return Segments(member, times[cuts], times[cuts + 1])


def pulse_doubts(evidence: Evidence, found: Segments, whole: Whole) -> PulseDoubts:
    """Look for gaps and TOAs whose turns are in doubt.

    Parameters
    ----------
    evidence : Evidence
    found : Segments
    whole : Whole
        With a column for each segment.

    Returns
    -------
    PulseDoubts
    """
    scale, n = evidence.noise_scale, len(evidence.toas)
    doubtful = _toas(evidence)
    gaps: list[DoubtfulGap] = []
    if len(found.before):
        rest = whole.rest(whole.segments)
        size = whole.scale[whole.segments]
        gram, slope = _steps(rest.gram * np.outer(size, size), rest.slope * size)
        change = np.diagonal(gram) - 2.0 * np.abs(slope)
        counts = np.bincount(found.member, minlength=len(found.before) + 1)
        for j in np.flatnonzero((change < SURE * scale) & _moves_others(whole)):
            later = found.member > j
            side = later if counts[j + 1 :].sum() <= counts[: j + 1].sum() else ~later
            doubtful |= side
            gaps.append(DoubtfulGap(float(found.before[j]), float(found.after[j]), int(side.sum()), float(change[j])))
    return PulseDoubts(tuple(gaps), int(doubtful.sum()) if n else 0)


def _toas(evidence: Evidence) -> Bool[Toa]:
    """The TOAs that would fit about as well one turn away; all of them where the phases are scattered over a turn."""
    phase = np.asarray(evidence.residuals.phase)
    sigma = np.asarray(evidence.residuals.error_s * evidence.residuals.rate_hz)
    if len(phase) >= EVEN and np.sqrt(np.mean((phase - phase.mean()) ** 2)) > SCATTERED:
        return np.ones(len(phase), dtype=bool)
    far = np.abs(evidence.sigma_factor) > FEW * np.min(evidence.sigma_factor)
    doubtful: Bool[Toa] = 1.0 - 2.0 * np.abs(phase) < SURE_TOA * evidence.noise_scale * sigma**2
    return doubtful & ~far


def _steps(gram: Float[Member, Member], slope: Float[Member]) -> tuple[Float[Member, Member], Float[Member]]:
    """From segments to the steps after each gap: sums over the later segments."""
    later = np.cumsum(np.cumsum(gram[::-1, ::-1], axis=0), axis=1)[::-1, ::-1]
    return later[1:, 1:], np.cumsum(slope[::-1])[::-1][1:]


def _moves_others(whole: Whole) -> Bool[Member]:
    """The gaps whose step is more than a change of the offset, of JUMPs and of the phases of glitches."""
    own = np.array([i for i, name in enumerate(whole.names) if name == "Offset" or name.startswith(("JUMP", "GLPH_"))])
    if len(own) < 2:
        return np.ones(len(whole.segments) - 1, dtype=bool)
    at = whole.segments
    size = whole.scale[at]
    left = eliminated(whole.gram, 0.0 * whole.slope, own, at).gram * np.outer(size, size)
    first = own[:1] if whole.names[own[0]] == "Offset" else own[:0]
    total = eliminated(whole.gram, 0.0 * whole.slope, first, at).gram * np.outer(size, size)
    some = np.diagonal(_steps(left, 0.0 * size)[0])
    moves: Bool[Member] = some > TAKEN_UP * np.abs(np.diagonal(_steps(total, 0.0 * size)[0]))
    return moves
