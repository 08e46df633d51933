"""Errors for unknown names, with the nearest known ones, and a dict that raises them."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from jug.errors import NoSuchNameError
from jug.text.name_lists import comma_list

V = TypeVar("V")


class Named(dict[str, V]):
    """A dict by names, which suggests the nearest ones where a name is not there.

    Parameters
    ----------
    what : str
        What a name stands for, as ``"flag"``.
    values : mapping of str to object
    """

    def __init__(self, what: str, values: Mapping[str, V]) -> None:
        super().__init__(values)
        self.what = what

    def __missing__(self, name: object) -> V:
        """Raise the error that names the nearest keys."""
        raise no_such_name(self.what, name, self)

    def __setitem__(self, name: str, value: V) -> None:
        raise TypeError(
            f"this {self.what} is of a copy, and to set it changes nothing; model.set({name}=...) returns a model"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Named, (self.what, dict(self))


def no_such_name(what: str, name: object, known: Iterable[str]) -> NoSuchNameError:
    """Make the error for a name that is not there.

    Parameters
    ----------
    what : str
        What a name stands for.
    name : object
    known : iterable of str
        The names that are there.

    Returns
    -------
    NoSuchNameError
        With the nearest names.
    """
    return NoSuchNameError(f"no {what} {name!r}", hint=nearest_names(known, str(name)))


def nearest_names(names: Iterable[str], wanted: str) -> str:
    """Write a hint with the known names that are most similar to a missing one, or with all known names.

    Parameters
    ----------
    names : iterable of str
        The known names.
    wanted : str

    Returns
    -------
    str
    """
    from difflib import get_close_matches  # needed only for an error

    known = [*names]
    if not known:
        return "there is none"
    root = wanted.rstrip("0123456789")
    kin = [name for name in known if name.rstrip("0123456789") == root]
    near = get_close_matches(wanted, known, n=3) or kin[:3]
    return f"did you mean {' or '.join(near)}?" if near else f"it has {comma_list(known, 12)}"
