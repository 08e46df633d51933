"""The state of a search in a file, from which a later run with the same input goes on.

The file has the sha256 of its enumerations: a changed number in them would change the solutions that are found.
"""

import hashlib
import os

import numpy as np

from jug.core.array import Float, N
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning, Where
from jug.io.files import read_text, write_text
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text, line_and_reason, read_json_text

STATE_VERSION = 2
"""Version of the file of an unfinished search."""


class SearchState:
    """Enumerations that were begun, by their subject.

    Parameters
    ----------
    path : str, optional
        The file that `save` writes. Where it is there, its enumerations are taken over. None: nothing is written.

    Raises
    ------
    InputError
        The file is not a state that this version has written.
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.enumerations: dict[str, JsonObject] = {}
        self._warned = False
        if path is not None and os.path.exists(path):
            self.enumerations = _read(path)

    @staticmethod
    def key(free: tuple[str, ...], r: Float[N, N], t: Float[N]) -> str:
        """Name an enumeration by the free parameters and the quadratic form to 6 digits of its size.

        Parameters
        ----------
        free : tuple of str
        r : (n, n) array
            Triangular factor of the quadratic form.
        t : (n,) array
            Its right-hand side.

        Returns
        -------
        str
            SHA-256, in hexadecimal digits.
        """
        size = float(np.max(np.abs(r)))
        digits = np.rint(np.column_stack([r, t]) / size * 1e6).astype(np.int64)
        return hashlib.sha256(repr(free).encode() + digits.tobytes()).hexdigest()

    def save(self) -> None:
        """Write the file, where an enumeration was begun. A failure gives a warning, the first time only."""
        if self.path is not None and self.enumerations:
            content = {
                "jug_connect_state": STATE_VERSION,
                "sha256": _sum(self.enumerations),
                "enumerations": self.enumerations,
            }
            try:
                write_text(self.path, json_text(content) + "\n")
            except InputError as error:
                if not self._warned:
                    give_warning(InputWarning(f"{error}; the search goes on, but cannot be continued"))
                self._warned = True

    def remove(self) -> None:
        """Remove the file, because the search has ended. A failure gives a warning."""
        if self.path is not None and os.path.exists(self.path):
            try:
                os.remove(self.path)
            except OSError as error:
                why = f"{self.path}: cannot be removed ({error.strerror}); remove it before another search"
                give_warning(InputWarning(why))


def _read(path: str) -> dict[str, JsonObject]:
    """The enumerations of a state file, checked by their sha256."""
    hint = "give another name, or remove the file"
    text = read_text(path, "state of a search", InputError)
    line = 1
    try:
        content = read_json_text(text)
    except ValueError as error:
        line, content = line_and_reason(text.encode(), error)[0], None
    try:
        if content["jug_connect_state"] != STATE_VERSION:
            raise InputError("a state of another version of jug", Where(path, 1), hint)
        found: dict[str, JsonObject] = content["enumerations"]
        if content["sha256"] != _sum(found):
            raise InputError("this state of a search is damaged", Where(path, 1), hint)
    except (KeyError, TypeError):
        raise InputError("not the state of a search by jug connect", Where(path, line), hint) from None
    return found


def _sum(enumerations: JsonObject) -> str:
    return hashlib.sha256(json_text(enumerations, sort_keys=True).encode()).hexdigest()
