"""Choose the source of data files: a frozen folder, or the folders of the search path."""

import os
from pathlib import Path

from jug.data.data_files import DataFiles
from jug.data.search_path import search_folders
from jug.errors import DataError
from jug.obs.files import Files


def open_files(folder: str | os.PathLike[str] | None = None) -> Files:
    """Return the object that finds data files: clock files, ephemerides, Earth orientation.

    Parameters
    ----------
    folder : path, optional
        A folder of the user's that is searched before the others, as with ``--data``; ``JUG_DATA`` when left out. A
        folder that ``jug data freeze`` made is searched alone.

    Returns
    -------
    Files
        `DataFiles`, or `jug.data.frozen.FrozenFiles` for a frozen folder. Nothing is fetched.

    Raises
    ------
    DataError
        `folder`, or a variable of the environment, names no folder; the list of a frozen folder is missing or damaged.

    Examples
    --------
    >>> import jug
    >>> jug.data.open_files().clock("gps2utc.clk").name
    'gps2utc.clk'
    """
    named = os.environ.get("JUG_DATA", "") if folder is None else os.fspath(folder)
    if named:
        from jug.data.frozen import FROZEN, FrozenFiles

        path = Path(os.path.expanduser(named))
        if os.path.isfile(path / FROZEN):
            return FrozenFiles.open(path)
        _check_not_frozen(path, named)
    return DataFiles(search_folders(folder=folder))


def _check_not_frozen(folder: Path, named: str) -> None:
    """Raise an error for a frozen folder without its list: a changed file in it would not be noticed."""
    from jug.data.frozen import FREEZE_NOTICE, FROZEN

    notice = folder / "README.txt"
    if os.path.isfile(notice) and FREEZE_NOTICE in notice.read_text(encoding="utf-8", errors="replace"):
        why = f"{named!r} was made by `jug data freeze`, and its list {FROZEN} is missing"
        raise DataError(why, hint="copy the whole folder again")
