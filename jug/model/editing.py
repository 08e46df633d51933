"""Terms added to a timing model and taken out of it, as values: the other parameters keep their fitted values.

A line of the par file goes with every parameter, so that the edited model is written as any other.
"""

from collections.abc import Iterable
from dataclasses import replace

from jug.errors import ParError
from jug.io.par import ParFile, ParLine, parse_line
from jug.model.parameters import Entry
from jug.model.reading.build import assemble
from jug.model.reading.lines import read_line
from jug.model.reading.slots import Slot, find_slot
from jug.model.reading.unknown import unknown_keyword
from jug.model.registry import REGISTRY
from jug.model.timing_model import TimingModel

START = {"M2": "0.25", "SINI": "0.7", "KIN": "60", "SHAPMAX": "1.2", "STIGMA": "0.5", "SIGMA": "0.5"}
"""Values from which a fit of a parameter begins that cannot begin at zero, in par units."""


def with_terms(model: TimingModel, terms: Iterable[str], *, free: bool = True) -> TimingModel:
    """Add parameters to a model.

    Parameters
    ----------
    model : TimingModel
    terms : iterable of str
        Each a line of a par file without its value, or with it: ``"F2"``, ``"JUMP -fe L-wide"``, ``"PX 0.5"``. Without
        a value a parameter begins at zero; M2, SINI and a few others begin at a typical value (`START`).
    free : bool
        Whether a fit moves the new parameters.

    Returns
    -------
    TimingModel
        A copy; the values of the other parameters are the model's.

    Raises
    ------
    ParError
        A keyword that is not known, a parameter that the model has, a value that is missing or out of range, or other
        parameters that the new ones need.
    """
    par, entries = model.par, _given(model)
    for term in terms:
        par, new = _read(par, entries, term, free)
        entries.update({e.name: e for e in new})
    return _assembled(model, par, entries)


def without_parameters(model: TimingModel, names: Iterable[str]) -> TimingModel:
    """Take parameters out of a model.

    Parameters
    ----------
    model : TimingModel
    names : iterable of str
        Names or aliases. With a parameter goes its line, with a member of a group (``DMX_0001``) the whole member.

    Returns
    -------
    TimingModel
        A copy. Members of a selected family (JUMP) are numbered anew in the order of their lines.

    Raises
    ------
    FitError
        A name that is not in the model.
    ParError
        The rest is no model: another parameter needs one that was taken out.
    """
    gone: set[str] = set()
    for name in names:
        gone |= _with_companions(model, model.entry(name))
    numbers = {e.line.number for e in model.entries.values() if e.name in gone and e.line is not None}
    lines = tuple(line for line in model.par.lines if line.number not in numbers)
    entries = {name: e for name, e in _given(model).items() if name not in gone}
    return _assembled(model, replace(model.par, lines=lines), _renumbered(entries))


def _assembled(model: TimingModel, par: ParFile, entries: dict[str, Entry]) -> TimingModel:
    """The model of these entries, in the order of their lines."""
    place = {line.number: i for i, line in enumerate(par.lines)}
    last = len(place)
    ordered = sorted(entries.items(), key=lambda item: place[item[1].line.number] if item[1].line else last)
    return assemble(par, model.settings, dict(ordered))


def _given(model: TimingModel) -> dict[str, Entry]:
    """The entries that do not follow from others: those with a line, and those without that differ from a default."""
    return {name: e for name, e in model.entries.items() if e.line is not None or departs(model, e)}


def departs(model: TimingModel, entry: Entry) -> bool:
    """Whether a parameter without a line differs from its default.

    Parameters
    ----------
    model : TimingModel
        Has the parameters whose values are defaults of others.
    entry : Entry

    Returns
    -------
    bool
        Also true where it is free or has an uncertainty.
    """
    default = entry.param.default
    if entry.free or entry.error is not None or entry.selector is not None:
        return True
    expected = model.entries[default].value if isinstance(default, str) else None
    if expected is None:
        return bool(entry.value.hi != (default or 0.0) or entry.value.lo != 0.0)
    return bool(entry.value != expected)


def _read(par: ParFile, entries: dict[str, Entry], term: str, free: bool) -> tuple[ParFile, list[Entry]]:
    """The par file with one more line, and the entries of that line."""
    number = max((line.number for line in par.lines), default=0) + 1
    asked = parse_line(number, term)
    where = par.where(asked)._replace(line=0)
    slot = find_slot(asked.key, REGISTRY) if asked.key else None
    if slot is None:
        raise unknown_keyword(par, asked, REGISTRY) if asked.key else ParError(f"{term!r} names no parameter", where)
    line = _complete(par, asked, slot, free)
    same = sum(e.param is slot.param for e in entries.values())
    new = [replace(e, free=free and e.param.fit) for e in read_line(par, line, slot, same)]
    if taken := [e.name for e in new if e.name in entries]:
        raise ParError(f"{taken[0]} is in the model already", where, "set its value or free it")
    return replace(par, lines=_inserted(par, entries, line, slot)), new


def _complete(par: ParFile, asked: ParLine, slot: Slot, free: bool) -> ParLine:
    """The line with its value and fit flag; a value that is not given is where a fit can begin."""
    if slot.param.codec == "str":
        return asked
    selector = 0
    if slot.param.family is not None and slot.param.family.kind == "selected" and asked.args:
        selector = 3 if asked.args[0].upper() in ("MJD", "FREQ") else 2
    head, values = asked.args[:selector], asked.args[selector:]
    if not values:
        if slot.param.codec != "float" and slot.param.name not in START:
            why = f"{asked.key} needs a value"
            raise ParError(why, par.where(asked)._replace(line=0), f"write {asked.text.strip()} VALUE")
        values = tuple(START.get(param.name, "0") for param in slot.params)
    flag = (str(int(free)),) if free and len(values) == len(slot.params) and any(p.fit for p in slot.params) else ()
    return parse_line(asked.number, " ".join((asked.key, *head, *values, *flag)))


def _inserted(par: ParFile, entries: dict[str, Entry], line: ParLine, slot: Slot) -> tuple[ParLine, ...]:
    """The lines with a new one behind the last of its own family, else of its own component, else at the end."""
    family = {slot.param.name}
    component = {p.name for c in REGISTRY if slot.param in c.params for p in c.params}
    for kin in (family, component):
        numbers = {e.line.number for e in entries.values() if e.line is not None and e.param.name in kin}
        places = [i for i, own in enumerate(par.lines) if own.number in numbers]
        if places:
            break
    place = places[-1] + 1 if places else len(par.lines)
    return (*par.lines[:place], line, *par.lines[place:])


def _with_companions(model: TimingModel, entry: Entry) -> set[str]:
    """The parameters that go with one: those on its line, and the rest of a member of a group."""
    number, family = entry.line.number if entry.line else -1, entry.param.family
    names = {entry.name}
    for e in model.entries.values():
        on_line = e.line is not None and e.line.number == number
        kin = e.param.family is not None and family is not None and family.kind == "indexed"
        member = kin and e.param.family is not None and family is not None and e.param.family.group == family.group
        if on_line or (member and e.member == entry.member):
            names.add(e.name)
    return names


def _renumbered(entries: dict[str, Entry]) -> dict[str, Entry]:
    """Members of selected families without a gap in their numbers."""
    out: dict[str, Entry] = {}
    count: dict[str, int] = {}
    for e in entries.values():
        if e.param.family is not None and e.param.family.kind == "selected":
            order = count.get(e.param.name, 0)
            count[e.param.name] = order + 1
            e = replace(e, name=f"{e.param.name}{order + 1}", order=order)
        out[e.name] = e
    return out
