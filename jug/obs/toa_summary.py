"""Number, span, sites and receivers of a set of TOAs, for reports."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Toa
from jug.core.display.fields_shown import fields_text
from jug.core.times import mjd_with_date
from jug.io.tim.flag_column import FlagColumn
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list

RECEIVERS = ("fe", "be", "f", "sys", "group", "g")
"""Flags that distinguish receivers and backends; the first one that the TOAs have is used."""

LISTED_WORDS = 8
"""Largest number of words that a line lists."""


class ToaSummary(NamedTuple):
    """Number, span, sites and receivers of TOAs.

    Attributes
    ----------
    n_toa : int
    first_mjd, last_mjd : float
        First and last date, MJD.
    sites, receivers : tuple of (str, int)
        Each site, and each word of the flag, with the number of its TOAs, the most frequent first. A TOA without the
        flag counts under an empty word.
    flag : str
        The flag that names the receivers; empty where the TOAs have none of `RECEIVERS`.
    """

    n_toa: int
    first_mjd: float
    last_mjd: float
    sites: tuple[tuple[str, int], ...]
    flag: str
    receivers: tuple[tuple[str, int], ...]

    def __repr__(self) -> str:
        return fields_text(self)

    def lines(self) -> list[tuple[str, str]]:
        """Return titles and texts for a report: span, sites, receivers.

        Returns
        -------
        list of (str, str)
            No row for receivers where the TOAs have no flag for them.
        """
        years = (self.last_mjd - self.first_mjd) / 365.25
        rows = [
            ("Span", f"{years:.1f} yr, MJD {mjd_with_date(self.first_mjd)} to {mjd_with_date(self.last_mjd)}"),
            ("Sites", words_with_counts(self.sites)),
        ]
        return [*rows, (f"Receivers (-{self.flag})", words_with_counts(self.receivers))] if self.flag else rows


def toa_summary(toas: TOAs) -> ToaSummary:
    """Count the TOAs of each site and receiver, and find their span.

    Parameters
    ----------
    toas : TOAs

    Returns
    -------
    ToaSummary
    """
    flag = next((key for key in RECEIVERS if key in toas.raw.flags), "")
    return ToaSummary(
        len(toas),
        float(np.min(toas.mjd)),
        float(np.max(toas.mjd)),
        _count(toas.site),
        flag,
        _count(toas.raw.flags[flag]) if flag else (),
    )


def words_with_counts(words: Iterable[tuple[str, int]]) -> str:
    """Each word with its number, separated by commas, the first eight of them."""
    return comma_list([f"{word or 'none'} {n}" for word, n in words], LISTED_WORDS)


def _count(column: FlagColumn) -> tuple[tuple[str, int], ...]:
    """Each word of a column with the number of its TOAs, the most frequent first."""
    numbers = np.bincount(column.codes + 1, minlength=len(column.values) + 1).tolist()
    pairs = [(word, n) for word, n in zip(("", *column.values), numbers, strict=True) if n]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def median_error_us(error_s: Float[Toa]) -> float:
    """Return the median uncertainty; of an even number of TOAs the mean of the two middle values.

    Parameters
    ----------
    error_s : (n,) array
        s; at least one.

    Returns
    -------
    float
        us.
    """
    return float(np.median(error_s)) * 1e6
