"""Warnings that name the line of the user's program which called jug, and collection of warnings."""

import inspect
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from jug.errors import JugWarning

PASSED_OVER = ("jug", "numpy", "contextlib", "functools")
"""Packages whose lines a warning does not name: jug, and those whose decorators and ``with`` blocks jug uses."""


def give_warning(warning: Warning | str) -> None:
    """Give a warning that names the innermost line of the call outside jug.

    The filters of Python then show it once for each such line, and a notebook shows no path of jug's installation.

    Parameters
    ----------
    warning : Warning or str
        A str is the text of a UserWarning.
    """
    frame, level = inspect.currentframe(), 1
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in PASSED_OVER:
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level - 1 if frame is None else level)


@contextmanager
def collect_warnings() -> Iterator[list[str]]:
    """Collect the texts of jug's warnings, whatever the caller's filters do with them.

    Yields
    ------
    list of str
        Each text once; complete after the block.

    Warns
    -----
    JugWarning
        The warnings of the block, each text once, at its end, also where it raises an error.
    """
    texts: list[str] = []
    found: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as record:
            found = record
            warnings.simplefilter("always", JugWarning)
            yield texts
    finally:
        texts += dict.fromkeys(str(one.message) for one in found if issubclass(one.category, JugWarning))
        _give(found)


def _give(found: list[warnings.WarningMessage]) -> None:
    given: set[str] = set()
    for one in found:
        if issubclass(one.category, JugWarning):
            if (text := str(one.message)) not in given:
                give_warning(one.message)
            given.add(text)
        else:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
