"""The user's cache folder, and folders of outputs."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from jug.errors import InputError, Where


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

    Examples
    --------
    >>> import jug
    >>> jug.data.cache_folder({"JUG_CACHE": "scratch/jug"}).as_posix()
    'scratch/jug'
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


def make_folder(folder: str | os.PathLike[str], *, parents: bool = False) -> Path:
    """Make a folder of outputs where it is not there.

    Parameters
    ----------
    folder : path-like
    parents : bool
        Make the folders above it too.

    Returns
    -------
    Path

    Raises
    ------
    InputError
        It cannot be made.
    """
    place = Path(os.fspath(folder))
    try:
        place.mkdir(exist_ok=True, parents=parents)
    except OSError as error:
        raise InputError(f"cannot make the folder: {error.strerror}", Where(str(place)), "give another name") from None
    return place
