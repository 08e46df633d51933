"""Errors (`KindError`) for arguments of the wrong type."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import TypeVar

from jug.errors import KindError

Kinds = type | tuple[type, ...]
ValuesGiven = TypeVar("ValuesGiven", bound=Mapping[str, object])

PROGRAM_OF_PACKAGE = {"pint": "PINT"}
"""The name of a program whose package has another spelling."""

READ_FROM_PINT = {
    "TimingModel": "jug.load_model(io.StringIO({name}.as_parfile())) reads it",
    "TOAs": '{name}.write_TOA_file("a.tim") writes the file that jug.load(par, "a.tim") reads',
}
"""How jug reads the content of an object of PINT, by its class."""


def expect(**given: tuple[object, Kinds]) -> None:
    """Raise an error for the first argument whose class is not allowed.

    Parameters
    ----------
    **given : tuple
        For each argument by name: its value, and the class or classes that it may have.

    Raises
    ------
    KindError
        An argument has another class. If two arguments were exchanged, the message names both.
    """
    wrong = [name for name, (value, kinds) in given.items() if not isinstance(value, kinds)]
    if not wrong:
        return
    value, kinds = given[wrong[0]]
    for other, (others, other_kinds) in given.items():
        if other != wrong[0] and isinstance(value, other_kinds) and isinstance(others, kinds):
            why = (
                f"{wrong[0]} and {other} are in each other's place: {describe_kind(value)} and {describe_kind(others)}"
            )
            raise KindError(why, hint=f"give {', then '.join(given)}")
    allowed = [kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,))]
    own = type(value).__name__
    names = " or ".join(f"jug.{name}" if name == own else name for name in allowed)
    hint = _way_to_give(wrong[0], value, names)
    raise KindError(f"{wrong[0]} is {_foreign(value, allowed) or describe_kind(value)}, not {names}", hint=hint)


def _foreign(value: object, names: Iterable[str]) -> str:
    """The package and class of an object of PINT, or of one whose class has the name of a class of jug; else ""."""
    kind = type(value)
    package = kind.__module__.partition(".")[0]
    if package == "jug" or not (package in PROGRAM_OF_PACKAGE or kind.__name__ in names):
        return ""
    return f"{PROGRAM_OF_PACKAGE.get(package, package)}'s {kind.__name__} ({kind.__module__})"


def _way_to_give(name: str, value: object, names: str) -> str:
    """The hint how to make the expected argument from the given one; "" where none is known."""
    kind = type(value)
    if kind.__module__.partition(".")[0] == "pint":
        return READ_FROM_PINT.get(kind.__name__, "").format(name=name)
    return f"give its model, {name}=result.model" if kind.__name__ == "FitResult" and "Model" in names else ""


def path_text(path: str | PathLike[str]) -> str:
    """Return a path as text; KindError for any other object."""
    expect(path=(path, (str, PathLike)))
    return fspath(path)


def read_names(given: object, what: str) -> tuple[str, ...]:
    """Read one or several names.

    Parameters
    ----------
    given : str or iterable of str
    what : str
        Description of the names, for the message, as ``"parameters to fit"``.

    Returns
    -------
    tuple of str

    Raises
    ------
    KindError
        `given` is neither a text nor an iterable of texts.
    """
    several = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else None
    if several is None or (wrong := [one for one in several if not isinstance(one, str)]):
        odd = given if several is None else wrong[0]
        raise KindError(f"{what}: {describe_kind(odd)} is not a name", hint="names are text, as in ['F0', 'F1']")
    return tuple(map(str, several))


def split_at_commas(given: str | Iterable[str]) -> tuple[str, ...]:
    """Split a text at its commas; the words of a list are not split, because a selection may have a comma.

    Parameters
    ----------
    given : str or iterable of str

    Returns
    -------
    tuple of str
        Without blanks around them.
    """
    return tuple(word.strip() for word in (given.split(",") if isinstance(given, str) else given))


def one_text(given: object, what: str) -> str:
    """Return a text; KindError for any other object.

    Parameters
    ----------
    given : object
    what : str
        Description of the text for the message, as ``"the name of a parameter"``.

    Returns
    -------
    str
    """
    if not isinstance(given, str):
        raise KindError(f"{what} is text, not {describe_kind(given)}")
    return given


def expect_values(given: ValuesGiven, what: str) -> ValuesGiven:
    """Return a mapping from names to values; KindError for any other object.

    Parameters
    ----------
    given : Mapping
    what : str
        Name of the argument for the message.

    Returns
    -------
    Mapping
        What was given.
    """
    if not isinstance(given, Mapping):
        raise KindError(f"{what} is {describe_kind(given)}, not a dict", hint="give values by name, as in {'F0': 61.5}")
    return given


def as_number(given: object, what: str, unit: str = "") -> float:
    """Return a number as float; KindError for any other object.

    Parameters
    ----------
    given : object
        A number of Python or NumPy, or text that is one.
    what : str
        Name of the argument for the message, as ``"F0"``.
    unit : str
        Unit of the argument, for the message about a Quantity.

    Returns
    -------
    float
        In the unit of the argument.
    """
    try:
        return float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        refuse_quantity(given, what, unit)
        raise KindError(f"{what}: {describe_kind(given)} is not a number") from None


def refuse_quantity(given: object, what: str, unit: str) -> None:
    """Raise an error for an astropy Quantity where plain numbers are expected; NumPy would drop its unit silently.

    Parameters
    ----------
    given : object
    what : str
        The argument, for the message.
    unit : str
        Of the argument, for the message; ``""`` where it is not known.

    Raises
    ------
    KindError
        A Quantity, of any unit.
    """
    if type(given).__name__ == "Quantity":
        hint = f"give numbers{f' in {unit}' if unit else ''}, by quantity.to_value(unit)"
        raise KindError(f"{what}: a Quantity was given, in {str(getattr(given, 'unit', '')) or 'no unit'}", hint=hint)


def describe_kind(value: object) -> str:
    """Describe an object for a message: a short value itself, else its class."""
    if value is None or isinstance(value, str | int | float):
        return repr(value) if len(repr(value)) <= 40 else f"a {type(value).__name__}"
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
