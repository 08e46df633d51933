"""Copy the data that pulsars need into a folder that reproduces their residuals to the last bit."""

import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from jug.core.array import Float, Toa
from jug.data.frozen import FROZEN, SITES, FrozenFiles
from jug.data.hashes import entry, hashed_text, sha256
from jug.data.recorder import Recorder
from jug.errors import DataError, Where
from jug.io.clockfile import included_files
from jug.io.files import write_text
from jug.io.special_files import copy_new, publish_folder
from jug.obs.coefficients import CONSTANTS, body_files
from jug.obs.ephemeris import NAIF
from jug.obs.files import Files, Found, packaged_table
from jug.text.json_types import JsonObject
from jug.text.system_errors import error_hint
from jug.version import __version__

VERSIONED_PACKAGES = ("numpy", "pyerfa", "jplephem", "astropy-iers-data")

README = """Data for pulsar timing with jug, made by `jug data freeze`.

    JUG_DATA={name} jug fit PAR TIM

uses these files and no others, and reproduces the residuals to the last bit with the versions in frozen.json.
frozen.json has the sha256 of each file; jug refuses a file that has changed.
"""


class Pair(NamedTuple):
    """A par file and a tim file that belong together."""

    par: str
    tim: str


class Frozen(NamedTuple):
    """The result of `freeze`.

    Attributes
    ----------
    folder : Path
    found : tuple of Found
        The files, as they were found.
    size : int
        Bytes.
    pairs : tuple of Pair
    n_toas : tuple of int
    """

    folder: Path
    found: tuple[Found, ...]
    size: int
    pairs: tuple[Pair, ...]
    n_toas: tuple[int, ...]


def freeze(
    folder: str | os.PathLike[str],
    pairs: Sequence[Pair],
    files: Files,
    residuals_of: Callable[[Pair, Files], Float[Toa]],
) -> Frozen:
    """Copy the data files that par and tim files need, and check that the copy gives the same residuals.

    Parameters
    ----------
    folder : path
        A new or empty folder.
    pairs : sequence of Pair
    files : Files
        Finds the data.
    residuals_of : callable
        From a pair and a `Files` to the residuals, s. It reads every data file that is to be copied.

    Returns
    -------
    Frozen

    Raises
    ------
    DataError
        The folder is not empty, a file changed while it was copied, or the copy gives other residuals.
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise DataError("this is not an empty folder", Where(str(target)), "name a folder that does not exist yet")
    if not pairs:
        raise DataError("there is nothing to freeze", hint="name a par and a tim file")
    recorder = Recorder(files)
    before = [residuals_of(pair, recorder) for pair in pairs]
    room = _temporary_folder(target)
    try:
        listed = _copy(room, recorder)
        listed["pairs"] = [_describe_pair(pair, bits) for pair, bits in zip(pairs, before, strict=True)]
        write_text(room / "README.txt", README.format(name=target.name))
        write_text(room / FROZEN, hashed_text(listed))
        _check_residuals(FrozenFiles.open(room), pairs, before, residuals_of)
        room.chmod(0o755)
        if target.exists():
            target.rmdir()
        publish_folder(room, target)
    except OSError as error:
        place = Where(str(error.filename or target))
        raise DataError(
            f"cannot copy: {error.strerror or error}; nothing was frozen", place, error_hint(error)
        ) from None
    finally:
        shutil.rmtree(room, ignore_errors=True)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    found = tuple(recorder.found[key] for key in sorted(recorder.found))
    return Frozen(target, found, size, tuple(pairs), tuple(len(bits) for bits in before))


def _temporary_folder(target: Path) -> Path:
    """A new folder beside `target`, to be filled and then renamed."""
    parent = target.absolute().parent
    if not parent.is_dir():
        raise DataError("cannot write: its parent folder does not exist", Where(str(target)), "make it first")
    try:
        return Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=parent))
    except OSError as error:
        raise DataError(f"cannot write: {error.strerror}", Where(str(parent)), error_hint(error)) from None


def _check_residuals(
    files: Files,
    pairs: Sequence[Pair],
    before: Sequence[Float[Toa]],
    residuals_of: Callable[[Pair, Files], Float[Toa]],
) -> None:
    """Raise a DataError unless `files` give the residuals `before` to the last bit."""
    for pair, expected in zip(pairs, before, strict=True):
        if residuals_of(pair, files).tobytes() != expected.tobytes():
            why = "the copy gives other residuals: a data file changed meanwhile"
            raise DataError(why, Where(pair.par), "freeze again")


def _copy(room: Path, recorder: Recorder) -> JsonObject:
    """Copy every file that was found, and return the content of the list, as in `FrozenFiles.listed`."""
    listed: JsonObject = {kind: {} for kind in ("clock", "ephemeris", "orientation", "table", "absent")}
    for (kind, name), found in sorted(recorder.found.items()):
        origins = _origins(kind, found.path)
        base = Path(kind) / found.path.name
        copies = {}
        for origin in origins:
            relative = base / origin.name if found.path.is_dir() else Path(kind) / origin.name
            (room / relative).parent.mkdir(parents=True, exist_ok=True)
            if not (room / relative).exists():  # two names may stand for one file
                copy_new(origin, room / relative)
            copies[relative.as_posix()] = entry(room / relative)
        listed[kind][name] = {"path": base.as_posix(), "files": copies, "source": found.source}
    for kind, name in sorted(recorder.absent):
        listed["absent"].setdefault(kind, []).append(name)
    listed["sites"] = entry(packaged_table(SITES))
    listed["own_sites"] = {name: row for name, (row, _) in recorder.own_sites().items()}
    listed["far_sites"] = recorder.far
    listed["versions"] = _versions()
    listed["made"] = datetime.now(UTC).isoformat(timespec="seconds")
    return listed


def _origins(kind: str, path: Path) -> tuple[Path, ...]:
    """The files that belong to one that was found: itself, those that it includes, or the needed ones of its folder."""
    if path.is_dir():
        names = {name for chain in body_files(tuple(NAIF)).values() for name in chain}
        return tuple(path / name for name in sorted({CONSTANTS, *names}))
    return (path, *included_files(path)) if kind == "clock" else (path,)


def _describe_pair(pair: Pair, bits: Float[Toa]) -> JsonObject:
    import hashlib

    return {
        "par": os.path.basename(pair.par),
        "par_sha256": sha256(Path(pair.par)),
        "tim": os.path.basename(pair.tim),
        "tim_sha256": sha256(Path(pair.tim)),
        "n_toa": len(bits),
        "residuals_sha256": hashlib.sha256(bits.tobytes()).hexdigest(),
    }


def _versions() -> dict[str, str]:
    versions = {"jug": __version__, "python": platform.python_version(), "machine": platform.platform()}
    for name in VERSIONED_PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return versions
