"""From the lines of a par file to a timing model.

Every line is one of: a comment; a setting; a description that is only kept; a parameter of a component in the
registry; a line that switches off a term jug does not have; a keyword that is not supported yet (an error that names
it); or unknown (an error with the nearest known names). Nothing that changes the model is skipped in silence.
"""

import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from jug.core.doubledouble import dd
from jug.errors import InputWarning, ParError, Where, sentence
from jug.io.par import ParFile, ParLine
from jug.model.declare import Component, Param
from jug.model.parameters import Entry
from jug.model.programs.supported import readers
from jug.model.reading.conventions import conventions
from jug.model.reading.keywords import DESCRIPTIVE, FIT_ONLY, KEPT, PULSAR, SETTINGS, is_off, nearest, reason
from jug.model.reading.lines import declared, find_slot, frees, known_keywords, read_entries, says_flag
from jug.model.reading.noise_lines import settle_noise
from jug.model.reading.periods import in_frequencies
from jug.model.reading.settings import read_settings
from jug.model.registry import REGISTRY
from jug.model.timing_model import TimingModel

Entries = dict[str, Entry]


def build(
    par: ParFile, registry: tuple[Component, ...] = REGISTRY, *, convention: Mapping[str, str] | None = None
) -> TimingModel:
    """Make a timing model from a par file.

    Raises
    ------
    ParError
        With file and line, for the first line that is not understood, and for what is missing.
    """
    par = in_frequencies(par)
    settings = replace(read_settings(par), conventions=conventions(convention))
    entries = _read(par, registry)
    components = _present(par, entries, registry, settings.conventions)
    _refuse_homeless(par, entries, components, registry)
    _refuse_outside(par, entries)
    settle_noise(par, entries)
    for c in components:
        for param in c.params:
            _complete(entries, param)
    _complete_groups(par, entries, components)
    model = TimingModel(par, settings, components, entries)
    _check_values(model)
    return model


def _read(par: ParFile, registry: Iterable[Component]) -> Entries:
    """The parameters that the file gives."""
    entries: Entries = {}
    count: Counter[Param] = Counter()
    for line in par.lines:
        if not line.key or line.key in DESCRIPTIVE or line.key in SETTINGS or line.key in PULSAR:
            continue
        if KEPT.fullmatch(line.key) or is_off(line.key, line.args):
            continue
        if line.key in FIT_ONLY:
            warnings.warn(InputWarning(sentence(f"{line.key}: {FIT_ONLY[line.key]}", par.where(line))), stacklevel=2)
            continue
        slot = find_slot(line.key, registry)
        if slot is None:
            _refuse(par, line, registry)
            continue
        for entry in read_entries(par, line, slot, count[slot.param]):
            if entry.name in entries:
                first = entries[entry.name].line
                why = f"{line.key} is given twice, first on line {first.number if first else 0}"
                raise ParError(why, par.where(line), "keep one of them")
            entries[entry.name] = entry
        count[slot.param] += 1
    _free_together(par, entries)
    return entries


def _free_together(par: ParFile, entries: Entries) -> None:
    """Free the members of families that a flag on another line frees (`Param.frees`)."""
    names = {name for e in entries.values() if e.line and frees(e.line, e.param) for name in e.param.frees}
    lines: dict[int, list[Param]] = {}
    for e in entries.values():
        lines.setdefault(e.line.number if e.line else 0, []).append(e.param)
    for key, e in entries.items():
        if e.param.name in names and e.line and not says_flag(par, e.line, tuple(lines[e.line.number])):
            entries[key] = replace(e, free=e.param.fit)


def _refuse(par: ParFile, line: ParLine, registry: Iterable[Component]) -> None:
    """Raise for a keyword without a component."""
    if readers(line.key):
        why, hint = reason(line.key)
        raise ParError(why, par.where(line), hint)
    hint = nearest(line.key, lambda: known_keywords(registry))
    raise ParError(f"unknown keyword {line.key}", par.where(line), hint)


def _present(
    par: ParFile, entries: Entries, registry: tuple[Component, ...], convention: Mapping[str, str]
) -> tuple[Component, ...]:
    """The components that the parameters call for, complete."""
    given = {key for e in entries.values() for key in (e.name, e.param.name)}
    chosen = []
    for c in registry:
        if (c.triggers and not given.intersection(c.triggers)) or given.intersection(c.unless):
            continue
        if not all(_word(entries, convention, key) in words for key, words in c.options):
            continue
        if given.intersection(c.yields_to):
            _leave_aside(par, entries, c)
            continue
        where = _called_for(par, entries, c)
        for key in c.needs:
            _require(where, c.name, key.split("|"), given)
        absent = [key for key in c.together if key not in given]
        if absent and len(absent) < len(c.together):
            why = f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} missing"
            raise ParError(why, where, f"{', '.join(c.together)} are given together or not at all")
        chosen.append(c)
    if not any(c.spin for c in chosen):
        raise ParError("F0 is missing", Where(par.path), "a timing model needs F0 and PEPOCH")
    positions = [c.name for c in chosen if c.signal_name == "n"]
    if not positions:
        raise ParError("no position", Where(par.path), "give RAJ and DECJ, or ELONG and ELAT")
    if len(positions) > 1:
        raise ParError("positions in two frames", Where(par.path), "keep RAJ and DECJ, or ELONG and ELAT")
    return tuple(chosen)


def _called_for(par: ParFile, entries: Entries, component: Component) -> Where:
    """The first line that calls for a component, or the file where none does."""
    lines = [e.line for e in entries.values() if e.line and {e.name, e.param.name}.intersection(component.triggers)]
    return par.where(min(lines, key=lambda line: line.number)) if lines else Where(par.path)


def _require(where: Where, name: str, keys: list[str], given: set[str]) -> None:
    """One of these keywords, and only one, must be given."""
    found = [key for key in keys if key in given]
    if not found:
        words = " or ".join(keys)
        raise ParError(f"{words} is missing, and {name} needs it", where, f"add a line {words}")
    if len(found) > 1:
        raise ParError(f"{' and '.join(found)} exclude each other", where, "keep one of them")


def _leave_aside(par: ParFile, entries: Entries, component: Component) -> None:
    """Take the triggers of a component that yields to another form out of the model, and say so."""
    for key in component.needs:
        e = entries.pop(key, None)
        if e is not None and e.line is not None:
            why = f"{key} is not used, {' and '.join(component.yields_to)} says the same"
            warnings.warn(InputWarning(sentence(why, par.where(e.line))), stacklevel=2)


def _word(entries: Entries, convention: Mapping[str, str], key: str) -> str:
    """The word of an option line, "" where it is absent; of a convention for ``@NAME``."""
    if key.startswith("@"):
        return convention[key[1:]]
    return entries[key].word if key in entries else ""


def _refuse_homeless(
    par: ParFile, entries: Entries, components: tuple[Component, ...], registry: tuple[Component, ...]
) -> None:
    """Refuse a parameter or option that no component of this model takes.

    An epoch without its term says nothing, and neither does what only shapes a term: what has a default other than 0,
    and the choice between formulas (SWM, FDJUMPLOG) where no line calls for any of them. Nor does a link
    (SINI KIN) to what the model takes anyway.
    """
    taken = set(declared(components))
    given = {key for e in entries.values() for key in (e.name, e.param.name)}
    for e in sorted(entries.values(), key=lambda e: not e.word):
        if e.param in taken:
            continue
        if (e.param.codec == "mjd" and not e.param.fit) or (e.param.default and not e.free and e.param.family is None):
            del entries[e.name]
            continue
        where = par.where(e.line) if e.line else None
        if e.word in e.param.links and e.word in entries and entries[e.word].param in taken:
            del entries[e.name]
            continue
        words = sorted({w for c in registry for key, ws in c.options if key == e.name for w in ws if w})
        if e.word and e.word not in words:
            raise ParError(f"unknown {e.name}", where, f"it is one of {', '.join(words)}")
        if e.word and not any(given.intersection(c.triggers) for c in registry if e.param in c.params):
            del entries[e.name]
            continue
        if e.word and e.name.startswith("BINARY"):
            forms = [c.name for c in registry if any(e.name == key and e.word in ws for key, ws in c.options)]
            hint = f"its forms are: {'; '.join(forms)}"
            raise ParError(f"{e.name} {e.word} has no form for what else the file gives", where, hint)
        names = dict.fromkeys(c.name.partition(" (")[0] for c in registry if e.param in c.params)
        raise ParError(f"{e.name} belongs to {' or '.join(names)}, which this model does not have", where)


def _refuse_outside(par: ParFile, entries: Entries) -> None:
    """Refuse a value outside its bounds."""
    for e in entries.values():
        low, high = e.param.bounds
        value = float(e.value.hi)
        if e.line is None or e.word or not ((low is not None and value < low) or (high is not None and value > high)):
            continue
        reach = (
            f"at least {low:g}" if high is None else f"at most {high:g}" if low is None else f"from {low:g} to {high:g}"
        )
        raise ParError(f"{e.name} must be {reach}", par.where(e.line), "correct the value")


def _complete(entries: Entries, param: Param) -> None:
    """Add the default of a parameter that the file does not give, and the zeros of a series below its highest order."""
    family, default = param.family, param.default
    if family is None and default is not None and param.name not in entries:
        value = entries[default].value if isinstance(default, str) else dd(float(default))
        entries[param.name] = Entry(param.name, param, None, value)
    if family is not None and family.kind == "series":
        orders = [e.order for e in entries.values() if e.param is param and e.order is not None]
        for order in range(max(orders, default=-1)):
            name = param.name if family.bare and order == 0 else f"{param.name}{order + family.first}"
            entries.setdefault(name, Entry(name, param, order, dd(0.0)))


def _complete_groups(par: ParFile, entries: Entries, components: tuple[Component, ...]) -> None:
    """Give every family of a group the same members, in the order of their numbers."""
    groups: dict[str, list[Param]] = {}
    for param in declared(components):
        if param.family is not None and param.family.kind == "indexed":
            groups.setdefault(param.family.group, []).append(param)
    for params in groups.values():
        own: dict[tuple[Param, int], list[Entry]] = {}
        for e in entries.values():
            if e.member is not None and e.param in params:
                own.setdefault((e.param, e.member), []).append(e)
        first = {number: group[0] for (_, number), group in reversed(own.items())}
        for place, number in enumerate(sorted(first)):
            _stands(par, entries, first[number], place)
            for param in params:
                _join(par, entries, param, own.get((param, number), []), first[number], place)


def _stands(par: ParFile, entries: Entries, e: Entry, place: int) -> None:
    """Refuse a member whose number has a gap before it, or that lacks what its family needs."""
    family, where = e.param.family, par.where(e.line) if e.line else None
    if family is None:
        return
    if family.unbroken and e.member != place:
        raise ParError(f"{e.name} is given without {e.param.name}{place}", where, "number them from 0 without a gap")
    for key in family.needs:
        if key not in entries:
            raise ParError(f"{key} is missing, and {e.name} needs it", where, f"add a line {key}")


def _join(par: ParFile, entries: Entries, param: Param, own: list[Entry], sibling: Entry, place: int) -> None:
    """Put a family's member in its place, or add it by its default, after a sibling that the file gives."""
    where = par.where(sibling.line) if sibling.line else None
    if len(own) > 1:
        raise ParError(f"{own[0].name} and {own[1].name} have the same number", where, "keep one of them")
    if own:
        entries[own[0].name] = replace(own[0], order=place)
        return
    name = param.name + sibling.name.removeprefix(sibling.param.name)
    default = param.default
    if isinstance(default, str) and default in entries:
        entries[name] = Entry(name, param, place, entries[default].value, member=sibling.member)
        return
    if not isinstance(default, float):
        raise ParError(f"{name} is missing, and {sibling.name} needs it", where, f"add a line {name}")
    entries[name] = Entry(name, param, place, dd(default), member=sibling.member)


def _check_values(model: TimingModel) -> None:
    """Refuse values that a component cannot work with."""
    for c in model.components:
        wrong = c.check(model.kernel_values) if c.check is not None else None
        if wrong:
            name, place, why = wrong
            own = [e for e in model.entries.values() if e.param.name == name and (e.order or 0) == place]
            line = own[0].line
            raise ParError(f"{own[0].name} {why}", model.par.where(line) if line else Where(model.par.path))
