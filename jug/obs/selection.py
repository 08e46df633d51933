"""The TOAs that a line of the par file selects: ``-flag value``, ``MJD a b``, ``FREQ a b``, ``TEL x``, ``NAME x``.

Ranges are closed at both ends and apply to the clock-corrected UTC and to the frequency at the site, NAME is the
whole first column (PINT 1.1.8; tempo2 takes [a, b) on uncorrected values and a part of the name).
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from jug.core.array import Bool, Float, Toa
from jug.core.decimal_text import is_number, to_decimal
from jug.errors import Where
from jug.obs.sites import find_site

SELECTOR_WORDS = {"MJD": 2, "FREQ": 2, "TEL": 1, "NAME": 1}
"""The number of words after each kind of selector."""


class Selector(NamedTuple):
    """One selection.

    Parameters
    ----------
    kind : str
        ``MJD``, ``FREQ``, ``TEL``, ``NAME``, or the flag with its dash, as written.
    args : tuple of str
        The words after it, as written.
    """

    kind: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.kind, *self.args))


class Selectable(Protocol):
    """The properties of TOAs that a selection needs."""

    @property
    def mjd(self) -> Float[Toa]:
        """Clock-corrected UTC, MJD."""

    @property
    def freq_hz(self) -> Float[Toa]:
        """Frequency at the site."""

    def at_site(self, name: str) -> Bool[Toa]:
        """Mask of the TOAs of the site with this name, alias or code."""

    @property
    def names(self) -> Sequence[str]:
        """First column of the tim file."""

    def has_flag(self, key: str, value: str) -> Bool[Toa]:
        """Mask of the TOAs that have a flag with a value.

        Parameters
        ----------
        key, value : str
            The flag without its dash, and its value.

        Returns
        -------
        (n,) bool
        """


def split_selector(words: Sequence[str]) -> tuple[Selector | None, Sequence[str]]:
    """Split the selector from the front of the words of a par line."""
    if not words:
        return None, words
    kind = words[0].upper()
    if words[0].startswith("-") and not is_number(words[0]):
        kind, width = words[0], 1
    elif kind in SELECTOR_WORDS:
        width = SELECTOR_WORDS[kind]
    else:
        return None, words
    args = tuple(words[1 : 1 + width])
    if len(args) < width:
        raise ValueError(f"the selector {kind} takes {width} word{'s' if width > 1 else ''}")
    if kind in ("MJD", "FREQ"):
        for word in args:
            if not is_number(word):
                raise ValueError(f"the selector {kind} takes two numbers, not {word!r}")
        if to_decimal(args[0]) > to_decimal(args[1]):
            args = (args[1], args[0])
    return Selector(kind, args), words[1 + width :]


def mask(selector: Selector, toas: Selectable, where: Where | None = None) -> Bool[Toa]:
    """Find the TOAs that a selector selects.

    Parameters
    ----------
    selector : Selector
    toas : Selectable
    where : Where
        The par line, for messages.

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    if selector.kind in ("MJD", "FREQ"):
        low, high = (float(to_decimal(a)) for a in selector.args)
        value = toas.mjd if selector.kind == "MJD" else toas.freq_hz / 1e6
        return (value >= low) & (value <= high)
    if selector.kind == "TEL":
        return _at_site(selector.args[0], toas, where)
    if selector.kind == "NAME":
        return np.array([name == selector.args[0] for name in toas.names], dtype=bool)
    return toas.has_flag(selector.kind.lstrip("-"), selector.args[0])


def _at_site(text: str, toas: Selectable, where: Where | None) -> Bool[Toa]:
    """TOAs of a site, by its name among the sites of the TOAs, or in the tables of sites."""
    found = toas.at_site(text)
    return found if found.any() else toas.at_site(find_site(text, where).name)
