"""A value of a parameter from text, and the error where that is not one."""

from jug.core.doubledouble import DoubleDouble
from jug.errors import InputError
from jug.model.parameters import Entry

SHOWN_LETTERS = 40
"""Length of a text up to which a message repeats it."""


def value_of_text(entry: Entry, text: str) -> DoubleDouble[float]:
    """Read the text of a value.

    Parameters
    ----------
    entry : Entry
    text : str
        As in a par file.

    Returns
    -------
    DoubleDouble
        In par units.

    Raises
    ------
    InputError
        The text is not a finite number.
    """
    try:
        number: DoubleDouble[float] = entry.codec.parse(text)
    except ValueError as reason:
        raise refused_value(entry, text, reason) from None
    return number


def refused_value(entry: Entry, given: object, reason: object) -> InputError:
    """Make the error for a value that is not one of this parameter: which, why, and a value that could stand there.

    Parameters
    ----------
    entry : Entry
    given : object
        What was given for its value.
    reason : object
        Why it was not read, as ``"not a number"``.

    Returns
    -------
    InputError
    """
    shown = f", {given!r}" if len(repr(given)) <= SHOWN_LETTERS else ""
    unit = f" in {entry.unit}" if entry.unit else ""
    kind = "an MJD" if entry.codec.name == "mjd" else f"a value{unit}"
    return InputError(f"{entry.name}: {reason}{shown}", hint=f"give {kind}, as {entry.text()}, which it has now")
