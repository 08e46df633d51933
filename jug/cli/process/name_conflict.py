"""A warning of PyPI's distribution ``jug``, a program that runs tasks in parallel. It installs a package and a command
of the same name, and the two distributions overwrite each other's files.
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
    """Warn that the other jug is installed beside this one, or that its removal has left damage.

    It lists the folders of installed packages, which takes less than a millisecond. An import of importlib.metadata
    takes 30.

    Parameters
    ----------
    paths : iterable of str, optional
        Folders to search. By default those of installed packages in ``sys.path``, and the one with this package.

    Returns
    -------
    str
        The warning and the remedy; empty without a conflict.
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
