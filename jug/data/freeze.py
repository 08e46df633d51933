"""Copy the data that pulsars need into a folder that reproduces their residuals to the last bit."""

import os
import platform
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jug.data.frozen import FROZEN, SITES, FrozenFiles
from jug.data.hashes import entry, json_text, sha256
from jug.errors import DataError, Where
from jug.io.clockfile import included_files
from jug.loading import load
from jug.model.evaluation.residuals import residuals
from jug.obs.coefficients import CONSTANTS, body_files
from jug.obs.ephemeris import NAIF
from jug.obs.files import Files, Found, packaged_table
from jug.version import __version__

PACKAGES = ("numpy", "pyerfa", "jplephem", "astropy-iers-data")

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
    """What was frozen.

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


@dataclass(frozen=True)
class Recorder:
    """Ask another `Files`, and remember every question and its answer."""

    files: Files
    found: dict[tuple[str, str], Found] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)
    far: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def clock(self, name: str) -> Found | None:
        """As `Files.clock`."""
        return self._note("clock", name, self.files.clock(name))

    def clock_names(self) -> tuple[str, ...]:
        """As `Files.clock_names`."""
        return self.files.clock_names()

    def ephemeris(self, name: str) -> Found | None:
        """As `Files.ephemeris`."""
        return self._note("ephemeris", name.upper().removesuffix(".BSP"), self.files.ephemeris(name))

    def ephemeris_names(self) -> tuple[str, ...]:
        """As `Files.ephemeris_names`."""
        return self.files.ephemeris_names()

    def orientation(self, name: str) -> Found:
        """As `Files.orientation`."""
        found = self.files.orientation(name)
        self._note("orientation", name, found)
        return found

    def table(self, name: str) -> Path:
        """As `Files.table`."""
        path = self.files.table(name)
        self._note("table", name, Found(name, path, "embedded"))
        return path

    def kept_table(self, name: str) -> Found | None:
        """As `Files.kept_table`."""
        return self._note("table", name, self.files.kept_table(name))

    def keep_table(self, name: str, content: bytes) -> Found | None:
        """As `Files.keep_table`."""
        return self._note("table", name, self.files.keep_table(name, content))

    def own_sites(self) -> Mapping[str, tuple[Mapping[str, Any], str]]:
        """As `Files.own_sites`."""
        return self.files.own_sites()

    def far_site(self, name: str) -> Mapping[str, Any] | None:
        """As `Files.far_site`."""
        row = self.files.far_site(name)
        if row is not None:
            self.far[name] = row
        return row

    def _note(self, kind: str, name: str, found: Found | None) -> Found | None:
        if found is None:
            self.absent.add((kind, name))
        else:
            self.found[kind, name] = found
        return found


def freeze(
    folder: str | os.PathLike[str],
    pairs: Sequence[Pair],
    files: Files,
    *,
    ephem: str | None = None,
    ignore: Sequence[str] = (),
) -> Frozen:
    """Copy what these pairs need, and make sure that the copy gives the same residuals.

    Parameters
    ----------
    folder : path
        To be made; or an empty one.
    pairs : sequence of Pair
    files : Files
        Where the data are now.
    ephem : str, optional
        Ephemeris in place of the par files' own.
    ignore : sequence of str
        Keywords of the par files to leave out of the models, as in `jug.load`.

    Raises
    ------
    DataError
        The folder is not empty, a file changed while it was copied, or the copy gives other residuals.
    """
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise DataError("this is not an empty folder", Where(str(target)), "name one that is not there yet")
    if not pairs:
        raise DataError("there is nothing to freeze", hint="name a par and a tim file")
    recorder = Recorder(files)
    before = [_residuals(pair, recorder, ephem, ignore) for pair in pairs]
    if not target.absolute().parent.is_dir():
        raise DataError("cannot write: its parent folder is not there", Where(str(target)), "make it first")
    try:
        room = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.absolute().parent))
    except OSError as error:
        raise DataError(f"cannot write: {error.strerror}", Where(str(target.absolute().parent))) from None
    try:
        listed = _copy(room, recorder)
        listed["pairs"] = [_described(pair, bits) for pair, bits in zip(pairs, before, strict=True)]
        (room / "README.txt").write_text(README.format(name=target.name), encoding="utf-8")
        (room / FROZEN).write_text(json_text(listed), encoding="utf-8")
        after = [_residuals(pair, FrozenFiles.open(room), ephem, ignore) for pair in pairs]
        for pair, one, other in zip(pairs, before, after, strict=True):
            if one.tobytes() != other.tobytes():
                raise DataError(
                    "the copy gives other residuals: a data file changed meanwhile", Where(pair.par), "freeze again"
                )
        room.chmod(0o755)
        if target.exists():
            target.rmdir()
        room.rename(target)
    except OSError as error:
        place = Where(str(error.filename or target))
        raise DataError(f"cannot copy: {error.strerror or error}; nothing was frozen", place) from None
    finally:
        shutil.rmtree(room, ignore_errors=True)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    found = tuple(recorder.found[key] for key in sorted(recorder.found))
    return Frozen(target, found, size, tuple(pairs), tuple(len(bits) for bits in before))


def _residuals(pair: Pair, files: Files, ephem: str | None, ignore: Sequence[str]) -> np.ndarray:
    model, toas = load(pair.par, pair.tim, files=files, ephem=ephem, ignore=ignore)
    return residuals(model, toas).time_s


def _copy(room: Path, recorder: Recorder) -> dict[str, Any]:
    """Copy every file that was found; what `FrozenFiles.listed` needs of them."""
    listed: dict[str, Any] = {kind: {} for kind in ("clock", "ephemeris", "orientation", "table", "absent")}
    for (kind, name), found in sorted(recorder.found.items()):
        origins = _origins(kind, found.path)
        base = Path(kind) / found.path.name
        copies = {}
        for origin in origins:
            relative = base / origin.name if found.path.is_dir() else Path(kind) / origin.name
            (room / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(origin, room / relative)
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
    """The files behind one that was found: itself, those that it includes, or the needed ones of its folder."""
    if path.is_dir():
        names = {name for chain in body_files(tuple(NAIF)).values() for name in chain}
        return tuple(path / name for name in sorted({CONSTANTS, *names}))
    return (path, *included_files(path)) if kind == "clock" else (path,)


def _described(pair: Pair, bits: np.ndarray) -> dict[str, Any]:
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
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return versions
