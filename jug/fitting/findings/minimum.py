"""A minimum of chi2, and the outcomes of the starts of a search."""

from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from jug.core.display.fields_shown import FieldsShown
from jug.model.timing_model import TimingModel
from jug.text.text_table import table

LISTED_CHI2 = 25.0
"""Largest difference from chi2 of the lowest minimum at which a minimum is listed."""

DIFFERENT_SIGMA, MOST_COLUMNS = 1.0, 4
"""Least difference between minima, in uncertainties, at which a parameter has a column in the table; and the largest
number of such columns, the most different first."""


@dataclass(frozen=True, eq=False, repr=False)
class Minimum(FieldsShown):
    """One minimum of chi2 that a search found.

    Parameters
    ----------
    chi2 : float
        No unit.
    above : float
        chi2 less that of the lowest minimum.
    relation : str
        How it is related to the lowest minimum, in words.
    model : TimingModel
        With the values of this minimum, and their uncertainties; `jug.write_par` writes it.
    converged : bool
        Whether its fit converged.
    """

    chi2: float
    above: float
    relation: str
    model: TimingModel
    converged: bool

    @property
    def values(self) -> dict[str, float]:
        """Values of the free parameters by name, in par units."""
        every = self.model.values
        return {name: every[name] for name in self.model.free}

    @property
    def errors(self) -> dict[str, float]:
        """Uncertainties of the free parameters by name, in the units of `values`."""
        every = self.model.errors
        return {name: every[name] for name in self.model.free}


class Searched(NamedTuple):
    """The starts of a search, counted by outcome.

    Parameters
    ----------
    starts : int
        Number of starts, the model itself included.
    listed : int
        Starts that ended in a minimum of the list.
    higher : int
        Starts that ended above the limit of the list.
    not_converged : int
        Starts whose fit did not converge.
    given_up : int
        Starts whose fit was far above the lowest minimum after its first steps.
    failed : int
        Starts from which no fit could be done.
    without_meaning : int
        Starts that ended at an inclination outside 0 to 180 deg.
    """

    starts: int
    listed: int
    higher: int
    not_converged: int
    given_up: int
    failed: int
    without_meaning: int

    def sentence(self) -> str:
        """Return the outcomes of the starts in words.

        Returns
        -------
        str
        """
        parts = [
            f"{self.listed} ended in a minimum of the list",
            f"{self.higher} higher",
            f"{self.not_converged} did not converge",
            f"{self.given_up} given up far above",
            f"{self.failed} failed",
            f"{self.without_meaning} ended at an inclination outside 0 to 180 deg",
        ]
        return f"{self.starts} starts: " + ", ".join(p for p, n in zip(parts, self[1:], strict=True) if n)


def minima_lines(minima: tuple[Minimum, ...], searched: Searched | None) -> list[str]:
    """Return the minima as lines of a report.

    Parameters
    ----------
    minima : tuple of Minimum
        Lowest first.
    searched : Searched or None
        None where there was no search.

    Returns
    -------
    list of str
        Empty without a search.
    """
    if searched is None:
        return []
    lines = ["", *wrap(f"Search for other minima   {searched.sentence()}", 116, subsequent_indent=26 * " ")]
    if len(minima) == 1:
        return [*lines, f"                          no other minimum within chi2 {LISTED_CHI2:g} of the lowest"]
    names = most_different_names(minima)
    rows = [[f"{m.chi2:.2f}", f"{m.above:.2f}", *(_value(m, name) for name in names), _relation(m)] for m in minima]
    return [*lines, "", table(["chi2", "Above", *names, "Relation"], rows, ">>" + ">" * len(names) + "<")]


def most_different_names(minima: tuple[Minimum, ...]) -> list[str]:
    """Return the parameters in which minima differ most.

    Parameters
    ----------
    minima : tuple of Minimum

    Returns
    -------
    list of str
        At most ``MOST_COLUMNS``, the most different first.
    """
    lowest = minima[0]
    distance = {
        name: max(abs(m.values[name] - value) for m in minima) / (lowest.errors[name] or 1.0)
        for name, value in lowest.values.items()
    }
    names = sorted((n for n in distance if distance[n] > DIFFERENT_SIGMA), key=lambda n: -distance[n])
    return names[:MOST_COLUMNS]


def _relation(m: Minimum) -> str:
    return m.relation if m.converged else f"{m.relation} (not converged)"


def _value(m: Minimum, name: str) -> str:
    """Format a value to the first digits of its uncertainty."""
    entry = m.model.entries[name]
    if entry.codec.error_divisor != 1:
        return entry.text()
    error = m.errors[name]
    digits = max(1, min(17, 2 + _power(abs(m.values[name])) - _power(error))) if error > 0.0 else 8
    return f"{m.values[name]:.{digits}g}"


def _power(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])
