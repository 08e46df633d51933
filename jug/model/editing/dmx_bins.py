"""Bins of DMX from the times and frequencies of TOAs, by the rules of NANOGrav or as PINT's ``dmx_ranges``.

NANOGrav (Arzoumanian et al. 2015, ApJ 813, 65, section 3.1; the rules of the package pint_pal for the data sets since):

- a bin begins at the first TOA that is in none and has the TOAs of the next 6.5 d, 0.5 d where all are from Arecibo;
- its ends are 0.05 d before its first and after its last TOA;
- where a span of dates has bins of another width, the bins that overlap with it are made again from their TOAs
  (``custom-dmx`` of pint_pal, for DM events);
- a bin in which the delay by a solar wind of 5 cm^-3 at 1 AU, at the lowest frequency of the bin, changes by more than
  0.1 us becomes bins of 0.5 d;
- a bin whose highest frequency is not 1.1 times the lowest does not determine a DM and is left out;
- observations of the backend GASP at 800 and 1400 MHz up to 15 d apart are one bin before any other is made
  (`jug.model.editing.paired_bins`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Toa, Xyz
from jug.core.constants import AU_LS, K_DM
from jug.errors import InputError
from jug.model.components.solar_wind.geometry import inverse_square
from jug.model.editing.paired_bins import paired_receivers
from jug.obs.toas import TOAs

DAYS, ARECIBO_DAYS = 6.5, 0.5
"""Width of a bin, and where all TOAs are from Arecibo, d."""

SPLIT_DAYS = 0.5
"""Width of the bins into which the solar wind splits others, d."""

PINT_DAYS = 15.0
"""Width of a bin of PINT, d."""

PINT_PAD = 0.001
"""Distance of the ends of a bin of PINT from its first and last TOA, d."""

ASSUMED_NE_SW = 5.0
"""Density of the solar wind at 1 AU, cm^-3."""

BIN_END_DECIMALS = 9
"""Decimals of an end, d: 0.09 ms."""


class Bin(NamedTuple):
    """One bin: its ends, MJD, and the places of its TOAs."""

    low: float
    high: float
    rows: tuple[int, ...]


class DmxSpan(NamedTuple):
    """A span of dates in which bins have a width of their own: its ends, MJD, and the width, d."""

    low: float
    high: float
    days: float


def dmx_spans(given: Sequence[Sequence[float]]) -> tuple[DmxSpan, ...]:
    """Read spans of dates with bins of another width.

    Parameters
    ----------
    given : sequence of three float
        First and last MJD, and the width of a bin, d, of each span.

    Returns
    -------
    tuple of DmxSpan

    Raises
    ------
    InputError
        One is not of three numbers.
    """
    try:
        return tuple(DmxSpan(*map(float, one)) for one in given)
    except (TypeError, ValueError):
        raise InputError(f"custom is {given!r}", hint="it is a list of [first MJD, last MJD, days]") from None


class BinRules(NamedTuple):
    """How bins are made; `jug.model.editable.EditableModel.add_dmx` describes each."""

    rules: str = "nanograv"
    days: float | None = None
    pad_days: float = 0.05
    frequency_ratio: float = 1.1
    solar_wind_us: float = 0.1
    divide_mhz: float = 1000.0
    custom: tuple[DmxSpan, ...] = ()


def nanograv_bins(toas: TOAs, direction: Float[Xyz] | None, how: BinRules) -> list[Bin]:
    """Make bins by NANOGrav's rules.

    Parameters
    ----------
    toas : TOAs
    direction : (3,) array or None
        Unit vector to the pulsar; without one no bin is split.
    how : BinRules

    Returns
    -------
    list of Bin
        In the order of time, without those that fail the ratio of frequencies.
    """
    width = how.days or (ARECIBO_DAYS if set(toas.site_names) == {"arecibo"} else DAYS)
    low, high = frequencies_mhz(toas)
    delay = None if direction is None else _solar_wind_mhz2_us(toas, direction)
    groups: list[list[int]] = []
    usual = _with_pairs(toas.mjd, paired_receivers(toas, width), width, how.pad_days)
    for rows in _with_spans(toas.mjd, usual, how):
        change = 0.0 if delay is None else float(np.ptp(delay[rows])) / float(np.min(low[rows])) ** 2
        split = change > how.solar_wind_us
        groups += _group_rows(toas.mjd, np.array(rows), SPLIT_DAYS, how.pad_days) if split else [rows]
    kept = [rows for rows in groups if np.max(high[rows]) >= how.frequency_ratio * np.min(low[rows])]
    return _with_ends(toas.mjd, kept, how.pad_days)


def pint_bins(toas: TOAs, how: BinRules) -> list[Bin]:
    """Make bins as PINT's ``dmx_ranges``: those that have TOAs below and above a frequency.

    Parameters
    ----------
    toas : TOAs
    how : BinRules

    Returns
    -------
    list of Bin
        In the order of time.
    """
    mhz = toas.freq_hz / 1e6
    groups = _group_rows(toas.mjd, np.argsort(toas.mjd, kind="stable"), how.days or PINT_DAYS, 0.0)
    kept = [rows for rows in groups if np.min(mhz[rows]) < how.divide_mhz < np.max(mhz[rows])]
    return _with_ends(toas.mjd, kept, PINT_PAD)


def frequencies_mhz(toas: TOAs) -> tuple[Float[Toa], Float[Toa]]:
    """Return the lowest and the highest frequency of each TOA.

    They differ for a wideband TOA with the flags ``-bw`` (MHz) and ``-fratio``.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    low, high : (n,) arrays
        MHz.
    """
    low = toas.freq_hz / 1e6
    high = low.copy()
    width, ratio = (_flag_as_numbers(toas, key) for key in ("bw", "fratio"))
    wide = (toas.flag("pp_dm") != "") & (ratio > 1.0) & (width > 0.0)
    low[wide] = width[wide] / (ratio[wide] - 1.0)
    high[wide] = low[wide] + width[wide]
    return low, high


def _with_pairs(mjd: Float[Toa], pairs: list[list[int]], width: float, pad: float) -> list[list[int]]:
    """The pairs of receivers, and groups of the other rows between them, in the order of time."""
    order = np.argsort(mjd, kind="stable")
    others = order[~np.isin(order, [row for rows in pairs for row in rows])]
    gap = np.searchsorted([mjd[rows[0]] for rows in pairs], mjd[others])
    groups: list[list[int]] = []
    for i in range(len(pairs) + 1):
        groups += _group_rows(mjd, others[gap == i], width, pad) + pairs[i : i + 1]
    return groups


def _with_spans(mjd: Float[Toa], groups: list[list[int]], how: BinRules) -> list[list[int]]:
    """Groups of TOAs. Groups that overlap with a span are made again with the width of the span."""
    for span in how.custom:
        ends = [(float(np.min(mjd[rows])) - how.pad_days, float(np.max(mjd[rows])) + how.pad_days) for rows in groups]
        inside = [first < span.high and last > span.low for first, last in ends]
        rows = np.array([row for one, there in zip(groups, inside, strict=True) if there for row in one], dtype=int)
        made = _group_rows(mjd, rows[np.argsort(mjd[rows], kind="stable")], span.days, how.pad_days)
        others = [one for one, there in zip(groups, inside, strict=True) if not there]
        groups = sorted([*others, *made], key=lambda one: float(np.min(mjd[one])))
    return groups


def _group_rows(mjd: Float[Toa], order: Int[Toa], width: float, pad: float) -> list[list[int]]:
    """Rows in the order of time, in groups no longer than the width, with the later rows within a group's padding."""
    groups: list[list[int]] = []
    reach, first = -np.inf, -np.inf
    for row in order.tolist():
        if mjd[row] <= first + width:
            reach = mjd[row] + pad
        elif mjd[row] > reach:
            groups.append([])
            first, reach = mjd[row], mjd[row] + pad
        groups[-1].append(row)
    return groups


def _with_ends(mjd: Float[Toa], groups: list[list[int]], pad: float) -> list[Bin]:
    """Bins with padded ends, rounded outwards; two that would overlap end in the middle between their TOAs."""
    bins: list[Bin] = []
    for rows in groups:
        first, last = float(np.min(mjd[rows])), float(np.max(mjd[rows]))
        low, high = _round_down(first - pad), -_round_down(-(last + pad))
        if bins and bins[-1].high >= low:
            middle = 0.5 * (float(np.max(mjd[list(bins[-1].rows)])) + first)
            bins[-1], low = bins[-1]._replace(high=_round_down(middle)), -_round_down(-middle)
        bins.append(Bin(low, high, tuple(rows)))
    return bins


def _round_down(value: float) -> float:
    return float(np.floor(value * 10.0**BIN_END_DECIMALS) / 10.0**BIN_END_DECIMALS)


def _solar_wind_mhz2_us(toas: TOAs, direction: Float[Xyz]) -> Float[Toa]:
    """Delay by the solar wind times the square of the frequency, us MHz^2, (n,); 0 at the barycentre."""
    sun = toas.bodies["sun"]
    r = np.sqrt(np.sum(sun**2, axis=1))
    cosine = np.clip(sun @ direction / r, -1.0 + 1e-12, 1.0 - 1e-12)
    g, _ = inverse_square(np, cosine, r / AU_LS)
    return np.where(toas.at_barycentre, 0.0, ASSUMED_NE_SW * g * K_DM * 1e-12 * 1e6)


def _flag_as_numbers(toas: TOAs, key: str) -> Float[Toa]:
    """The values of a flag as numbers, 0 where it is absent or not a number, (n,)."""

    def number(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            return 0.0

    return np.array([number(text) for text in toas.flag(key).tolist()])
