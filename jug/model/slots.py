"""The parameters for the keyword of a line: names, aliases, and numbers of families."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from jug.core.whole_number import is_whole_number
from jug.model.declare import Component, Family, Param


class Slot(NamedTuple):
    """The parameters that a line gives (one, as a rule), and the order or number in its keyword as written."""

    params: tuple[Param, ...]
    digits: str = ""

    @property
    def param(self) -> Param:
        """The parameter, or the first one of the line."""
        return self.params[0]

    @property
    def number(self) -> int:
        """The order or number; a name without digits is order 0."""
        return int(self.digits or "0")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, and those of their families."""
        families = [q.name for q in self.params]
        separator = self.param.family.separator if self.param.family and self.param.family.kind == "indexed" else ""
        return (*families, *(f"{name}{separator}{self.digits}" for name in families))


def list_params(registry: Iterable[Component]) -> list[Param]:
    """List the parameters of a registry, without repetition.

    Parameters
    ----------
    registry : iterable of Component

    Returns
    -------
    list of Param
    """
    return list(dict.fromkeys(p for c in registry for p in c.params))


def keywords_of(param: Param) -> list[str]:
    """List the keywords of a parameter and its aliases.

    Parameters
    ----------
    param : Param

    Returns
    -------
    list of str
        For a family the keywords of the first members.
    """
    family = param.family
    words: list[str] = []
    for name in first_words(param):
        if family is None or family.kind == "selected":
            words.append(name)
        elif family.kind == "series":
            words += [name if family.bare else f"{name}{family.first}", f"{name}{family.first + 1}"]
        elif family.line:
            words.append(family.line if family.counted else f"{family.line}1")
        else:
            words.append(f"{name}{family.separator}0001")
    return words


@cache
def known_keywords(registry: tuple[Component, ...]) -> tuple[str, ...]:
    """List every keyword that a registry reads.

    Parameters
    ----------
    registry : tuple of Component

    Returns
    -------
    tuple of str
        For families the keywords of the first members.
    """
    return tuple(word for param in list_params(registry) for word in keywords_of(param))


def first_words(param: Param) -> tuple[str, ...]:
    """Return the words, without number, with which a line of a parameter may begin.

    Parameters
    ----------
    param : Param

    Returns
    -------
    tuple of str
    """
    if param.family is not None and param.family.line:
        return (param.family.line,)
    return (param.name, *param.aliases)


def find_slot(key: str, registry: Iterable[Component]) -> Slot | None:
    """Find the parameters of a keyword.

    Parameters
    ----------
    key : str
        The keyword in capitals.
    registry : iterable of Component

    Returns
    -------
    Slot or None
        None for an unknown keyword. Of several names that fit, the longest one counts: FDJUMP10, not FDJUMP1.
    """
    registry = tuple(registry)
    spelled = params_by_word(registry)
    for end in range(min(len(key), _longest_word(registry)), 0, -1):
        fits = [p for p in spelled.get(key[:end], ()) if _is_number_of(key[end:], p.family)]
        if fits:
            on_line = list(filter(_has_line, fits)) if _has_line(fits[-1]) else fits[-1:]
            on_line.sort(key=lambda p: p.family.place if p.family else 0)
            return Slot(tuple(on_line), key[end:].lstrip("_"))
    return None


@cache
def params_by_word(registry: tuple[Component, ...]) -> dict[str, list[Param]]:
    """Find the parameters of a registry by the words, without number, with which their lines may begin.

    Parameters
    ----------
    registry : tuple of Component

    Returns
    -------
    dict of str to list of Param
    """
    spelled: dict[str, list[Param]] = {}
    for param in list_params(registry):
        for name in first_words(param):
            spelled.setdefault(name, []).append(param)
    return spelled


@cache
def _longest_word(registry: tuple[Component, ...]) -> int:
    """Characters of the longest word in `params_by_word`."""
    return max(map(len, params_by_word(registry)), default=0)


def _has_line(param: Param) -> bool:
    """Whether the members of the parameter's family share lines with those of other families."""
    return param.family is not None and bool(param.family.line)


def _is_number_of(tail: str, family: Family | None) -> bool:
    """Whether what follows the name in a keyword is the order or number of a member of the family."""
    if family is None:
        return not tail
    if family.kind == "selected":
        return not tail or is_whole_number(tail)
    if family.counted:
        return not tail
    if family.kind == "indexed":
        return tail.startswith(family.separator) and is_whole_number(tail[len(family.separator) :])
    if family.bare and tail in ("", "0"):
        return not tail
    return is_whole_number(tail) and len(tail) <= 2 and (tail == "0" or tail[0] != "0") and int(tail) >= family.first
