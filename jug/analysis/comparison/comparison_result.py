"""The differences between two models as numbers, text and JSON."""

from dataclasses import dataclass
from textwrap import fill

from jug.analysis.comparison.comparison_table import comparison_table
from jug.analysis.comparison.value_difference import ValueDifference
from jug.core.display.fields_shown import FieldsShown
from jug.core.display.shown import REPORT_WIDTH
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list, counted_noun, toa_count
from jug.text.text_table import table


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(FieldsShown):
    """The differences between two models.

    Parameters
    ----------
    values : tuple of ValueDifference
        Parameters of both models whose values or fit flags differ.
    same : int
        Number of parameters whose values and flags are the same.
    words : dict of str to (str, str)
        Settings and options that differ, by keyword.
    only_first, only_second : tuple of str
        Parameters that only one of the models has.
    notes : tuple of str
        Epochs to which the second model was moved.
    psr : (str, str)
        The names of the pulsars.
    n_toa : int
        Number of TOAs whose residuals are compared; 0 without TOAs.
    change_ns, change_rms_ns : float or None
        Largest and root mean square difference of the residuals, ns, second minus first, without the mean.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> found = jug.compare(model, model.set(DM=224))
    >>> found.summary().splitlines()[0]
    '7 parameters are the same, 1 differs'
    >>> [one["name"] for one in found.to_json()["values"]], found.same
    (['DM'], 7)
    """

    values: tuple[ValueDifference, ...]
    same: int
    words: dict[str, tuple[str, str]]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    notes: tuple[str, ...]
    psr: tuple[str, str] = ("", "")
    n_toa: int = 0
    change_ns: float | None = None
    change_rms_ns: float | None = None

    def summary(self, *, full: bool = False) -> str:
        """Format the differences as text.

        Parameters
        ----------
        full : bool
            Show every member of a family; by default a family with many members has one line, with the largest
            difference.

        Returns
        -------
        str
            Without a newline at the end.
        """
        parts = []
        if all(self.psr) and self.psr[0] != self.psr[1]:
            parts.append(f"the models name different pulsars: {' and '.join(self.psr)}")
        same, differ = "is" if self.same == 1 else "are", "differs" if len(self.values) == 1 else "differ"
        parts.append(f"{counted_noun(self.same, 'parameter')} {same} the same, {len(self.values)} {differ}")
        if self.values:
            parts.append(comparison_table(self.values, full=full))
        if self.words:
            parts.append(table(("Keyword", "First", "Second"), [(k, *pair) for k, pair in self.words.items()]))
        free = [tuple(one.name for one in self.values if one.free == flags) for flags in ((True, False), (False, True))]
        lists = {
            "in only the first": self.only_first,
            "in only the second": self.only_second,
            "free in only the first": free[0],
            "free in only the second": free[1],
        }
        for title, names in lists.items():
            if names:
                line = f"{title}: {comma_list(names, len(names) if full else 12)}"
                parts.append(fill(line, REPORT_WIDTH, subsequent_indent="  ", break_on_hyphens=False))
        if self.notes:
            parts.append("\n".join(fill(note, REPORT_WIDTH, subsequent_indent="  ") for note in self.notes))
        if self.change_ns is not None:
            size = f"{self.change_ns:.3g} ns at most, {self.change_rms_ns:.3g} ns rms"
            parts.append(f"residuals differ by {size}, on {toa_count(self.n_toa)}")
        return "\n\n".join(parts)

    def to_json(self) -> JsonObject:
        """Return the differences as numbers, texts, lists and dicts.

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
            "psr": list(self.psr),
            "n_toa": self.n_toa,
            "change_ns": self.change_ns,
            "change_rms_ns": self.change_rms_ns,
        }
