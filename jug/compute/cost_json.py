"""A table of costs as numbers, texts, lists and dicts, with a checksum."""

from typing import SupportsFloat
from zlib import crc32

from jug.compute.cost_model import Costs, Rates
from jug.text.json_types import JsonMapping, JsonObject

CHECKSUM = "crc32"
"""Key of a stored table: the CRC-32 of its other entries."""


def costs_to_json(table: Costs) -> JsonObject:
    """Return a table as numbers, texts, lists and dicts.

    Parameters
    ----------
    table : Costs

    Returns
    -------
    dict
        With its checksum.
    """
    content = {**table._asdict(), "numpy": table.numpy._asdict(), "jax": table.jax._asdict()}
    return {**content, CHECKSUM: _checksum(content)}


def _checksum(content: JsonMapping) -> int:
    """The CRC-32 of all entries except the checksum; their order does not matter."""
    from jug.text.strict_json import json_text

    others = {key: value for key, value in content.items() if key != CHECKSUM}
    return crc32(json_text(others, sort_keys=True).encode())


def from_json(content: JsonObject) -> Costs:
    """Return the table that `costs_to_json` wrote.

    Parameters
    ----------
    content : dict

    Returns
    -------
    Costs

    Raises
    ------
    KeyError, TypeError, ValueError
        The content is not a table, or does not have its checksum.
    """
    if content[CHECKSUM] != _checksum(content):
        raise ValueError("its checksum is not that of its content")
    with_numpy, with_jax = (
        Rates(**{key: _positive(value) for key, value in content[name].items()}) for name in ("numpy", "jax")
    )
    start, compiling, loading = (_positive(content[name]) for name in ("start", "compile", "load"))
    once, each = (_positive(value) for value in content["place"])
    fit, toa, parameter = (_positive(value) for value in content.get("besides", (0.0, 0.0, 0.0)))
    words, noise = (str(content["source"]), str(content["device"])), _positive(content.get("place_noise", 0.0))
    return Costs(with_numpy, with_jax, (once, each), start, compiling, loading, *words, (fit, toa, parameter), noise)


def _positive(value: SupportsFloat) -> float:
    """The number, from 0 to 1e6; a ValueError for any other."""
    number = float(value)
    if not 0.0 <= number < 1e6:
        raise ValueError(value)
    return number
