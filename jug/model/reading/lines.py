"""One line of a par file: which parameter its keyword stands for, and its selector, value, fit flag, uncertainty."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from jug.core.doubledouble import DoubleDouble, dd
from jug.errors import ParError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.declare import Component, Family, Param
from jug.model.parameters import EXACT, MJD_MOST, TINY_BEYOND, Entry
from jug.obs.selection import Selector, split_selector


class Slot(NamedTuple):
    """Where a keyword leads: the parameters of its line (one, as a rule), and the order or number as written."""

    params: tuple[Param, ...]
    digits: str = ""

    @property
    def param(self) -> Param:
        """The parameter, or the first of the line."""
        return self.params[0]

    @property
    def number(self) -> int:
        """The order or number; a bare name is order 0."""
        return int(self.digits or "0")


class Numbers(NamedTuple):
    """What a line says of one parameter; ``flag`` is None where it has no fit flag."""

    value: DoubleDouble
    flag: bool | None
    error: float | None


def declared(registry: Iterable[Component]) -> list[Param]:
    """Every parameter of a registry once."""
    return list(dict.fromkeys(p for c in registry for p in c.params))


def known_keywords(registry: Iterable[Component]) -> list[str]:
    """Every keyword that a registry reads, families by their first members."""
    words: list[str] = []
    for param in declared(registry):
        family = param.family
        for name in _spellings(param):
            if family is None or family.kind == "selected":
                words.append(name)
            elif family.kind == "series":
                words += [name if family.bare else f"{name}{family.first}", f"{name}{family.first + 1}"]
            else:
                words.append(f"{name}1" if family.line else f"{name}{family.separator}0001")
    return words


def _spellings(param: Param) -> tuple[str, ...]:
    """What a line of the parameter may begin with."""
    if param.family is not None and param.family.line:
        return (param.family.line,)
    return (param.name, *param.aliases)


def find_slot(key: str, registry: Iterable[Component]) -> Slot | None:
    """The parameters a keyword stands for, or None; the longest name that fits counts (FDJUMP10, not FDJUMP1)."""
    found: list[Param] = []
    best = ""
    for param in declared(registry):
        for name in _spellings(param):
            if key.startswith(name) and len(name) >= len(best) and _fits(key[len(name) :], param.family):
                found = [*found, param] if name == best and param.family and param.family.line else [param]
                best = name
    if not found:
        return None
    found.sort(key=lambda p: p.family.place if p.family else 0)
    return Slot(tuple(found), key[len(best) :].lstrip("_"))


def _fits(tail: str, family: Family | None) -> bool:
    """Whether what follows a parameter's name makes the word its keyword."""
    if family is None:
        return not tail
    if family.kind == "selected":
        return not tail or tail.isdigit()
    if family.counted:
        return not tail
    if family.kind == "indexed":
        return tail.startswith(family.separator) and tail[len(family.separator) :].isdigit()
    if family.bare and tail in ("", "0"):
        return not tail
    return tail.isdigit() and len(tail) <= 2 and (tail == "0" or tail[0] != "0") and int(tail) >= family.first


def read_entries(par: ParFile, line: ParLine, slot: Slot, n_same: int) -> list[Entry]:
    """The parameters of a line.

    Parameters
    ----------
    n_same : int
        How many lines of the same selected family stand before it.

    Raises
    ------
    ParError
    """
    if slot.param.codec == "str":
        if not line.args:
            raise ParError(f"{line.key} has no value", par.where(line))
        return [Entry(slot.param.name, slot.param, None, dd(0.0), line=line, word=line.args[0].upper())]
    if line.args and line.args[0].upper() in slot.param.links:
        return [Entry(slot.param.name, slot.param, None, dd(0.0), line=line, word=line.args[0].upper())]
    selector, words = _selector(par, line, slot.param)
    numbers = read_numbers(par, line, slot.params, words)
    return [
        _entry(par, line, slot._replace(params=(param,)), said, selector, n_same)
        for param, said in zip(slot.params, numbers, strict=True)
    ]


def _entry(par: ParFile, line: ParLine, slot: Slot, said: Numbers, selector: Selector | None, n_same: int) -> Entry:
    param, family = slot.param, slot.param.family
    if said.flag and not param.fit and not param.frees and not param.sampled:
        raise ParError(f"{line.key} cannot be fitted{why_held(param)}", par.where(line), "set its fit flag to 0")
    free = bool(said.flag) and param.fit
    held = bool(said.flag) and param.sampled
    entry = Entry(param.name, param, None, said.value, said.error, free, line, selector, held=held)
    if family is None:
        return entry
    if family.kind == "selected":
        return replace(entry, name=f"{param.name}{n_same + 1}", order=n_same)
    if family.counted:
        return replace(entry, name=f"{param.name}{n_same + 1}", member=n_same + 1)
    if family.kind == "series":
        return replace(entry, name=f"{param.name}{slot.digits}", order=slot.number - family.first)
    return replace(entry, name=f"{param.name}{family.separator}{slot.digits}", member=slot.number)


def why_held(param: Param) -> str:
    """Why a fit does not move a parameter: more than that none was made for it, where there is more."""
    if param.codec == "mjd" and (param.default is not None or param.name == "PEPOCH"):
        return ": it is the date for which others hold, and a change of them does the same"
    return ": its fit flag frees its terms" if param.frees else ""


def frees(line: ParLine, param: Param) -> bool:
    """Whether the line of a parameter with ``frees`` has its fit flag set."""
    return bool(param.frees) and len(line.args) > 1 and line.args[1] in ("1", "2")


def says_flag(par: ParFile, line: ParLine, params: tuple[Param, ...]) -> bool:
    """Whether a line, of these parameters, has a fit flag of its own."""
    return any(said.flag is not None for said in read_numbers(par, line, params, _selector(par, line, params[0])[1]))


def _selector(par: ParFile, line: ParLine, param: Param) -> tuple[Selector | None, tuple[str, ...]]:
    """The selector of a selected family's line, and the words after it."""
    if param.family is None or param.family.kind != "selected":
        return None, line.args
    where = par.where(line)
    try:
        selector, words = split_selector(line.args)
    except ValueError as reason:
        raise ParError(f"{line.key}: {reason}", where) from None
    if selector is None:
        forms = f"{param.family.line or param.name} -flag value, MJD a b, FREQ a b, TEL x or NAME x"
        raise ParError(f"{line.key} has no selector", where, f"write {forms}")
    return selector, tuple(words)


def read_numbers(par: ParFile, line: ParLine, params: tuple[Param, ...], words: tuple[str, ...]) -> list[Numbers]:
    """Value, fit flag and uncertainty of each parameter of a line.

    After the values come a fit flag and then uncertainties, or either of the two. Where several values of a line can
    be fitted there is one flag for all or one for each, and an uncertainty for each. Where one of several can (a node,
    ``IFUNC1 MJD y``), one word is its uncertainty, whatever it looks like (tempo2); two are a flag and an uncertainty.

    Raises
    ------
    ParError
    """
    where, k = par.where(line), len(params)
    if len(words) < k:
        missing = f"{len(words)} of its {k} values" if k > 2 and words else f"no {'second ' if words else ''}value"
        raise ParError(f"{line.key} has {missing}", where)
    fitted = [i for i, p in enumerate(params) if p.fit or k == 1]
    rest = words[k:]
    n_flags = 0 if k > len(fitted) == len(rest) else _count_flags(rest, len(fitted))
    if n_flags is None:
        most = k + 2 * len(fitted)
        if len(words) > most or k == 1:
            why = f"{line.key} has {len(words)} words where at most {_NUMBER[most]} belong"
            raise ParError(why, where, "put '#' before a comment")
        hint = "write: keyword, values, fit flag (0 or 1), an uncertainty for each value"
        raise ParError(
            f"{line.key} has {len(rest)} words after its values, neither flags nor uncertainties", where, hint
        )
    flags, tail = rest[:n_flags], rest[n_flags:]
    found = []
    for i, param in enumerate(params):
        place = fitted.index(i) if i in fitted else None
        try:
            value = _value(param, words[i])
            error = _value(replace(param, codec="float"), tail[place]).hi if tail and place is not None else 0.0
        except ValueError as reason:
            hint = "write: keyword, value, fit flag (0 or 1), uncertainty"
            raise ParError(f"{line.key}: {reason}", where, hint) from None
        if error < 0.0:
            raise ParError(f"{line.key} has a negative uncertainty", where)
        flag = None if not flags or place is None else flags[place if len(flags) > 1 else 0] != "0"
        found.append(Numbers(value, flag, float(error) or None))
    return found


_NUMBER = {3: "three", 4: "four", 6: "six"}


def _count_flags(rest: tuple[str, ...], n: int) -> int | None:
    """How many of the words after the values are fit flags, for ``n`` values that can be fitted; None: no fit."""
    leading = next((i for i, word in enumerate(rest) if word not in ("0", "1", "2")), len(rest))
    for count in sorted({n, 1, 0}, reverse=True):
        if count <= leading and len(rest) - count in (0, n):
            return count
    return None


def _value(param: Param, word: str) -> DoubleDouble:
    """A value from its text; a ``tiny`` parameter written above 1e-7 is in small units."""
    value: DoubleDouble = CODECS[param.codec].parse(word)
    if param.codec == "mjd" and abs(value.hi) > MJD_MOST:
        raise ValueError("no date")
    if param.tiny and abs(value.hi) > TINY_BEYOND:
        scaled = Decimal(word.upper().replace("D", "E")).scaleb(-param.tiny, EXACT)
        value = CODECS[param.codec].parse(str(scaled))
    return value
