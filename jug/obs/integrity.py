"""Check by size and checksum that the files that come with jug are as they were installed.

``tables/checksums.json`` has the size in bytes and the CRC-32 of each file (``data/scripts/make_checksums.py``). Both
are checked when a file is used. The checksum is computed once in a process as long as size and time of change stay the
same: 3 ms for a kernel of 5 MB. `list_damaged_files` checks all files, for `jug data status`.
"""

from functools import cache
from pathlib import Path
from zlib import crc32

from jug.errors import DataError, Where
from jug.text.strict_json import read_json_text

CHECKSUMS = "tables/checksums.json"

INSTALL_AGAIN = "install jug again: pip install --force-reinstall --no-deps jug-timing"


@cache
def checksums(folder: Path) -> dict[str, tuple[int, int]]:
    """Read the sizes and checksums of the files that come with jug.

    Parameters
    ----------
    folder : Path
        Their folder.

    Returns
    -------
    dict of str to (int, int)
        By the path below the folder: bytes, CRC-32.

    Raises
    ------
    DataError
        The list is missing or damaged.
    """
    path = folder / CHECKSUMS
    try:
        return {name: (int(size), int(crc)) for name, (size, crc) in read_json_text(path.read_bytes()).items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise DataError(
            f"the list of jug's own files cannot be read ({error})", Where(str(path)), INSTALL_AGAIN
        ) from None


def check_installed_file(folder: Path, path: Path) -> Path:
    """Check a file that comes with jug and return its path; a file of another folder is not checked.

    Parameters
    ----------
    folder : Path
        Folder of the files that come with jug.
    path : Path

    Returns
    -------
    Path

    Raises
    ------
    DataError
        The file is missing, or is not what was installed.
    """
    try:
        known = checksums(folder).get(path.relative_to(folder).as_posix())
    except ValueError:
        return path
    if known is not None and (why := _damage(path, known)):
        raise DataError(f"this file of jug's installation {why}", Where(str(path)), INSTALL_AGAIN)
    return path


def list_damaged_files(folder: Path) -> tuple[str, ...]:
    """Check every file that comes with jug.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    tuple of str
        A line for each that is missing or is not what was installed.

    Raises
    ------
    DataError
        The list of them is missing or damaged.
    """
    found = ((name, _damage(folder / name, known)) for name, known in checksums(folder).items())
    return tuple(
        f"{folder / name}: this file of jug's installation {why}; {INSTALL_AGAIN}" for name, why in found if why
    )


def _damage(path: Path, known: tuple[int, int]) -> str:
    """The damage of a file, in words; empty for an intact file."""
    size, crc = known
    try:
        there = path.stat()
        if there.st_size != size:
            return f"is damaged: it has {there.st_size} bytes, not {size}"
        same = _checksum(path, there.st_size, there.st_mtime_ns) == crc
        return "" if same else "is damaged: its content is not what was installed"
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror or error})"


@cache
def _checksum(path: Path, size: int, changed_ns: int) -> int:
    """The CRC-32 of a file; with another size or time of change it is computed again."""
    found = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found = crc32(block, found)
    return found
