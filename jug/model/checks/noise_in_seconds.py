"""EQUAD and ECORR that look as if they were in seconds: far below the uncertainties in us, and near them in s.

PINT and tempo2 take both in us; enterprise has log10 of seconds, and people write seconds.
"""

from collections.abc import Mapping

import numpy as np

from jug.core.array import Int, N
from jug.model.parameters import Entry
from jug.obs.toas import TOAs
from jug.text.few_digits import few_digits
from jug.text.name_lists import comma_list

FAMILIES = ("EQUAD", "ECORR", "TNSECORR")
"""Noise parameters in us."""

TOO_SMALL = 1e-3
"""Ratio of a value to the smallest uncertainty below which it changes every uncertainty by at most 5e-7 of itself."""

LIKE_THE_ERRORS = (0.01, 100.0)
"""Range of a value in s, relative to the median uncertainty, in which the value could be meant in s."""


def noise_in_seconds(lines: Mapping[int, Entry], rows: Mapping[int, Int[N]], toas: TOAs) -> str:
    """Describe the lines that could have a value in seconds.

    Parameters
    ----------
    lines : dict of int to Entry
        The noise lines, by the number of the line.
    rows : dict of int to (n,) array
        The TOAs that each line covers.
    toas : TOAs

    Returns
    -------
    str
        A clause for all of them; empty where there is none.
    """
    found = {number: e for number, e in sorted(lines.items()) if _looks_like_seconds(e, rows[number], toas)}
    if not found:
        return ""
    first = next(iter(found.values()))
    value = float(first.value.hi)
    named = comma_list([f"{e.label} (line {number})" for number, e in found.items()])
    error_us = 1e6 * float(np.median(toas.error_s[rows[next(iter(found))]]))
    return (
        f"{named}: {few_digits(value)} us beside uncertainties of {few_digits(error_us)} us changes nothing; if it is "
        f"in s, write {few_digits(1e6 * value)}: {first.param.name} is in us"
    )


def _looks_like_seconds(e: Entry, rows: Int[N], toas: TOAs) -> bool:
    size = abs(float(e.value.hi))
    if e.param.name not in FAMILIES or not size or not len(rows):
        return False
    error_us = 1e6 * toas.error_s[rows]
    low, high = LIKE_THE_ERRORS
    return bool(size < TOO_SMALL * error_us.min() and low < 1e6 * size / np.median(error_us) < high)
