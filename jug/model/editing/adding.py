"""Parameters added to a model, each read as a line of a par file."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from jug.core.arguments.kinds import as_number
from jug.errors import InputError, ParError
from jug.io.par import ParFile, ParLine, parse_line
from jug.model.declare import Param
from jug.model.editing.reassembly import given_entries, reassemble, without_file_advice
from jug.model.editing.series import check_orders
from jug.model.editing.setting_lines import is_setting, with_setting, with_settings_of
from jug.model.known_terms import find_own_slot
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.lines.lines import read_line
from jug.model.reading.lines.unknown import unknown_keyword
from jug.model.registry import every_term
from jug.model.slots import Slot

START_VALUES = {
    "M2": "0.25",
    "SINI": "0.7",
    "KIN": "60",
    "SHAPMAX": "1.2",
    "STIGMA": "0.5",
    "SIGMA": "0.5",
    "EFAC": "1",
    "DMEFAC": "1",
}
"""Values of parameters that cannot begin at zero, in par units."""


def add_terms(
    model: ModelParts, terms: Iterable[str], value: float | str | None = None, *, free: bool | None = None
) -> ModelParts:
    """Add parameters to a model.

    Parameters
    ----------
    model : ModelParts
    terms : iterable of str
        Each a line of a par file without its value, or with it: ``"F2"``, ``"JUMP -fe L-wide"``, ``"PX 0.5"``. Without
        a value a parameter begins at zero; M2, SINI and a few others begin at a typical value (`START_VALUES`).
    value : float or str, optional
        The value of a single term, in par units; text as in a par file.
    free : bool, optional
        Whether a fit moves the new parameters. By default parameters without a value are free; a line with a value is
        fixed unless it has the fit flag, as in a par file.

    Returns
    -------
    ModelParts
        The values of the other parameters are the model's.

    Raises
    ------
    InputError
        A keyword that is not known, a parameter that the model has already, a value that is missing or out of range, a
        parameter that the new ones need and that is missing, a selection that another line of the keyword has.
    """
    par, entries, before = model.par, given_entries(model.entries), given_entries(model.entries)
    for term in _with_value(list(terms), value):
        if is_setting(term.split()[0] if term.split() else ""):
            par = _with_new_setting(par, term)
            continue
        par, new = _read_term(par, entries, term, free)
        entries.update({e.name: e for e in new})
    check_orders(every_term(), entries, before)
    settings, findings = with_settings_of(model, par)
    return reassemble(model, par, entries, settings, findings)


def _with_value(terms: list[str], value: float | str | None) -> list[str]:
    """The terms; the value follows a single one."""
    if value is None:
        return terms
    if len(terms) != 1:
        raise InputError(f"one value for {len(terms)} terms", hint='write the values into the terms: "PX 0.5"')
    return [f"{terms[0]} {value if isinstance(value, str) else repr(as_number(value, terms[0]))}"]


def _with_new_setting(par: ParFile, term: str) -> ParFile:
    key, _, words = term.strip().partition(" ")
    if par.find(key.upper()):
        raise InputError(f"{key.upper()} is in the par file already", hint="set it to another word")
    return with_setting(par, key, words)


def _read_term(par: ParFile, entries: dict[str, Entry], term: str, free: bool | None) -> tuple[ParFile, list[Entry]]:
    """The par file with one more line, and the entries of that line."""
    if len(term.splitlines()) > 1:
        raise InputError(f"{term!r} are several lines", hint="add each as a term of its own")
    number = max(line.number for line in par.lines) + 1
    asked = parse_line(number, term, added=True)
    where = par.where(asked)
    slot = find_own_slot(asked.key) if asked.key else None
    if slot is None:
        if not asked.key:
            raise ParError(f"{term!r} names no parameter", where)
        unknown = unknown_keyword(par, asked)
        raise ParError(unknown.why, where, without_file_advice(unknown.hint))
    line = _with_value_and_flag(par, asked, slot, free)
    same = sum(e.param is slot.param for e in entries.values())
    new = read_line(par, line, slot, same)
    if free is not None:
        new = [replace(e, free=free and e.param.fit and not e.word) for e in new]
    if taken := [e.name for e in new if e.name in entries]:
        raise ParError(f"{taken[0]} is in the model already", where, "set its value or free it")
    kin = [e for e in entries.values() if e.param is slot.param and e.selector is not None]
    if twins := [e.name for e in kin if e.selector == new[0].selector]:
        raise ParError(f"{twins[0]} of the model has the same selection", where, "set its value or free it")
    return replace(par, lines=_insert_line(par, entries, line, slot)), new


def _with_value_and_flag(par: ParFile, asked: ParLine, slot: Slot, free: bool | None) -> ParLine:
    """The line with its value and fit flag; without a value it gets the start value of a fit."""
    if slot.param.codec == "str":
        return asked
    selector = 0
    if slot.param.family is not None and slot.param.family.kind == "selected" and asked.args:
        selector = 3 if asked.args[0].upper() in ("MJD", "FREQ") else 2
    head, values = asked.args[:selector], asked.args[selector:]
    is_given = bool(values)
    if not is_given:
        if (slot.param.codec != "float" or slot.param.sampled) and slot.param.name not in START_VALUES:
            why = f"{asked.key} needs a value"
            raise ParError(why, par.where(asked), f"write {asked.text.strip()} VALUE")
        values = tuple(START_VALUES.get(param.name, "0") for param in slot.params)
    n, linked = len(slot.params), values[0].upper() in slot.param.links
    flagged = free or (free is None and not is_given) if any(p.fit for p in slot.params) and not linked else False
    flag = ("1",) if flagged and len(values) == n else ()
    return parse_line(asked.number, " ".join((asked.key, *head, *values, *flag)), added=True)


def _insert_line(par: ParFile, entries: dict[str, Entry], line: ParLine, slot: Slot) -> tuple[ParLine, ...]:
    """The lines with a new one after the last line of its member, group, family or component; else at the end."""
    component = {p.name for c in every_term() if slot.param in c.params for p in c.params}
    group = _group(slot.param)
    tests: tuple[Callable[[Entry], bool], ...] = (
        lambda e: bool(group) and _group(e.param) == group and e.member == slot.number,
        lambda e: bool(group) and _group(e.param) == group,
        lambda e: e.param is slot.param,
        lambda e: e.param.name in component,
    )
    place_of = {own.number: i for i, own in enumerate(par.lines)}
    given_here = [e for e in entries.values() if e.line is not None]
    for is_kin in tests:
        places = [place_of[e.line.number] for e in given_here if e.line is not None and is_kin(e)]
        if places:
            break
    place = max(places) + 1 if places else len(par.lines)
    return (*par.lines[:place], line, *par.lines[place:])


def _group(param: Param) -> str:
    """The families whose members belong together; "" for others."""
    return param.family.group if param.family is not None and param.family.kind == "indexed" else ""
