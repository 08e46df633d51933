"""JSON by its standard (RFC 8259): without NaN and Infinity, and without too deep nesting."""

import json
import math
import re
from collections.abc import Mapping

from jug.text.json_types import Json

_TOKENS = re.compile(rb'"(?:\\.|[^"\\])*"|(?P<no>-?Infinity|NaN|\d{4301,})')
"""Strings, and words that are not numbers of JSON or that Python does not read as numbers."""


def without_nonfinite(content: object) -> Json:
    """Replace numbers that are not finite by None, at any depth of dicts, lists and tuples; tuples become lists."""
    if isinstance(content, float):
        return content if math.isfinite(content) else None
    if isinstance(content, Mapping):
        return {key: without_nonfinite(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [without_nonfinite(value) for value in content]
    return content


def json_text(content: object, *, sort_keys: bool = False, one_line: bool = False) -> str:
    """Format numbers, lists and dicts as strict JSON, without a newline at the end.

    Parameters
    ----------
    content : object
        As for `without_nonfinite`; a number that is not finite becomes null.
    sort_keys : bool
        Whether keys are sorted.
    one_line : bool
        Whether it stands on one line, without spaces.

    Returns
    -------
    str
    """
    indent, separators = (None, (",", ":")) if one_line else (1, None)
    return json.dumps(
        without_nonfinite(content), indent=indent, separators=separators, allow_nan=False, sort_keys=sort_keys
    )


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


def line_and_reason(text: bytes, error: ValueError) -> tuple[int, str]:
    """Find the line and the reason of an error of `read_json_text`.

    Parameters
    ----------
    text : bytes
    error : ValueError
        The error that it raised.

    Returns
    -------
    line : int
        From 1; the last line where the error has no line.
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
