"""Fetch an ephemeris as an SPK kernel, from the first publisher that has it, and check it."""

import gzip
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from jug.core.execution.progress import Progress
from jug.data.catalogue import EphemerisSource, ephemeris_sources, published_md5
from jug.data.data_files import DataFiles
from jug.data.fetch import (
    CacheError,
    Fetched,
    MissingError,
    cannot_write,
    fetch,
    fetch_text,
)
from jug.data.hashes import entry
from jug.data.limits import KERNEL_LIMITS
from jug.data.search_path import DataFolder
from jug.errors import DataError, Where
from jug.io.staging import open_new
from jug.obs.ephemeris import open_ephemeris

MOST_UNPACKED = 50
"""Largest ratio of an unpacked archive to its size; kernels compress to about half their size."""


class NotAsPublishedError(DataError):
    """The checksum of a file differs from that of its publisher."""


class EphemerisKernel(NamedTuple):
    """An ephemeris that arrived complete and can be read.

    Attributes
    ----------
    fetched : Fetched
        The kernel.
    span_mjd : tuple of float
        First and last MJD (TDB) that Earth and Sun cover.
    checked : str
        The comparison with the publisher's checksum, in words.
    """

    fetched: Fetched
    span_mjd: tuple[float, float]
    checked: str


def fetch_kernel(
    name: str, folder: Path, bases: Mapping[str, str], *, timeout: float, progress: Progress
) -> EphemerisKernel:
    """Fetch an ephemeris into a folder.

    Parameters
    ----------
    name : str
        As ``"DE405"``.
    folder : Path
        The folder for incomplete files.
    bases : mapping of str to str
        As `jug.data.catalogue.BASES`.
    timeout : float
        Seconds.
    progress : Progress

    Returns
    -------
    EphemerisKernel

    Raises
    ------
    UnreachableError, TroubleError, BrokenOffError
        No publisher sends it, and the first that failed cannot be reached, reports a server error (5xx), or breaks off.
    CacheError, NotAsPublishedError
        The folder cannot be written to; the checksum of a file differs from that of its publisher.
    DataError
        No publisher has it, or each refuses it or sends a damaged file. The message has the reason of the first.
    """
    failed: DataError | None = None
    sources = ephemeris_sources(name, bases)
    for source in sources:
        try:
            kernel = _from(source, name, folder, timeout, progress)
        except MissingError:
            continue
        except (CacheError, NotAsPublishedError):
            raise
        except DataError as error:
            failed = failed or error
        else:
            if failed and not source.checksums:
                return kernel._replace(checked=f"no checksum: {failed.why}")
            return kernel
    if failed:
        raise failed
    asked = ", ".join(source.url for source in sources)
    raise DataError(f"no publisher has {name} (asked: {asked})", hint="is the name right?")


def _from(source: EphemerisSource, name: str, folder: Path, timeout: float, progress: Progress) -> EphemerisKernel:
    path = folder / f"{name.lower()}.bsp"
    md5 = ""
    if source.checksums:
        try:
            text = fetch_text(source.checksums, folder / "checksums", timeout=timeout)
            md5 = published_md5(text, source.url.rsplit("/", 1)[-1])
        except MissingError:
            md5 = ""
    place = folder / "archive" if source.member else path
    fetched = fetch(source.url, place, timeout=timeout, progress=progress, limits=KERNEL_LIMITS)
    if md5 and fetched.md5 != md5:
        why = f"this file is not what was published: its MD5 is {fetched.md5}, the publisher's {md5}"
        raise NotAsPublishedError(why, Where(source.url), "the file was discarded; try again, or tell the publisher")
    if source.member:
        fetched = _member(fetched, source.member, path)
    try:
        span = open_ephemeris(name, DataFiles((DataFolder(folder, source.url),))).span_mjd
    except DataError as error:
        why = f"the file is not an ephemeris that jug can use ({error.why})"
        raise DataError(why, Where(source.url), "the file was discarded") from None
    return EphemerisKernel(fetched, span, "MD5 as published" if md5 else "no checksum is published")


def _members(tar: tarfile.TarFile, archive: Fetched) -> Iterator[tarfile.TarInfo]:
    """The files of an archive; an error where it is too large when unpacked."""
    for inside in tar:
        _check_growth(inside.offset_data, archive)
        if inside.isfile():
            yield inside


def _check_growth(unpacked: int, archive: Fetched) -> None:
    """Raise an error for an archive that is larger than a kernel, or than `MOST_UNPACKED` times its size."""
    if unpacked > min(KERNEL_LIMITS.size, MOST_UNPACKED * archive.size + (1 << 20)):
        why = f"the archive of {archive.size} bytes grows beyond {unpacked} when it is unpacked"
        raise DataError(why, Where(archive.url), "the file was discarded")


def _member(archive: Fetched, member: str, path: Path) -> Fetched:
    """Take the kernel out of an archive."""
    try:
        with gzip.open(archive.path) as unpacked, tarfile.open(fileobj=unpacked) as tar:
            inside = next((m for m in _members(tar, archive) if m.name.rsplit("/", 1)[-1] == member), None)
            _check_growth(inside.size if inside else 0, archive)
            content = tar.extractfile(inside) if inside else None
            if content is None:
                raise DataError(f"this archive does not contain {member}", Where(archive.url))
            path.unlink(missing_ok=True)
            with content, open_new(path) as file:
                while block := content.read(1 << 20):
                    file.write(block)
            while unpacked.read(1 << 20):  # to its end, which has its checksum
                _check_growth(unpacked.tell(), archive)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise DataError(f"the archive is damaged ({error})", Where(archive.url), "the file was discarded") from None
    except OSError as error:
        if error.errno is None:  # gzip raises it for a damaged archive
            raise DataError(f"the archive is damaged ({error})", Where(archive.url), "the file was discarded") from None
        raise cannot_write(path.parent, error) from None
    archive.path.unlink()
    recorded = entry(path)
    return Fetched(path, archive.url, recorded["sha256"], archive.md5, recorded["size"])
