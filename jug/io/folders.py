"""Where jug keeps what is the user's own."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def cache_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where fetched data, the table of ``jug tune`` and compiled code are kept.

    ``JUG_CACHE``, or where this system keeps a user's caches.
    """
    env = os.environ if environ is None else environ
    if own := env.get("JUG_CACHE"):
        return Path(own).expanduser()
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "jug-timing"
    if sys.platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "jug-timing" / "cache"
    return Path(env.get("XDG_CACHE_HOME") or home / ".cache") / "jug-timing"
