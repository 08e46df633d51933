"""The other jug: PyPI's distribution ``jug``, which runs tasks in parallel, installs a package and a command of the
same name. The two overwrite each other's files, so a user who has both is told.
"""

import os
import re
import sys
from collections.abc import Iterable
from os.path import abspath, dirname, isfile, join

_METADATA = re.compile(r"jug-[^-]+(-[^-]+)?\.(dist-info|egg-info)", re.IGNORECASE)
"""Folder that an installer leaves for ``jug``; that of ``jug-timing`` begins with ``jug_timing-``."""

REMEDY = "pip uninstall --yes jug jug-timing, then install jug-timing again"


def name_conflict(paths: Iterable[str] | None = None) -> str:
    """Say that the other jug is installed beside this one, or was and has left damage, and what to do.

    The folders of installed packages are listed for it, which takes under a millisecond (importlib.metadata would
    take thirty to import).

    Parameters
    ----------
    paths : iterable of str, optional
        Where to look; the folders of ``sys.path`` that hold installed packages, and the one that this package is in.

    Returns
    -------
    str
        "" when nothing is in the way.
    """
    package = dirname(dirname(dirname(abspath(__file__))))
    if paths is None:
        installed = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
        paths = dict.fromkeys([*installed, dirname(package)])
    for path in paths:
        if found := next(filter(_METADATA.fullmatch, _listing(path)), ""):
            return (
                f"another program called jug ({found} in {path}, a framework for running tasks) is installed beside "
                f"jug-timing, and the two overwrite each other's files: {REMEDY}"
            )
    if not isfile(join(package, "__init__.py")):
        return f"files of jug-timing are gone, as after another program called jug was removed: {REMEDY}"
    return ""


def _listing(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:
        return []
