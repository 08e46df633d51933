"""The differences between two models as a value: numbers, text, JSON."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import fill
from typing import NamedTuple

from jug.core.display.fields_shown import FieldsShown
from jug.core.display.shown import REPORT_WIDTH
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list
from jug.text.text_table import table

TEXT_UNITS = {"hourangle": "s", "deg": "arcsec"}
"""Units, in text, of differences of values that par files write as h:m:s and d:m:s."""

LISTED_MEMBERS = 4
"""A family of more members than this has one line with its largest difference."""


class ValueDifference(NamedTuple):
    """One parameter that both models have.

    Parameters
    ----------
    name : str
        With its selection, as ``JUMP -fe L-wide``.
    family : str
    first, second : str
        Values as text, the second one at the epochs of the first model.
    difference : float
        Second less first, in the unit of the values.
    unit : str
    sigma_first, sigma_second : float or None
        The same in units of either uncertainty; None where there is none.
    free : (bool, bool)
        Whether it is free in either model.
    """

    name: str
    family: str
    first: str
    second: str
    difference: float
    unit: str
    sigma_first: float | None
    sigma_second: float | None
    free: tuple[bool, bool]

    @property
    def sigma(self) -> float:
        """The larger pull, 0 where no uncertainty is known."""
        return max(abs(self.sigma_first or 0.0), abs(self.sigma_second or 0.0))


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(FieldsShown):
    """What differs between two models.

    Parameters
    ----------
    values : tuple of ValueDifference
        Parameters that both have, and whose values or fit flags differ.
    same : int
        Number of parameters whose values and flags are the same.
    words : dict of str to (str, str)
        Settings and options that differ, by keyword.
    only_first, only_second : tuple of str
        Parameters that one of them has.
    notes : tuple of str
        Epochs at which the second one was expressed.
    n_toa : int
        TOAs on which the residuals are compared; 0 without TOAs.
    change_ns, change_rms_ns : float or None
        Largest and root mean square difference of the residuals, second less first, the mean removed.
    """

    values: tuple[ValueDifference, ...]
    same: int
    words: dict[str, tuple[str, str]]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    notes: tuple[str, ...]
    n_toa: int = 0
    change_ns: float | None = None
    change_rms_ns: float | None = None

    def summary(self, *, full: bool = False) -> str:
        """Format the differences as text.

        Parameters
        ----------
        full : bool
            Every member of a family; otherwise one line with the largest difference of those with many members.

        Returns
        -------
        str
            Without a newline at the end.
        """
        parts = [f"{self.same} parameters are the same, {len(self.values)} differ"]
        if self.values:
            head = ("Parameter", "First", "Second", "Difference", "Unit", "sigma 1", "sigma 2", "Free")
            rows = self.values if full else _largest(self.values)
            parts.append(table(head, [_row(one, self.values, full) for one in rows], "<>>><>><"))
        if self.words:
            parts.append(table(("Keyword", "First", "Second"), [(k, *pair) for k, pair in self.words.items()]))
        for title, names in (("only the first", self.only_first), ("only the second", self.only_second)):
            if names:
                told = f"in {title}: {comma_list(names, len(names) if full else 12)}"
                parts.append(fill(told, REPORT_WIDTH, subsequent_indent="  ", break_on_hyphens=False))
        parts += self.notes
        if self.change_ns is not None:
            size = f"{self.change_ns:.3g} ns at most, {self.change_rms_ns:.3g} ns rms"
            parts.append(f"residuals differ by {size}, on {self.n_toa} TOAs")
        return "\n\n".join(parts)

    def to_json(self) -> JsonObject:
        """The differences as numbers and text, for ``json.dumps``.

        Returns
        -------
        dict
            A number that is not finite is None.
        """
        return {
            "same": self.same,
            "values": [{**one._asdict(), "free": list(one.free)} for one in self.values],
            "words": {key: list(pair) for key, pair in self.words.items()},
            "only_first": list(self.only_first),
            "only_second": list(self.only_second),
            "notes": list(self.notes),
            "n_toa": self.n_toa,
            "change_ns": self.change_ns,
            "change_rms_ns": self.change_rms_ns,
        }


def _largest(values: Iterable[ValueDifference]) -> list[ValueDifference]:
    """One difference for each family of many members, the largest in sigma."""
    groups: dict[str, list[ValueDifference]] = {}
    for one in values:
        groups.setdefault(one.family, []).append(one)
    out: list[ValueDifference] = []
    for own in groups.values():
        out += own if len(own) <= LISTED_MEMBERS else [max(own, key=lambda one: (one.sigma, abs(one.difference)))]
    return out


def _row(one: ValueDifference, every: Iterable[ValueDifference], full: bool) -> tuple[str, ...]:
    count = sum(other.family == one.family for other in every)
    name = one.name if full or count <= LISTED_MEMBERS else f"{one.name} (largest of {count})"
    texts = [text if len(text) <= 20 else f"{text[:19]}~" for text in (one.first, one.second)]
    pulls = ["" if pull is None else f"{pull:.2f}" for pull in (one.sigma_first, one.sigma_second)]
    flags = {(True, True): "both", (False, False): "", (True, False): "first", (False, True): "second"}[one.free]
    sexagesimal = ":" in one.first and one.unit in TEXT_UNITS
    change, unit = (one.difference * 3600.0, TEXT_UNITS[one.unit]) if sexagesimal else (one.difference, one.unit)
    return (name, *texts, f"{change:.3g}", unit, *pulls, flags)
