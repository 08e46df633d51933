"""The tables of costs that ``jug tune`` has written, one for each kind of device, each with a checksum.

Where a table is damaged, the one that comes with jug is used, and a warning is given.
"""

import os
import sys
from pathlib import Path
from typing import SupportsFloat
from zlib import crc32

from jug.compute.cost_model import SHIPPED_COSTS, Costs, Rates
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning
from jug.io.folders import cache_folder
from jug.text.json_types import JsonMapping, JsonObject

COST_FILE = "backends.json"

CHECKSUM = "crc32"
"""Key of a stored table: the CRC-32 of its other entries."""


def cost_file() -> Path:
    """Return the file of the table that ``jug tune`` writes."""
    return cache_folder() / COST_FILE


def costs(path: Path | None = None) -> Costs:
    """Return the table of this machine for JAX's device, or the shipped one where there is none.

    Parameters
    ----------
    path : Path, optional
        The file of the tables; the one in this user's cache folder when absent.

    Returns
    -------
    Costs

    Warns
    -----
    InputWarning
        The file is damaged.
    """
    path = cost_file() if path is None else path
    tables = saved_tables(path)
    if not tables:
        if os.path.exists(path):
            why = "the times that `jug tune` measured are damaged, or have no checksum"
            hint = "those that come with jug are used; run `jug tune` again"
            give_warning(InputWarning(f"{path}: {why}; {hint}"))
        return SHIPPED_COSTS
    return tables.get(_device(tuple(tables)), SHIPPED_COSTS)


def saved_tables(path: Path | None = None) -> dict[str, Costs]:
    """Return the tables that ``jug tune`` has written.

    Parameters
    ----------
    path : Path, optional
        As for `costs`.

    Returns
    -------
    dict of str to Costs
        By device; empty where the file cannot be read.
    """
    path = cost_file() if path is None else path
    if not os.path.exists(path):  # Path.exists raises where a name is too long, or its folder may not be searched
        return {}
    from jug.text.strict_json import read_json_text

    try:
        found = {device: from_json(table) for device, table in read_json_text(path.read_bytes()).items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return found if all(device == table.device for device, table in found.items()) else {}


def _device(measured: tuple[str, ...]) -> str:
    """Return the kind of JAX's default device: as JAX says, as the user has set it, or a GPU before the CPU."""
    if "jax" in sys.modules:
        try:
            return str(sys.modules["jax"].default_backend())
        except (RuntimeError, AssertionError, AttributeError):
            return "cpu"
    asked = os.environ.get("JAX_PLATFORMS", "").split(",")[0]
    return {"cuda": "gpu", "rocm": "gpu"}.get(asked, asked) or min(measured, key=lambda device: device == "cpu")


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
