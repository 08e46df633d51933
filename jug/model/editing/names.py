"""The parameters of a model for one name: a name, an alias, a pattern, or a line with its selection."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

from jug.core.arguments.kinds import one_text
from jug.core.arguments.named import nearest_names
from jug.core.decimal_text import to_decimal
from jug.errors import InputError
from jug.model.known_terms import find_own_slot
from jug.model.parameters import Entry
from jug.obs.selection import Selector, split_selector


def entries_named(entries: Mapping[str, Entry], name: str) -> list[Entry]:
    """Find the parameters of a name.

    Parameters
    ----------
    entries : dict of str to Entry
    name : str
        ``F0``, an alias (``E`` for ECC), a line with several values (``WAVE1``), a line with its selection (``JUMP -fe
        L-wide``), or with ``*`` for anything (``DMX*``); in any case, but for the words of a selection.

    Returns
    -------
    list of Entry
        At least one, in the order of the model.

    Raises
    ------
    InputError
        The model has no such parameter; the text has the nearest names.
    """
    found = matching_entries(entries, one_text(name, "the name of a parameter"))
    if not found:
        keyword = (name.upper().split() or [""])[0]
        hint = nearest_names(entries, keyword)
        if find_own_slot(keyword) is not None:
            hint = f"{hint} (model.add({keyword!r}) and jug edit --add {keyword} add it)"
        raise InputError(f"the model has no parameter {name!r}", hint=hint)
    return found


def matching_entries(entries: Mapping[str, Entry], name: str) -> list[Entry]:
    """Find the parameters of a name, none where the model has no such parameter.

    Parameters
    ----------
    entries : dict of str to Entry
    name : str
        As for `entries_named`.

    Returns
    -------
    list of Entry
        In the order of the model.
    """
    keyword, _, selection = " ".join(name.split()).partition(" ")
    keyword = keyword.upper()
    if selection:
        wanted = _selector(selection)
        return [
            e
            for e in entries.values()
            if keyword in (e.param.name, *e.param.aliases) and _selector(e.selector) == wanted
        ]
    if keyword in entries:
        return [entries[keyword]]
    if "*" in keyword:
        return [e for e in entries.values() if any(fnmatchcase(word, keyword) for word in _words(e))]
    return [e for e in entries.values() if keyword in _words(e)]


def entry_named(entries: Mapping[str, Entry], name: str) -> Entry:
    """Find the one parameter of a name.

    Parameters
    ----------
    entries : dict of str to Entry
    name : str
        As for `entries_named`.

    Returns
    -------
    Entry

    Raises
    ------
    InputError
        The model has no such parameter, or several.
    """
    found = entries_named(entries, name)
    if len(found) > 1:
        names = ", ".join(e.name for e in found[:3]) + (", ..." if len(found) > 3 else "")
        raise InputError(f"{name!r} stands for {len(found)} parameters", hint=f"give one of {names}")
    return found[0]


def _selector(selection: str | Selector | None) -> tuple[str, ...]:
    """The kind and the words of a selection, numbers of a range without zeros at their ends."""
    words = str(selection).split()
    try:
        found = split_selector(words)[0]
    except ValueError:
        found = None
    if found is None:
        return tuple(words)
    numbers = found.kind in ("MJD", "FREQ")
    return (found.kind, *(str(to_decimal(word).normalize()) if numbers else word for word in found.args))


def _words(e: Entry) -> tuple[str, ...]:
    """The words by which a parameter is found: its name, its aliases, and the keyword of a line with several values."""
    family = e.param.family
    on_line = (f"{family.line}{e.member}",) if family is not None and family.line and e.member is not None else ()
    return (e.name, *(e.param.aliases if family is None else ()), *on_line)
