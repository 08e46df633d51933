"""JSON as its standard (RFC 8259) has it: no NaN, no Infinity, and nesting that a reader can follow."""

import json
import math
import re
from collections.abc import Mapping

from jug.text.json_types import Json

_TOKENS = re.compile(rb'"(?:\\.|[^"\\])*"|(?P<no>-?Infinity|NaN|\d{4301,})')
"""Strings, and words that are no numbers of JSON, or none that Python reads."""


def finite(content: object) -> Json:
    """Replace numbers that are not finite by None, at any depth of dicts, lists and tuples; tuples become lists."""
    if isinstance(content, float):
        return content if math.isfinite(content) else None
    if isinstance(content, Mapping):
        return {key: finite(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [finite(value) for value in content]
    return content


def json_text(content: object, *, sort_keys: bool = False, one_line: bool = False) -> str:
    """Format numbers, lists and dicts as strict JSON, without a newline at the end.

    Parameters
    ----------
    content : object
        What `finite` takes; a number that is not finite becomes null.
    sort_keys : bool
        Whether keys are sorted.
    one_line : bool
        Whether it stands on one line, without spaces.

    Returns
    -------
    str
    """
    indent, separators = (None, (",", ":")) if one_line else (1, None)
    return json.dumps(finite(content), indent=indent, separators=separators, allow_nan=False, sort_keys=sort_keys)


def read_json_text(text: str | bytes) -> Json:
    """Read strict JSON.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8.

    Returns
    -------
    object

    Raises
    ------
    ValueError
        The text is not JSON, not UTF-8, has NaN or Infinity, or is nested too deeply.
    """
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def fault(text: bytes, error: ValueError) -> tuple[int, str]:
    """Tell at which line `read_json_text` met a fault, and which.

    Parameters
    ----------
    text : bytes
    error : ValueError
        As it raised it.

    Returns
    -------
    line : int
        From 1; the last line where the fault has no place of its own.
    why : str
    """
    if isinstance(error, json.JSONDecodeError):
        return error.lineno, error.msg
    if isinstance(error, UnicodeDecodeError):
        return text.count(b"\n", 0, error.start) + 1, "it is not UTF-8"
    found = next((token for token in _TOKENS.finditer(text) if token["no"]), None)
    if found is None:
        return max(1, len(text.splitlines())), str(error)
    why = "a number of more than 4300 digits" if found["no"].isdigit() else str(error)
    return text.count(b"\n", 0, found.start()) + 1, why


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is not a number of JSON")
