"""The user's cache folder."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def cache_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Folder of fetched data, of the table that ``jug tune`` measures, and of compiled code.

    ``JUG_CACHE``, or the system's folder for a user's caches.

    Parameters
    ----------
    environ : Mapping, optional
        The environment; ``os.environ`` when left out.

    Returns
    -------
    Path
        It need not exist.
    """
    env = os.environ if environ is None else environ
    if own := env.get("JUG_CACHE"):
        return Path(os.path.expanduser(own))
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "jug-timing"
    if sys.platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "jug-timing" / "cache"
    return Path(env.get("XDG_CACHE_HOME") or home / ".cache") / "jug-timing"
