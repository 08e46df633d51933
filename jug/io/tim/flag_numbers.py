"""Flags of a tim file whose values are numbers."""

from collections.abc import Callable, Mapping

import numpy as np

from jug.core.array import Float, Toa
from jug.core.decimal_text import to_decimal
from jug.errors import TimError, Where
from jug.io.tim.flag_column import FlagColumn

OFFSETS = ("to", "addsat")
"""Flags in seconds that are added to the clock correction."""


def numbers_of_flag(column: FlagColumn, name: str, where: Callable[[int], Where], expected: str) -> Float[Toa]:
    """Read the values of a flag as numbers.

    Parameters
    ----------
    column : FlagColumn
        The flag, (n,).
    name : str
        Its name without the dash, for messages.
    where : callable
        Gives the line of a row, for messages.
    expected : str
        What the numbers are, for messages: ``"seconds are expected"``.

    Returns
    -------
    (n,) float64
        0 where the flag is absent or has no value.

    Raises
    ------
    TimError
        A value is not a number.
    """
    table = np.zeros(len(column.values) + 1)
    for code, value in enumerate(column.values):
        try:
            table[code] = float(to_decimal(value)) if value else 0.0
        except ValueError as error:
            rows = np.flatnonzero(column.codes == code)
            if rows.size:
                raise TimError(f"flag -{name} {value}: {error}", where(int(rows[0])), expected) from None
    return table[column.codes]


def with_offsets(seconds: Float[Toa], flags: Mapping[str, FlagColumn], where: Callable[[int], Where]) -> Float[Toa]:
    """Add the flags -to and -addsat.

    Parameters
    ----------
    seconds : (n,) float64
        Other offsets, s.
    flags : dict of str to FlagColumn
    where : callable
        As in `numbers_of_flag`.

    Returns
    -------
    (n,) float64
        s.

    Raises
    ------
    TimError
        A value is not a number.
    """
    for key in OFFSETS:
        if key in flags:
            seconds = seconds + numbers_of_flag(flags[key], key, where, "seconds are expected")
    return seconds
