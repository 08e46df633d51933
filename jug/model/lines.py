"""One line of a par file: which parameter its keyword stands for, and its selector, value, fit flag, uncertainty."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from jug.double import DD, dd
from jug.errors import ParError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.declare import Component, Family, Param
from jug.model.table import TINY_BEYOND, TINY_PLACES, Entry
from jug.obs.selection import Selector, split_selector


class Slot(NamedTuple):
    """Where a keyword leads: a parameter, and its order in a series or its number in an indexed family, as written."""

    param: Param
    digits: str = ""

    @property
    def number(self) -> int:
        """The order or number; a bare name is order 0."""
        return int(self.digits or "0")


def declared(registry: Iterable[Component]) -> list[Param]:
    """Every parameter of a registry once."""
    return list(dict.fromkeys(p for c in registry for p in c.params))


def known_keywords(registry: Iterable[Component]) -> list[str]:
    """Every keyword that a registry reads, families by their first members."""
    words: list[str] = []
    for param in declared(registry):
        for name in (param.name, *param.aliases):
            family = param.family
            if family is None or family.kind == "selected":
                words.append(name)
            elif family.kind == "series":
                words += [name if family.bare else f"{name}0", f"{name}1"]
            else:
                words.append(f"{name}{family.separator}0001")
    return words


def find_slot(key: str, registry: Iterable[Component]) -> Slot | None:
    """The parameter a keyword stands for, or None."""
    for param in declared(registry):
        for name in (param.name, *param.aliases):
            if key.startswith(name):
                tail = key[len(name) :]
                if param.family is None and not tail:
                    return Slot(param)
                if param.family is not None and _belongs(tail, param.family):
                    return Slot(param, tail.lstrip("_"))
    return None


def _belongs(tail: str, family: Family) -> bool:
    """Whether what follows a family's name makes it a member."""
    if family.kind == "selected":
        return not tail or tail.isdigit()
    if family.kind == "indexed":
        return tail.startswith(family.separator) and tail[len(family.separator) :].isdigit()
    if family.bare and tail in ("", "0"):
        return not tail
    return tail.isdigit() and len(tail) <= 2 and (tail == "0" or tail[0] != "0")


def read_entry(par: ParFile, line: ParLine, slot: Slot, n_same: int) -> Entry:
    """The parameter of a line.

    Parameters
    ----------
    n_same : int
        How many lines of the same selected family stand before it.

    Raises
    ------
    ParError
    """
    param, family = slot.param, slot.param.family
    if param.codec == "str":
        if not line.args:
            raise ParError(f"{line.key} has no value", par.where(line))
        return Entry(param.name, param, None, dd(0.0), line=line, word=line.args[0].upper())
    selector, words = _selector(par, line, param)
    value, free, error = read_numbers(par, line, param, words)
    if free and not param.fit:
        raise ParError(f"{line.key} cannot be fitted", par.where(line), "set its fit flag to 0")
    entry = Entry(param.name, param, None, value, error, free, line, selector)
    if family is None:
        return entry
    if family.kind == "selected":
        return replace(entry, name=f"{param.name}{n_same + 1}", order=n_same)
    if family.kind == "series":
        return replace(entry, name=f"{param.name}{slot.digits}", order=slot.number)
    return replace(entry, name=f"{param.name}{family.separator}{slot.digits}", member=slot.number)


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
        forms = f"{param.name} -flag value, MJD a b, FREQ a b, TEL x or NAME x"
        raise ParError(f"{line.key} has no selector", where, f"write {forms}")
    return selector, tuple(words)


def read_numbers(par: ParFile, line: ParLine, param: Param, words: tuple[str, ...]) -> tuple[DD, bool, float | None]:
    """Value, fit flag and uncertainty. Two words are a value and either of the others.

    Raises
    ------
    ParError
    """
    where = par.where(line)
    if not words:
        raise ParError(f"{line.key} has no value", where)
    has_flag = len(words) > 1 and words[1] in ("0", "1", "2")
    tail = words[2:] if has_flag else words[1:]
    if len(tail) > 1:
        raise ParError(
            f"{line.key} has {len(words)} words where at most three belong", where, "put '#' before a comment"
        )
    try:
        value = _value(param, words[0])
        error = _value(replace(param, codec="float"), tail[0]).hi if tail else 0.0
    except ValueError as reason:
        hint = "write: keyword, value, fit flag (0 or 1), uncertainty"
        raise ParError(f"{line.key}: {reason}", where, hint) from None
    if error < 0.0:
        raise ParError(f"{line.key} has a negative uncertainty", where)
    return value, has_flag and words[1] != "0", float(error) or None


def _value(param: Param, word: str) -> DD:
    """A value from its text; a ``tiny`` parameter written above 1e-7 is in units of 1e-12."""
    value: DD = CODECS[param.codec].parse(word)
    if param.tiny and abs(value.hi) > TINY_BEYOND:
        scaled = Decimal(word.upper().replace("D", "E")).scaleb(-TINY_PLACES)
        value = CODECS[param.codec].parse(str(scaled))
    return value
