"""The values of a par file with some lines that cannot be used, for the checks of the components."""

from collections.abc import Iterator, Mapping

from jug.core.array import Array
from jug.model.parameters import Entry, kernel_values
from jug.model.parts import epoch_day
from jug.model.reading.findings import Findings


class UnreadableValue(KeyError):
    """A check asked for a parameter whose line cannot be used, or that is missing."""


class ReadableValues(Mapping[str, Array]):
    """The parameters in kernel units; one that depends on a line that cannot be used is not available.

    Parameters
    ----------
    entries : dict of str to Entry
        The parameters of a model; its families may lack members.
    findings : Findings
        The lines that were left out.
    """

    def __init__(self, entries: Mapping[str, Entry], findings: Findings) -> None:
        out = findings.left_out
        incomplete = _incomplete(entries)
        self._without = {
            name for e in entries.values() for name in (e.name, e.param.name) if {e.name, e.param.name} & out
        }
        self._without |= out | incomplete
        kept = {name: e for name, e in entries.items() if e.param.name not in incomplete}
        self._values = kernel_values(kept, epoch_day(entries) if "PEPOCH" in entries else 0)

    def __getitem__(self, name: str) -> Array:
        if name in self._without or name not in self._values:
            raise UnreadableValue(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        if name in self._without:
            raise UnreadableValue(name)
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _incomplete(entries: Mapping[str, Entry]) -> set[str]:
    """The families some of whose members have no place, or whose places have gaps, with those of the same group."""
    places: dict[str, list[int | None]] = {}
    groups: dict[str, set[str]] = {}
    for e in entries.values():
        if e.param.family is not None:
            places.setdefault(e.param.name, []).append(e.order)
            groups.setdefault(e.param.family.group or e.param.name, set()).add(e.param.name)
    broken = {name for name, orders in places.items() if set(orders) != set(range(len(orders)))}
    uneven = (names for names in groups.values() if len({len(places[name]) for name in names}) > 1)
    mixed = (names for names in groups.values() if names & broken)
    return broken.union(*uneven, *mixed)
