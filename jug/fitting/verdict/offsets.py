"""Offsets of the TOAs of one flag value or site, and a step in time at a date: the signs of a missing JUMP.

The columns are sums of the columns of families with disjoint TOAs: one member for each combination of flags and site,
and one for each range between dates. So hundreds of offsets take only the time of two such families.
"""

from collections.abc import Container
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Int, K, Member, N, Toa
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.residual_tests import far_off
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

OFFSET_FLAGS = ("fe", "be", "f", "sys", "group")
"""Flags whose values are tried, before the site; of two with the same TOAs the first is named."""

MOST_VALUES = 60
"""Largest number of values of a flag that is tried."""

LEAST_SIDE = 3
"""Least number of TOAs on either side of an offset."""

MOST_DATES = 60
"""Number of dates at which a step is tried: at the widest gap in each of as many windows of equal numbers of TOAs."""

SHARE_WITHOUT_OUTLIERS = 0.5
"""Least share of the mean offset that remains without outliers."""

LEAST_MEANS = 10
"""Least number of days and combinations of flags whose means show the scatter."""


class GroupedTOAs(NamedTuple):
    """Disjoint groups of TOAs.

    Parameters
    ----------
    member : (n,) int array
        The group of each TOA.
    n : int
        Number of groups.
    """

    member: Int[Toa]
    n: int


class TriedOffset(NamedTuple):
    """One offset that is tried.

    Parameters
    ----------
    form : str
        Its description in words.
    line : str
        The par line that would absorb it, without value and fit flag.
    is_step : bool
        Whether it is a step at a date.
    """

    form: str
    line: str
    is_step: bool


class TriedOffsets(NamedTuple):
    """All offsets that are tried.

    Parameters
    ----------
    offsets : tuple of TriedOffset
    combinations, dates : GroupedTOAs
        TOAs with the same flags and site; TOAs between two dates.
    parts : (m, k) array
        1 where a member, of the combinations and then of the dates, is in an offset, else 0.
    """

    offsets: tuple[TriedOffset, ...]
    combinations: GroupedTOAs
    dates: GroupedTOAs
    parts: Float[Member, K]

    def mask(self, i: int) -> Bool[Toa]:
        """Return the TOAs of an offset.

        Parameters
        ----------
        i : int

        Returns
        -------
        (n,) bool array
        """
        own = self.parts[:, i] > 0.0
        found: Bool[Toa] = own[self.combinations.member] | own[self.combinations.n + self.dates.member]
        return found


def list_offsets(toas: TOAs, known: Container[str] = ()) -> TriedOffsets:
    """List the offsets that are tried.

    Parameters
    ----------
    toas : TOAs
    known : container of str
        Lines that the model has: of a group of TOAs and all others, the one with a line is named.

    Returns
    -------
    TriedOffsets
    """
    flagged, combinations, by_flag = _offsets_by_flag(toas, known)
    steps, dates, by_date = _steps_by_date(np.asarray(toas.mjd))
    parts = np.zeros((combinations.n + dates.n, len(flagged) + len(steps)))
    parts[: combinations.n, : len(flagged)] = by_flag
    parts[combinations.n :, len(flagged) :] = by_date
    return TriedOffsets((*flagged, *steps), combinations, dates, parts)


def _offsets_by_flag(toas: TOAs, known: Container[str]) -> tuple[list[TriedOffset], GroupedTOAs, Float[Member, K]]:
    """Offsets of flag values and sites, the combinations of these, and which combinations are in which offset."""
    n = len(toas)
    columns = [(f"-{key}", column) for key in OFFSET_FLAGS if (column := toas.raw.flags.get(key)) is not None]
    columns = [*((k, c) for k, c in columns if len(c.values) <= MOST_VALUES), ("TEL", toas.site)]
    combined = np.zeros(n, dtype=np.int64)
    for _, column in columns:
        code = combined * (len(column.values) + 1) + column.codes + 1
        combined = np.unique(code, return_inverse=True)[1].astype(np.int64).reshape(n)
    family = GroupedTOAs(combined.astype(np.intp), int(combined.max(initial=-1)) + 1)
    one = np.zeros(family.n, dtype=np.intp)
    one[combined] = np.arange(n)  # a TOA of each combination
    counts = np.bincount(combined, minlength=family.n)
    out, seen, parts = list[TriedOffset](), set[bytes](), list[Float[Member]]()
    for key, column in columns:
        lines = [f"JUMP {key} {value}" for value in column.values]
        masks = [column.codes[one] == i for i in range(len(lines))]
        sizes = [int(counts[own].sum()) for own in masks]
        order = sorted((line not in known, size, i) for i, (line, size) in enumerate(zip(lines, sizes, strict=True)))
        for _, n_own, i in order:
            own, value = masks[i], column.values[i]
            if min(n_own, n - n_own) < LEAST_SIDE or not value or own.tobytes() in seen:
                continue
            seen |= {own.tobytes(), (~own).tobytes()}
            who = f"of the site {value}" if key == "TEL" else f"with {key} {value}"
            out.append(TriedOffset(f"an offset of the {toa_count(n_own)} {who}", lines[i], False))
            parts.append(own.astype(np.float64))
    return out, family, np.array(parts).reshape(-1, family.n).T


def _steps_by_date(mjd: Float[Toa]) -> tuple[list[TriedOffset], GroupedTOAs, Float[Member, K]]:
    """Steps at dates, the TOAs between the dates, and which of these groups are after which step."""
    order = np.argsort(mjd, kind="stable")
    times, n = mjd[order], len(mjd)
    width = np.diff(times)
    after = np.arange(LEAST_SIDE - 1, n - LEAST_SIDE)  # the last TOA before a step
    windows = [window for window in np.array_split(after, min(MOST_DATES, max(len(after), 1))) if len(window)]
    cuts = np.array([window[np.argmax(width[window])] for window in windows], dtype=np.intp)
    cuts = cuts[width[cuts] > 0.0]
    member = np.empty(n, dtype=np.intp)
    member[order] = np.searchsorted(cuts, np.arange(n), side="left")
    steps = [step_at(float(times[i]), float(times[i + 1]), float(times[-1])) for i in cuts.tolist()]
    later = np.arange(len(cuts) + 1)[:, None] > np.arange(len(cuts))
    return steps, GroupedTOAs(member, len(cuts) + 1), later.astype(np.float64)


def step_at(before: float, after: float, last: float) -> TriedOffset:
    """Make a step in time between two TOAs.

    Parameters
    ----------
    before, after, last : float
        MJD of the TOAs around it, and of the last one.

    Returns
    -------
    TriedOffset
    """
    middle = 0.5 * (before + after)
    digits = next((k for k in range(1, 10) if before < round(middle, k) < after), 10)
    form = f"a step in time between MJD {before:.{digits}f} and {after:.{digits}f}"
    return TriedOffset(form, f"JUMP MJD {middle:.{digits}f} {np.floor(last) + 1.0:.0f}", True)


def closer_dates(mjd: Float[Toa], offsets: TriedOffsets, i: int) -> tuple[list[TriedOffset], Bool[Toa, N]]:
    """List the other dates at which a step may be, up to the tried dates before and after it.

    Parameters
    ----------
    mjd : (n,) array
        Dates of the TOAs, MJD.
    offsets : TriedOffsets
    i : int
        Which step.

    Returns
    -------
    steps : list of TriedOffset
    after : (n, k) bool array
        The TOAs after each.
    """
    j = int(offsets.dates.n - 1 - offsets.parts[offsets.combinations.n :, i].sum())
    order = np.argsort(mjd, kind="stable")
    times = mjd[order]
    near = np.isin(offsets.dates.member[order], (j, j + 1))
    width = np.where(near[:-1] & near[1:], np.diff(times), 0.0)
    width[: LEAST_SIDE - 1], width[len(times) - LEAST_SIDE :] = 0.0, 0.0
    cuts = np.sort(np.argsort(-width, kind="stable")[:MOST_DATES])
    cuts = cuts[width[cuts] > 0.0]
    steps = [step_at(float(times[k]), float(times[k + 1]), float(times[-1])) for k in cuts.tolist()]
    return steps, mjd[:, None] > times[cuts]


def is_of_many(end: FitEnd, mask: Bool[Toa]) -> bool:
    """Whether an offset is of many TOAs, not of a few outliers.

    Parameters
    ----------
    end : FitEnd
    mask : (n,) bool array
        The TOAs of the offset.

    Returns
    -------
    bool
    """
    own = end.residuals.less()
    far = far_off(own.time_s / own.error_s)
    few = mask if 2 * np.count_nonzero(mask) <= len(mask) else ~mask
    if not far.any() or 2 * np.count_nonzero(few & far) > np.count_nonzero(few):
        return True

    def shift(kept: Bool[Toa]) -> float:
        one, other = few & kept, ~few & kept
        weight = own.error_s**-2.0
        return float(
            np.average(own.time_s[one], weights=weight[one]) - np.average(own.time_s[other], weights=weight[other])
        )

    if not (~few & ~far).any():
        return True
    return bool(shift(~far) / (shift(far | ~far) or 1.0) > SHARE_WITHOUT_OUTLIERS)


def epoch_scatter(end: FitEnd, combinations: GroupedTOAs) -> tuple[float, int]:
    """Compute chi2 of the means of the TOAs of a day with the same flags, and its degrees of freedom.

    Where it is larger than that of single TOAs, these have common noise that the model lacks, and an offset between a
    few days is more probable.

    Parameters
    ----------
    end : FitEnd
    combinations : GroupedTOAs

    Returns
    -------
    chi2 : float
        No unit.
    dof : int
        0 with too few days, and for correlated noise in the model.
    """
    if end.anchor.reference.prior is not None:
        return 0.0, 0
    own = end.residuals
    day = np.floor(np.asarray(end.toas.mjd)).astype(np.int64)
    epoch = np.unique((day - day.min()) * combinations.n + combinations.member, return_inverse=True)[1].reshape(-1)
    weight = (own.error_s * end.sigma_factor) ** -2.0
    sums, weights = np.bincount(epoch, weight * own.time_s), np.bincount(epoch, weight)
    dof = int(len(sums) * max(own.dof, 0) / len(day))
    return (float(np.sum(sums**2 / weights)), dof) if dof >= LEAST_MEANS else (0.0, 0)
