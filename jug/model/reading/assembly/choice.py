"""The components that the parameters of a par file call for."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from jug.errors import ParError, Where
from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.reading.findings import Findings
from jug.text.name_lists import name_list

Entries: TypeAlias = Mapping[str, Entry]

LONGITUDES = {"RAJ": "equatorial", "RA": "equatorial", "ELONG": "ecliptic", "LAMBDA": "ecliptic"}
"""Keywords of the longitude, and their frame."""


def without_superseded(
    par: ParFile,
    entries: Entries,
    registry: tuple[Component, ...],
    conventions: Mapping[str, str],
    findings: Findings,
) -> dict[str, Entry]:
    """Leave out, with a warning, the parameters of a component where the file gives the form that supersedes it.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    registry : tuple of Component
    conventions : dict of str to str
    findings : Findings

    Returns
    -------
    dict of str to Entry
        Without the parameters that a component with `Component.yields_to` needs, where one of these is given.
    """
    left = dict(entries)
    given = names_given(entries)
    for c in registry:
        if not given.intersection(c.yields_to) or not _is_called_for(c, entries, given, conventions):
            continue
        for key in c.needs:
            e = left.pop(key, None)
            if e is not None and e.line is not None:
                why = f"{key} is not used, {' and '.join(c.yields_to)} takes its place, as in PINT"
                findings.warn(why, par.where(e.line))
    return left


def choose_components(
    par: ParFile,
    entries: Entries,
    registry: tuple[Component, ...],
    conventions: Mapping[str, str],
    findings: Findings,
) -> tuple[Component, ...]:
    """Choose the components that the parameters call for, and check that each has what it needs.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    registry : tuple of Component
    conventions : dict of str to str
        The word of each convention (`jug.model.reading.dialects.conventions`).
    findings : Findings
        Receives missing parameters that a component needs, parameters that exclude each other, and a model without
        spin or with positions in two frames.

    Returns
    -------
    tuple of Component
        In the order of the registry.
    """
    given = names_given(entries) | findings.left_out
    chosen = []
    for c in registry:
        if not _is_called_for(c, entries, given, conventions) or given.intersection(c.yields_to):
            continue
        with findings.collect_errors():
            _check_complete(par, entries, c, given)
        chosen.append(c)
    with findings.collect_errors():
        _check_spin_and_position(par, chosen)
    return tuple(chosen)


def names_given(entries: Entries) -> set[str]:
    """Collect the names of parameters and of their families: ``DMX_0001`` and ``DMX``.

    Parameters
    ----------
    entries : dict of str to Entry

    Returns
    -------
    set of str
    """
    return {key for e in entries.values() for key in (e.name, e.param.name)}


def _is_called_for(c: Component, entries: Entries, given: set[str], conventions: Mapping[str, str]) -> bool:
    """Whether triggers, excluding parameters, and option lines choose a component."""
    if (c.triggers and not given.intersection(c.triggers)) or given.intersection(c.unless):
        return False
    return all(_option_word(entries, conventions, key) in words for key, words in c.options)


def _option_word(entries: Entries, conventions: Mapping[str, str], key: str) -> str:
    """The word of an option line, "" where there is none; for ``@NAME`` the word of that convention."""
    if key.startswith("@"):
        return conventions[key[1:]]
    return entries[key].word if key in entries else ""


def _first_line(par: ParFile, entries: Entries, component: Component) -> Where:
    """The first line that calls for a component, or the file where none does.

    A position calls for the frame of an orbit, and BINARY for the orbit.
    """
    calls = component.triggers
    if component.options and set(calls) <= LONGITUDES.keys():
        calls = tuple(key for key, _ in component.options)
    lines = [e.line for e in entries.values() if e.line and {e.name, e.param.name}.intersection(calls)]
    return par.where(min(lines, key=lambda line: line.number)) if lines else par.end


def _check_complete(par: ParFile, entries: Entries, c: Component, given: set[str]) -> None:
    """Refuse a component for which a needed parameter is missing, or only some of a set are given."""
    needed = [key.split("|") for key in c.needs]
    if missing := [" or ".join(keys) for keys in needed if not given.intersection(keys)]:
        refuse_missing(missing, c.name, _first_line(par, entries, c))
    for keys in needed:
        if len(found := [key for key in keys if key in given]) > 1:
            lines = [e.line for e in entries.values() if e.line and e.name in found]
            where = par.where(max(lines, key=lambda line: line.number)) if lines else _first_line(par, entries, c)
            raise ParError(f"{' and '.join(found)} exclude each other", where, "keep one of them")
    absent = [key for key in c.together if key not in given]
    if absent and len(absent) < len(c.together):
        why = f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} missing"
        raise ParError(why, _first_line(par, entries, c), f"{', '.join(c.together)} are given together or not at all")


def refuse_missing(absent: Sequence[str], name: str, where: Where | None) -> None:
    """Raise an error about missing keywords, all of them in one sentence.

    Parameters
    ----------
    absent : sequence of str
        Keywords, or ``"PB or FB0"`` where one of two is enough; no error where it is empty.
    name : str
        The component or parameter that needs them.
    where : Where or None
        The line that calls for it.

    Raises
    ------
    ParError
    """
    if len(absent) == 1:
        raise ParError(f"{absent[0]} is missing, and {name} needs it", where, f"add a line {absent[0]}")
    if absent:
        names = name_list(tuple(absent))
        raise ParError(f"{names} are missing, and {name} needs them", where, f"add lines {names}")


def _check_spin_and_position(par: ParFile, chosen: list[Component]) -> None:
    """Refuse a model without spin, or with positions in two frames."""
    if not any(c.spin for c in chosen):
        raise ParError("F0 is missing", par.end, "a timing model needs F0 and PEPOCH")
    positions = [c.name for c in chosen if c.signal_name == "n"]
    if len(positions) > 1:
        raise ParError("positions in two frames", _second_position(par), "keep RAJ and DECJ, or ELONG and ELAT")


def _second_position(par: ParFile) -> Where:
    """The line of the longitude in the second frame, or the end of the file."""
    found = [line for line in par if line.key in LONGITUDES]
    other = [line for line in found if LONGITUDES[line.key] != LONGITUDES[found[0].key]]
    return par.where(other[0]) if other else par.end
