"""Parameters and lines taken out of a model."""

from collections.abc import Iterable
from dataclasses import replace

from jug.errors import InputError
from jug.model.editing.names import entries_named
from jug.model.editing.reassembly import given_entries, reassemble
from jug.model.editing.setting_lines import find_setting, with_settings_of
from jug.model.parameters import Entry
from jug.model.parts import ModelParts

DMX_NOTES = ("DMXEP", "DMXF1", "DMXF2")
"""Lines that describe a bin of DMX and are removed with it."""


def remove_terms(model: ModelParts, names: Iterable[str]) -> ModelParts:
    """Take parameters, settings and descriptions out of a model.

    Parameters
    ----------
    model : ModelParts
    names : iterable of str
        As `jug.model.editing.names.entries_named` reads them, or the keyword of another line. The line of a parameter
        is removed with it, and so are all parameters of a member of a group (``DMX_0001``).

    Returns
    -------
    ModelParts
        Members of a family with selections (JUMP) are renumbered in the order of their lines.

    Raises
    ------
    InputError
        A name that is not in the model; or another parameter needs one that was removed.
    """
    gone: set[str] = set()
    numbers: set[int] = set()
    for name in names:
        line = find_setting(model.par, name)
        if line is not None:
            numbers.add(line.number)
            continue
        own = entries_named(model.entries, name)
        if all(e.line is None for e in own) and not any(e.name in given_entries(model.entries) for e in own):
            why = f"{own[0].name} has no line: {own[0].text()} is its value where a par file does not give it"
            raise InputError(why, hint=f"set it to another value: set {own[0].name}")
        gone.update(*(_with_companions(model, e) for e in own))
    numbers |= {e.line.number for e in model.entries.values() if e.name in gone and e.line is not None}
    notes = {f"{key}{name.removeprefix('DMX')}" for name in gone for key in DMX_NOTES if name.startswith("DMX_")}
    numbers |= {line.number for line in model.par if line.key in notes}
    par = replace(model.par, lines=tuple(line for line in model.par.lines if line.number not in numbers))
    entries = {name: e for name, e in given_entries(model.entries).items() if name not in gone}
    settings, findings = with_settings_of(model, par)
    return reassemble(model, par, _renumber_selections(entries), settings, findings)


def _with_companions(model: ModelParts, entry: Entry) -> set[str]:
    """The parameters that are removed with one: those on its line, and the others of a member of a group."""
    number, family = entry.line.number if entry.line else -1, entry.param.family
    names = {entry.name}
    for e in model.entries.values():
        on_line = e.line is not None and e.line.number == number
        kin = e.param.family is not None and family is not None and family.kind == "indexed"
        member = kin and e.param.family is not None and family is not None and e.param.family.group == family.group
        if on_line or (member and e.member == entry.member):
            names.add(e.name)
    return names


def _renumber_selections(entries: dict[str, Entry]) -> dict[str, Entry]:
    """Members of families with selections, without a gap in their numbers."""
    out: dict[str, Entry] = {}
    count: dict[str, int] = {}
    for e in entries.values():
        if e.param.family is not None and e.param.family.kind == "selected":
            order = count.get(e.param.name, 0)
            count[e.param.name] = order + 1
            e = replace(e, name=f"{e.param.name}{order + 1}", order=order)
        out[e.name] = e
    return out
