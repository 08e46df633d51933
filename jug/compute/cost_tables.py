"""The tables of costs that ``jug tune`` has written, one for each kind of device, each with a checksum.

Where a table is damaged, the one that comes with jug is used, and a warning is given.
"""

import os
import sys
from pathlib import Path

from jug.compute.cost_json import from_json
from jug.compute.cost_model import SHIPPED_COSTS, Costs
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning
from jug.io.folders import cache_folder

COST_FILE = "backends.json"


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
