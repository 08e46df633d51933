"""Pulse numbers in doubt: gaps and TOAs at which another number of turns would fit as well.

One turn more on all TOAs after a gap is a step s in the residuals. With S and g its Gram element and slope after the
elimination of the parameters (`jug.compute.elimination`), a linear refit changes chi2 by S - 2 |g|. A TOA alone moves
it by (1 - 2 |phase|) / sigma^2. A step that JUMPs, glitches and the offset absorb completely is not tested, because it
moves nothing else. The epoch of a glitch, with its GLF0, absorbs a step too; its other minima are another finding.
Where no gap and no single TOA is in doubt, turns at several gaps together are searched (`numberings`).
"""

from typing import NamedTuple

import numpy as np

from jug.compute.elimination import Remaining, eliminate_columns
from jug.core.array import Bool, Float, Int, Member, Parameter, Toa
from jug.fitting.findings.fit_verdict import DoubtfulGap
from jug.fitting.verdict.extended_equations import ExtendedEquations
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.numberings import other_numbering

MOST_GAPS = 60
"""Number of the widest gaps that are tested."""

SHORTEST_D = 0.1
"""Shortest gap that is tested, d: a turn lost in hours means a frequency that is wrong by 1e-4 Hz."""

SURE_GAP = 25.0
"""Change of chi2 by a turn below which a gap is in doubt, in units of the reduced chi2 where that is above 1: 5
sigma."""

SURE_TOA = 9.0
"""The same limit for one TOA, whose turn changes no other TOA."""

JUMP_SHARE = 1e-9
"""Share of its square that is left of a step that JUMPs absorb: their phase is constant except for F1."""

SCATTERED = 0.25
"""Rms of the phases, turns, above which they carry no information; 0.29 if uniform."""

OUTLIER_FACTOR = 1.5
"""Least factor of the uncertainty in a robust fit at which a TOA is an outlier, whose pulse number has no effect."""

SEARCHED_TURNS = 30.0
"""Largest rms, turns, by which a parameter may move the phases in a search for turns at several gaps: 1e-5 Hz in 4
months."""

LEAST_FOR_SCATTER = 8
"""Least number of TOAs for which the scatter of the phases is tested."""


class TOAGroups(NamedTuple):
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
    """The gaps and TOAs whose turns are in doubt.

    Parameters
    ----------
    gaps : tuple of DoubtfulGap
    n_toa : int
        Number of TOAs whose pulse number is in doubt.
    """

    gaps: tuple[DoubtfulGap, ...]
    n_toa: int


def segments(mjd: Float[Toa]) -> TOAGroups:
    """Cut TOAs at the widest gaps.

    Parameters
    ----------
    mjd : (n,) array
        MJD.

    Returns
    -------
    TOAGroups
    """
    order = np.argsort(mjd, kind="stable")
    times = mjd[order]
    width = np.diff(times)
    widest = np.argsort(-width, kind="stable")[:MOST_GAPS]
    cuts = np.sort(widest[width[widest] > SHORTEST_D])
    member = np.empty(len(mjd), dtype=np.intp)
    member[order] = np.searchsorted(cuts, np.arange(len(mjd)), side="left")
    return TOAGroups(member, times[cuts], times[cuts + 1])


def pulse_doubts(end: FitEnd, found: TOAGroups, extended: ExtendedEquations) -> PulseDoubts:
    """Look for gaps and TOAs whose turns are in doubt.

    Parameters
    ----------
    end : FitEnd
    found : TOAGroups
    extended : ExtendedEquations
        With a column for each segment.

    Returns
    -------
    PulseDoubts
    """
    scale, n = end.noise_scale, len(end.toas)
    doubtful = _doubtful_toas(end)
    gaps: list[DoubtfulGap] = []
    if len(found.before):
        rest = extended.rest(extended.segments)
        size = extended.scale[extended.segments]
        gram, slope = _steps_of_segments(rest.gram * np.outer(size, size), rest.slope * size)
        change = np.diagonal(gram) - 2.0 * np.abs(slope)
        counts = np.bincount(found.member)  # each has a TOA
        for j in np.flatnonzero((change < SURE_GAP * scale) & _moves_others(extended)):
            later = found.member > j
            side = later if counts[j + 1 :].sum() <= counts[: j + 1].sum() else ~later
            doubtful |= side
            gaps.append(DoubtfulGap(float(found.before[j]), float(found.after[j]), int(side.sum()), float(change[j])))
    if not doubtful.any():
        gaps, doubtful = _doubts_at_several_gaps(end, found, extended)
    return PulseDoubts(tuple(gaps), int(doubtful.sum()) if n else 0)


def _doubts_at_several_gaps(
    end: FitEnd, found: TOAGroups, extended: ExtendedEquations
) -> tuple[list[DoubtfulGap], Bool[Toa]]:
    """The gaps at which other turns together fit about as well, and the TOAs that they move."""
    at = _independent_gaps(extended)
    doubtful = np.zeros(len(end.toas), dtype=bool)
    if not len(at):
        return [], doubtful
    rest = _limited_equations(end, extended)
    size = extended.scale[extended.segments]
    gram, slope = _steps_of_segments(rest.gram * np.outer(size, size), rest.slope * size)
    other = other_numbering(gram[np.ix_(at, at)], slope[at], SURE_GAP * end.noise_scale)
    if other is None:
        return [], doubtful
    moved = np.zeros(len(found.before) + 1, dtype=np.int64)
    moved[1 + at] = other.turns
    turns = np.cumsum(moved)[found.member]
    values, counts = np.unique(turns, return_counts=True)
    doubtful = turns != values[np.argmax(counts)]
    gaps = list[DoubtfulGap]()
    for j in at[other.turns != 0]:
        later = int(np.count_nonzero(found.member > j))
        n = min(later, len(doubtful) - later)
        gaps.append(DoubtfulGap(float(found.before[j]), float(found.after[j]), n, other.delta_chi2, int(moved[1 + j])))
    return gaps, doubtful


def _limited_equations(end: FitEnd, extended: ExtendedEquations) -> Remaining:
    """The normal equations of the segments, with each parameter limited to about `SEARCHED_TURNS` of the phases."""
    sigma = np.asarray(end.residuals.error_s * end.residuals.rate_hz) * end.sigma_factor
    width = SEARCHED_TURNS * np.sqrt(np.sum(sigma**-2.0))  # norm of a whitened change of this rms
    gram = extended.gram.copy()
    own = np.array([i for i, name in enumerate(extended.names) if name != "Offset"], dtype=np.intp)
    gram[own, own] += width**-2.0
    return eliminate_columns(gram, extended.slope, extended.own, extended.segments)


def _doubtful_toas(end: FitEnd) -> Bool[Toa]:
    """The TOAs that would fit about as well with one turn more or less; all where the phases are scattered."""
    phase = np.asarray(end.residuals.phase)
    sigma = np.asarray(end.residuals.error_s * end.residuals.rate_hz)
    if len(phase) >= LEAST_FOR_SCATTER and np.sqrt(np.mean((phase - phase.mean()) ** 2)) > SCATTERED:
        return np.ones(len(phase), dtype=bool)
    far = np.abs(end.sigma_factor) > OUTLIER_FACTOR * np.min(end.sigma_factor)
    doubtful: Bool[Toa] = 1.0 - 2.0 * np.abs(phase) < SURE_TOA * end.noise_scale * sigma**2
    return doubtful & ~far


def _steps_of_segments(
    gram: Float[Member, Member], slope: Float[Member]
) -> tuple[Float[Member, Member], Float[Member]]:
    """From segments to the steps after each gap: sums over the later segments."""
    later = np.cumsum(np.cumsum(gram[::-1, ::-1], axis=0), axis=1)[::-1, ::-1]
    return later[1:, 1:], np.cumsum(slope[::-1])[::-1][1:]


def _moves_others(extended: ExtendedEquations) -> Bool[Member]:
    """The gaps whose step cannot be absorbed by the offset, JUMPs, and phases and epochs of glitches."""
    phases = _grams_without_phases(extended)
    if phases is None:
        return np.ones(len(extended.segments) - 1, dtype=bool)
    moves: Bool[Member] = np.diagonal(phases[0]) > JUMP_SHARE * np.abs(np.diagonal(phases[1]))
    return moves


def _independent_gaps(extended: ExtendedEquations) -> Int[Member]:
    """The gaps whose step is independent of those before it and of JUMPs, phases and epochs of glitches."""
    phases = _grams_without_phases(extended)
    if phases is None:
        return np.arange(len(extended.segments) - 1)
    left, total = phases[0].copy(), np.abs(np.diagonal(phases[1]))
    kept = list[int]()
    for j in range(len(left)):
        if left[j, j] > JUMP_SHARE * total[j]:
            kept.append(j)
            left -= np.outer(left[j], left[j]) / left[j, j]
    return np.array(kept, dtype=np.intp)


def _grams_without_phases(extended: ExtendedEquations) -> tuple[Float[Member, Member], Float[Member, Member]] | None:
    """Two Gram matrices of the steps of the phase; None where the model has neither JUMPs nor glitches.

    The offset, JUMPs and glitches are projected out of the first one, the offset alone out of the second one.
    """
    names = extended.names
    moved = tuple(f"GLF0_{name[5:]}" for name in names if name.startswith("GLEP_"))  # GLEP is a step with a slope
    constant = ("JUMP", "GLPH_", "GLEP_")
    own = np.array(
        [i for i, name in enumerate(names) if name == "Offset" or name.startswith(constant) or name in moved]
    )
    if len(own) < 2:
        return None
    at = extended.segments
    size = extended.scale[at]
    first = own[:1] if extended.names[own[0]] == "Offset" else own[:0]

    def beside(own: Int[Parameter]) -> Float[Member, Member]:
        left = eliminate_columns(extended.gram, 0.0 * extended.slope, own, at).gram
        return _steps_of_segments(left * np.outer(size, size), 0.0 * size)[0]

    return beside(own), beside(first)
