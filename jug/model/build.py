"""From the lines of a par file to a timing model.

Every line is one of: a comment; a setting; a description that is only kept; a parameter of a component in the
registry; a line that switches off a term jug does not have; a keyword that is not supported yet (an error that names
it); or unknown (an error with the nearest known names). Nothing that changes the model is skipped in silence.
"""

import re
from collections.abc import Iterable

from jug.double import DD, dd
from jug.errors import ParError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.components import REGISTRY
from jug.model.declare import Component, Param
from jug.model.keywords import DESCRIPTIVE, NOT_YET, PULSAR, SETTINGS, is_off, nearest
from jug.model.settings import read_settings
from jug.model.table import Entry
from jug.model.timing import TimingModel
from jug.obs.selection import Selector, split_selector


class Slot:
    """Where a keyword leads: a parameter and its order in the family."""

    def __init__(self, param: Param, order: int | None) -> None:
        self.param, self.order = param, order


def known_keywords(registry: Iterable[Component] = REGISTRY) -> list[str]:
    """Every keyword that the registry reads, families by their first members."""
    words = []
    for param in _params(registry):
        names = (param.name, *param.aliases)
        if param.family is not None and param.family.kind == "series":
            names = tuple(n if param.family.bare else f"{n}0" for n in names) + tuple(f"{n}1" for n in names)
        words.extend(names)
    return words


def find_slot(key: str, registry: Iterable[Component] = REGISTRY) -> Slot | None:
    """The parameter a keyword stands for, or None."""
    for param in _params(registry):
        for name in (param.name, *param.aliases):
            family = param.family
            if family is None and key == name:
                return Slot(param, None)
            if family is not None and family.kind == "selected" and re.fullmatch(rf"{name}\d*", key):
                return Slot(param, None)
            if family is not None and family.kind == "series":
                match = re.fullmatch(rf"{name}(0|[1-9]\d?)", key)
                if key == name and family.bare:
                    return Slot(param, 0)
                if match and not (family.bare and match[1] == "0"):
                    return Slot(param, int(match[1]))
    return None


def build(par: ParFile, registry: tuple[Component, ...] = REGISTRY) -> TimingModel:
    """Make a timing model from a par file.

    Raises
    ------
    ParError
        With file and line, for the first line that is not understood, and for what is missing.
    """
    settings = read_settings(par)
    entries: dict[str, Entry] = {}
    for line in par.lines:
        if not line.key or line.key in DESCRIPTIVE or line.key in SETTINGS or line.key in PULSAR:
            continue
        slot = find_slot(line.key, registry)
        if slot is None:
            _refuse(par, line, registry)
            continue
        entry = _read_entry(par, line, slot, entries)
        if entry.name in entries:
            first = entries[entry.name].line
            raise ParError(
                f"{line.key} is given twice, first on line {first.number if first else 0}",
                par.where(line),
                "keep one of them",
            )
        entries[entry.name] = entry
    components = _present(par, entries, registry)
    _fill_defaults(par, entries, components)
    return TimingModel(par, settings, components, entries)


def _params(registry: Iterable[Component]) -> list[Param]:
    return list(dict.fromkeys(p for c in registry for p in c.params))


def _refuse(par: ParFile, line: ParLine, registry: Iterable[Component]) -> None:
    """Raise for a keyword without a component, unless the line only switches its term off."""
    if is_off(line.key, line.args):
        return
    if NOT_YET.fullmatch(line.key):
        raise ParError(
            f"{line.key} is not supported yet, and leaving it out would change the model",
            par.where(line),
            "take the line out to go on without it",
        )
    hint = nearest(line.key, lambda: known_keywords(registry))
    raise ParError(f"unknown keyword {line.key}", par.where(line), hint)


def _read_entry(par: ParFile, line: ParLine, slot: Slot, entries: dict[str, Entry]) -> Entry:
    """One parameter from its line: [selector] value [fit flag] [uncertainty]."""
    where, param = par.where(line), slot.param
    selector: Selector | None = None
    words: Iterable[str] = line.args
    order, name = slot.order, _name(param, slot.order)
    if param.family is not None and param.family.kind == "selected":
        try:
            selector, words = split_selector(line.args)
        except ValueError as reason:
            raise ParError(f"{line.key}: {reason}", where) from None
        if selector is None:
            raise ParError(
                f"{line.key} has no selector",
                where,
                f"write {param.name} -flag value, MJD a b, FREQ a b, TEL x or NAME x",
            )
        order = sum(e.param is param for e in entries.values())
        name = f"{param.name}{order + 1}"
    value, free, error = read_numbers(par, line, param, tuple(words))
    if free and not param.fit:
        raise ParError(f"{line.key} cannot be fitted", where, "set its fit flag to 0")
    return Entry(name, param, order, value, error, free, line, selector)


def _name(param: Param, order: int | None) -> str:
    if order is None:
        return param.name
    bare = param.family is not None and param.family.bare
    return param.name if bare and order == 0 else f"{param.name}{order}"


def read_numbers(par: ParFile, line: ParLine, param: Param, words: tuple[str, ...]) -> tuple[DD, bool, float | None]:
    """Value, fit flag and uncertainty. Three words may be value, flag, uncertainty, or two: value and either."""
    where = par.where(line)
    if not words:
        raise ParError(f"{line.key} has no value", where)
    try:
        value = CODECS[param.codec].parse(words[0])
        free = len(words) > 1 and words[1] in ("1", "2")
        has_flag = len(words) > 1 and words[1] in ("0", "1", "2")
        tail = words[2:] if has_flag else words[1:]
        error = float(CODECS["float"].parse(tail[0]).hi) if tail else None
    except ValueError as reason:
        raise ParError(
            f"{line.key}: {reason}", where, "write: keyword, value, fit flag (0 or 1), uncertainty"
        ) from None
    if len(tail) > 1:
        raise ParError(
            f"{line.key} has {len(words)} words where at most three belong", where, "put '#' before a comment"
        )
    if error is not None and error < 0.0:
        raise ParError(f"{line.key} has a negative uncertainty", where)
    return value, free, error if error else None


def _present(par: ParFile, entries: dict[str, Entry], registry: tuple[Component, ...]) -> tuple[Component, ...]:
    """The components that the parameters call for, complete."""
    given = {key for e in entries.values() for key in (e.name, e.param.name, *e.param.aliases)}
    chosen = []
    for c in registry:
        if c.triggers and not given.intersection(c.triggers):
            continue
        for key in c.needs:
            if key not in given:
                raise ParError(f"{par.path}: {key} is missing, and {c.name} needs it")
        chosen.append(c)
    if not any(c.spin for c in chosen):
        raise ParError(f"{par.path}: F0 is missing", hint="a timing model needs F0 and PEPOCH")
    wires = [c.name for c in chosen if c.wire == "n"]
    if not wires:
        raise ParError(f"{par.path}: no position", hint="give RAJ and DECJ, or ELONG and ELAT")
    if len(wires) > 1:
        raise ParError(f"{par.path}: positions in two frames", hint="keep RAJ and DECJ, or ELONG and ELAT")
    return tuple(chosen)


def _fill_defaults(par: ParFile, entries: dict[str, Entry], components: tuple[Component, ...]) -> None:
    """Add what the components declare and the file does not give; refuse what belongs to none of them."""
    for c in components:
        for param in c.params:
            if param.family is None and param.name not in entries and param.default is not None:
                default = param.default
                value = entries[default].value if isinstance(default, str) else dd(float(default))
                entries[param.name] = Entry(param.name, param, None, value)
            elif param.family is not None and param.family.kind == "series":
                _fill_series(entries, param)
    declared = {param.name for c in components for param in c.params}
    for e in entries.values():
        if e.param.name not in declared:
            line = par.where(e.line) if e.line else None
            raise ParError(f"{e.name} belongs to a term that this model does not have", line, "take the line out")


def _fill_series(entries: dict[str, Entry], param: Param) -> None:
    """Orders that are left out below the highest one are zero."""
    orders = [e.order for e in entries.values() if e.param is param and e.order is not None]
    for order in range(max(orders, default=-1)):
        name = _name(param, order)
        if name not in entries:
            entries[name] = Entry(name, param, order, dd(0.0))
