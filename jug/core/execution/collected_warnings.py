"""The texts of the warnings of a block, which are given as usual at its end."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from jug.errors import JugWarning


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the texts of jug's warnings, whatever the caller's filters do with them.

    Yields
    ------
    list of str
        Each text once; complete after the block.

    Warns
    -----
    JugWarning
        The warnings of the block, at its end, also where it raises an error.
    """
    told: list[str] = []
    found: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as record:
            found = record
            warnings.simplefilter("always", JugWarning)
            yield told
    finally:
        told += dict.fromkeys(str(one.message) for one in found if issubclass(one.category, JugWarning))
        _give(found)


def _give(found: list[warnings.WarningMessage]) -> None:
    for one in found:
        if issubclass(one.category, JugWarning):
            warnings.warn(one.message, one.category, stacklevel=5)
        else:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
