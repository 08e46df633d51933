"""Parameters that no component of the model has: dropped where they change nothing, else refused."""

from collections.abc import Mapping
from math import radians, sin

from jug.errors import ParError, Where
from jug.io.par import ParFile
from jug.model.declare import Component, Param
from jug.model.parameters import Entry, par_numbers
from jug.model.reading.assembly.choice import names_given
from jug.model.reading.findings import Findings
from jug.model.reading.lines.unknown import leave_out
from jug.model.reading.orbits.general_orbit import form_without
from jug.model.registry import every_term
from jug.model.slots import list_params


def without_unused(
    par: ParFile,
    entries: Mapping[str, Entry],
    components: tuple[Component, ...],
    findings: Findings,
) -> dict[str, Entry]:
    """Drop the parameters and options that change nothing without their component, and refuse the others.

    These are dropped: an epoch; a fixed parameter that has a default other than 0 (it only shapes a term); a choice
    between formulas (SWM, FDJUMPLOG) where no line calls for any of them; and a link (SINI KIN) to a parameter that the
    model has. Their lines stay in the par file.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    components : tuple of Component
        The components of this model.
    findings : Findings
        Receives the parameters of components that this model does not have, and unknown words on option lines. Where a
        component is absent because of its option line, its parameters are not reported too.

    Returns
    -------
    dict of str to Entry
    """
    used = set(list_params(components))
    given = names_given(entries)
    orbit = entries["BINARY"].word if "BINARY" in entries else ""
    left = dict(entries)
    registry = every_term() if any(e.param not in used for e in entries.values()) else components
    refused = set(findings.left_out)
    for e in sorted(entries.values(), key=lambda e: not e.word):
        if e.param in used:
            if e.param.fit and e.word in e.param.links and (e.word not in entries or entries[e.word].param not in used):
                findings.refuse(_missing_link_error(par, e, entries))
            continue
        if _changes_nothing(e, left, used, given, registry):
            pass
        elif _is_of_another_orbit(e, components, registry, entries):
            size = _size_in_words(e, entries)
            findings.assume(f"{e.name} is not used, as BINARY {orbit} has no {e.name}{size}", par.where(e.line))
        elif form := form_without(e, entries):
            as_there = f"as in tempo2{_size_in_words(e, entries)}"
            findings.assume(f"{e.name} is not used: BINARY {form} has no term of it, {as_there}", par.where(e.line))
        elif not (_waits_for(e, refused, registry) or _is_spin_without_f0(e, components, registry)):
            findings.refuse(_unusable_error(e, par.where(e.line), registry, given, orbit))
            refused.update([e.name] if e.word else [])
        del left[e.name]
    return left


def _missing_link_error(par: ParFile, e: Entry, entries: Mapping[str, Entry]) -> ParError:
    """The error for a line such as SINI KIN in a model that has no KIN."""
    orbit = entries["BINARY"].word if "BINARY" in entries else ""
    if e.word not in entries:
        why, hint = f"{e.name} {e.word} needs a line {e.word}", f"give {e.word}, or {e.name} as a number"
        return ParError(why, par.where(e.line), hint)
    value = sin(radians(float(entries[e.word].value.hi)))
    why = f"{e.name} {e.word} needs a model with {e.word}, and BINARY {orbit} has none"
    return ParError(why, par.where(e.line), f"write {e.name} {value:.15g}, which is the sine of {e.word}; or BINARY T2")


def _size_in_words(e: Entry, entries: Mapping[str, Entry]) -> str:
    """The effect of the parameter, after a colon; empty where it is not known."""
    from jug.model.reading.orbits.unused_size import unused_size  # for a warning alone

    if e.word:
        return ""
    size = unused_size(e.name, par_numbers(entries))
    return f": {size.text()}" if size else ""


def _is_of_another_orbit(
    e: Entry, components: tuple[Component, ...], registry: tuple[Component, ...], entries: Mapping[str, Entry]
) -> bool:
    """Whether a parameter belongs to binary models alone, but not to the one that this file chooses.

    A parameter that another form of the chosen model has (ELL1H by H3 and H4, or by H3 and STIGMA) contradicts others.
    """
    if not any("BINARY" in dict(c.options) for c in components):
        return False
    words = [dict(c.options).get("BINARY", ()) for c in registry if e.param in c.params]
    return e.name != "BINARY" and all(words) and not any(entries["BINARY"].word in forms for forms in words)


def _is_spin_without_f0(e: Entry, components: tuple[Component, ...], registry: tuple[Component, ...]) -> bool:
    """Whether a parameter belongs to the spin of a model without F0, which is reported as another problem."""
    return not any(c.spin for c in components) and any(c.spin for c in registry if e.param in c.params)


def _waits_for(e: Entry, refused: set[str], registry: tuple[Component, ...]) -> bool:
    """Whether a component that has the parameter is chosen by an option line that is refused."""
    return any(key in refused for c in registry if e.param in c.params for key, _ in c.options)


def _changes_nothing(
    e: Entry, left: Mapping[str, Entry], used: set[Param], given: set[str], registry: tuple[Component, ...]
) -> bool:
    """Whether an unused parameter has no effect on this model."""
    is_epoch = e.param.codec == "mjd" and not e.param.fit
    only_shapes = bool(e.param.default) and not e.free and e.param.family is None
    is_link = e.word in e.param.links and e.word in left and left[e.word].param in used
    if is_epoch or only_shapes or is_link:
        return True
    if not e.word or e.word not in _option_words(e, registry):
        return False
    return not any(given.intersection(c.triggers) for c in registry if e.param in c.params)


def _option_words(e: Entry, registry: tuple[Component, ...]) -> list[str]:
    """The words that an option line may have."""
    return sorted({w for c in registry for key, words in c.options if key == e.name for w in words if w})


def _on_the_sky(registry: tuple[Component, ...]) -> list[Component]:
    """The components that the frame of the position chooses, as for DDK."""
    return [c for c in registry if {"RAJ", "ELONG"}.intersection(c.triggers) and c.signal_name != "n"]


def _unusable_error(
    e: Entry, where: Where | None, registry: tuple[Component, ...], given: set[str], orbit: str
) -> ParError:
    """The error for a parameter or option that this model cannot use."""
    words = _option_words(e, registry)
    if e.word and e.word not in words:
        return ParError(f"unknown {e.name}", where, f"it is one of {', '.join(words)}")
    if e.word and e.name.startswith("BINARY"):
        forms = [c.name for c in registry if any(e.name == key and e.word in ws for key, ws in c.options)]
        if given.isdisjoint(("RAJ", "ELONG")) and any(
            e.word in dict(c.options).get(e.name, ()) for c in _on_the_sky(registry)
        ):
            why = f"{e.name} {e.word} needs a position"
            return ParError(
                why, where, "give RAJ and DECJ, or ELONG and ELAT; without KIN and KOM, BINARY DD is the same"
            )
        hint = f"its forms are: {'; '.join(forms)}"
        return ParError(f"{e.name} {e.word} has no form with the other parameters of this file", where, hint)
    owners = [c for c in registry if e.param in c.params]
    way_out = leave_out(e.line.key if e.line else e.name)
    if all(dict(c.options).keys() & {"BINARY"} for c in owners) and "BINARY" not in given:
        hint = f"add a line BINARY with the model of the orbit; {way_out}"
        return ParError(f"{e.name} belongs to a binary, and there is no line BINARY", where, hint)
    if orbit == "T2" and any("T2" in dict(c.options).get("BINARY", ()) for c in owners):
        first = "ECC, and then for T0,"
        why = f"{e.name} belongs to another form of BINARY T2 than the other lines (tempo2 looks for {first} first)"
        return ParError(why, where, f"keep the lines of one form; {way_out}")
    names = dict.fromkeys(c.name.partition(" (")[0] for c in owners)
    return ParError(f"{e.name} belongs to {' or '.join(names)}, which this model does not have", where, way_out)
