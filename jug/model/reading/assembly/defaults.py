"""Parameters that the par file does not give: defaults, skipped orders of a series, missing members of a group."""

from collections.abc import Container, Mapping
from dataclasses import replace

from jug.core.decimal_text import decimal
from jug.core.doubledouble import double_double
from jug.errors import ParError
from jug.io.par import ParFile
from jug.model.declare import Component, Param
from jug.model.parameters import Entry
from jug.model.reading.assembly.choice import refuse_missing
from jug.model.reading.findings import Findings
from jug.model.slots import list_params

COUNTED = {"WAVE": 1, "ORBWAVE": 0, "IFUNC": 1}
"""Groups whose numbers count harmonics or nodes, with the first number."""


def with_default_values(
    par: ParFile, entries: Mapping[str, Entry], components: tuple[Component, ...], findings: Findings
) -> dict[str, Entry]:
    """Add every parameter that has a default and no line, and zeros for the orders that a series skips.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    components : tuple of Component
        The components of the model; a default may be the value of an earlier parameter.
    findings : Findings
        Receives a warning about the orders that a series skips.

    Returns
    -------
    dict of str to Entry
    """
    complete = dict(entries)
    for c in components:
        for param in c.params:
            if param.family is None:
                _add_default(complete, param)
            elif param.family.kind == "series":
                _add_skipped_orders(par, complete, param, findings, _alternatives(c))
    return complete


def _add_default(entries: dict[str, Entry], param: Param) -> None:
    default = param.default
    if default is None or param.name in entries or (isinstance(default, str) and default not in entries):
        return
    value = entries[default].value if isinstance(default, str) else decimal(float(default))
    entries[param.name] = Entry(param.name, param, None, value)


def _alternatives(component: Component) -> set[str]:
    """Parameters in whose place another one may be given: PB and FB0."""
    return {key for needs in component.needs if "|" in needs for key in needs.split("|")}


def _add_skipped_orders(
    par: ParFile, entries: dict[str, Entry], param: Param, findings: Findings, alternatives: set[str]
) -> None:
    """Zeros below the highest order that is given, with a warning; none for FB0 with PB."""
    assert param.family is not None
    own = {e.order: e for e in entries.values() if e.param is param and e.order is not None}
    if not own:
        return
    skipped = []
    for order in range(max(own)):
        name = param.name if param.family.bare and order == 0 else f"{param.name}{order + param.family.first}"
        if order not in own:
            entries[name] = Entry(name, param, order, double_double(0.0))
            skipped.append(name)
    _warn_of_gap(par, own[max(own)], [name for name in skipped if name not in alternatives], findings)


MOST_ABSENT = 10_000
"""Largest count of numbers that a series may skip: each takes memory."""


def _warn_of_gap(par: ParFile, last: Entry, skipped: list[str], findings: Findings) -> None:
    """Warn about the numbers that a series skips; ``skipped`` has the name of a line with two values twice."""
    names = [name for name in skipped if name not in findings.left_out]
    if names:
        key = last.line.key if last.line else last.name
        why = f"{key} is given without {', '.join(dict.fromkeys(names))}"
        if key.startswith("IFUNC"):
            hint = "number the nodes from 1 on, one by one, if that is meant"
            findings.assume(f"{why}: the nodes on either side are joined; PINT refuses it", par.where(last.line), hint)
            return
        zeros = " 0" * names.count(names[0])
        findings.assume(f"{why}, read as zero", par.where(last.line), f"write {names[0]}{zeros} if that is meant")


def with_group_members(
    par: ParFile, entries: Mapping[str, Entry], components: tuple[Component, ...], findings: Findings
) -> dict[str, Entry]:
    """Give every family of a group (DMX, DMXR1, DMXR2) the same members, in the order of their numbers.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    components : tuple of Component
    findings : Findings
        Receives a missing member that has no default, and a number that is given twice; a warning about a missing
        number where the numbers count harmonics.

    Returns
    -------
    dict of str to Entry
        Every member has its place in the family's vector as its order.
    """
    groups: dict[str, list[Param]] = {}
    for param in list_params(components):
        if param.family is not None and param.family.kind == "indexed":
            groups.setdefault(param.family.group, []).append(param)
    complete = dict(entries)
    for group, params in groups.items():
        _fill_gaps(par, complete, params, COUNTED.get(group), findings)
        members: dict[tuple[Param, int], list[Entry]] = {}
        for e in complete.values():
            if e.member is not None and e.param in params:
                members.setdefault((e.param, e.member), []).append(e)
        first = {number: group[0] for (_, number), group in reversed(members.items())}
        for place, number in enumerate(sorted(first)):
            with findings.collect_errors():
                _check_needs(par, (complete, findings.left_out), first[number])
            for param in params:
                if _member_name(param, first[number]) not in findings.left_out:
                    with findings.collect_errors():
                        _place_member(par, complete, param, members.get((param, number), []), first[number], place)
    return complete


def _fill_gaps(
    par: ParFile, entries: dict[str, Entry], params: list[Param], first: int | None, findings: Findings
) -> None:
    """Warn about the harmonics that are not given, and add zeros for them where every number must have a place."""
    own = {e.member: e for e in entries.values() if e.param in params and e.member is not None}
    if first is None or not own:
        return
    if (absent := max(own) - first + 1 - len(own)) > MOST_ABSENT:
        end = own[max(own)]
        why = f"{end.line.key if end.line else end.name} is given without {absent} numbers before it"
        with findings.collect_errors():
            raise ParError(why, par.where(end.line), f"number the lines one by one from {first} on")
        return
    skipped = [number for number in range(first, max(own)) if number not in own]
    names = []
    for param in params:
        names += [f"{(param.family and param.family.line) or param.name}{number}" for number in skipped]
        if param.family and param.family.unbroken:
            new = (Entry(f"{param.name}{k}", param, None, double_double(0.0), member=k) for k in skipped)
            entries.update({e.name: e for e in new})
    _warn_of_gap(par, own[max(own)], names, findings)


def _check_needs(par: ParFile, given: tuple[Container[str], ...], e: Entry) -> None:
    """Refuse a member for which a parameter that its family needs is missing."""
    needs = e.param.family.needs if e.param.family else ()
    refuse_missing([key for key in needs if not any(key in keys for keys in given)], e.name, par.where(e.line))


def _member_name(param: Param, given: Entry) -> str:
    """The name of the member of a family that has the number of another family's member."""
    return param.name + given.name.removeprefix(given.param.name)


def _place_member(
    par: ParFile, entries: dict[str, Entry], param: Param, own: list[Entry], given: Entry, place: int
) -> None:
    """Give a member its place, or add it by its default where the file gives only another member of that number."""
    where = par.where(given.line)
    if len(own) > 1:
        raise ParError(f"{own[0].name} and {own[1].name} have the same number", where, "keep one of them")
    if own:
        entries[own[0].name] = replace(own[0], order=place)
        return
    name = _member_name(param, given)
    default = param.default
    if isinstance(default, str) and default in entries:
        entries[name] = Entry(name, param, place, entries[default].value, member=given.member)
        return
    if not isinstance(default, float):
        raise ParError(f"{name} is missing, and {given.name} needs it", where, f"add a line {name}")
    entries[name] = Entry(name, param, place, decimal(default), member=given.member)
