"""Fetch one file over HTTP, completely or with an error; a partial file is removed."""

import errno
import hashlib
import http.client
import shutil
import socket
import ssl
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from jug.core.execution.progress import Progress
from jug.core.whole_number import is_whole_number
from jug.data.limits import CLOCK_LIMITS, LIST_LIMITS, BrokenOffError, Limits, TransferTimer, check_size
from jug.data.watched_http import Watchdog, open_url
from jug.errors import DataError, Where
from jug.io.staging import open_new

TIMEOUT_S = 30.0
"""Longest wait for the next byte, s."""

FETCHED_BYTES = 1 << 16
"""Bytes that are read from a server at a time."""


class MissingError(DataError):
    """The server answers that there is no such file."""


class UnreachableError(DataError):
    """The server cannot be reached."""


class TroubleError(DataError):
    """The server reports an error of its own (5xx)."""


class CacheError(DataError):
    """The folder that files are fetched to cannot be written to, or is full."""


class Fetched(NamedTuple):
    """A file that was received completely.

    Attributes
    ----------
    path : Path
    url : str
        The address after redirects.
    sha256, md5 : str
    size : int
    stated : bool
        Whether the server stated the end of the file, by its length or by chunks.
    """

    path: Path
    url: str
    sha256: str
    md5: str
    size: int
    stated: bool = True


def report_nothing(name: str, done: int, total: int | None) -> None:
    """Report no progress.

    Parameters
    ----------
    name, done, total
        As in `Progress`.
    """


def fetch(
    url: str,
    path: Path,
    *,
    timeout: float = TIMEOUT_S,
    progress: Progress = report_nothing,
    limits: Limits = CLOCK_LIMITS,
) -> Fetched:
    """Fetch a file to a path.

    Parameters
    ----------
    url : str
        Its address, http or https.
    path : Path
        The file to write; it is removed if the transfer fails.
    timeout : float
        Longest wait for the next byte, s. A transfer below `SLOWEST` bytes a second is also ended.
    progress : Progress
    limits : Limits

    Returns
    -------
    Fetched

    Raises
    ------
    MissingError, TroubleError, UnreachableError
        404 or 410; 5xx; no network, no such server, no answer in time, or an invalid certificate.
    BrokenOffError
        A transfer that breaks off or is too slow.
    DataError
        Another answer, a file or a transfer beyond the limits, no room on the disk.
    """
    with Watchdog(limits.seconds, timeout) as watchdog:
        try:
            fetched = _fetch(url, path, progress, limits, watchdog)
        except DataError:
            if watchdog.expired:
                raise _endless(url, path, watchdog) from None
            raise
        if watchdog.expired:
            raise _endless(url, path, watchdog)
        return fetched


def _endless(url: str, path: Path, watchdog: Watchdog) -> DataError:
    """The error for an answer that was cut off at its deadline. The part that has arrived is removed."""
    path.unlink(missing_ok=True)
    if not watchdog.answered:
        why = f"cannot reach {urlsplit(url).hostname} (no whole answer within {watchdog.longest:g} s)"
        return UnreachableError(why, Where(url), "is there a network? Files that were fetched before are unchanged")
    why = f"the server sends without an end, and nothing of the file for {watchdog.longest:g} s"
    return BrokenOffError(why, Where(url), "try again later; the file was discarded")


def _fetch(url: str, path: Path, progress: Progress, limits: Limits, watchdog: Watchdog) -> Fetched:
    try:
        with open_url(url, watchdog) as response:
            return _receive(response, path, progress, limits, watchdog)
    except HTTPError as error:
        error.close()
        kind = MissingError if error.code in (404, 410) else TroubleError if error.code >= 500 else DataError
        why = f"the server answers {error.code} ({error.reason})"
        if 300 <= error.code < 400:
            why = f"the server answers {error.code}, a redirect that leads nowhere"
        hint = "" if kind is MissingError else "try again later"
        raise kind(why, Where(url), hint) from None
    except (URLError, ssl.SSLError, ConnectionError, TimeoutError, socket.gaierror) as error:
        raise _unreachable(url, getattr(error, "reason", error), watchdog.timeout) from None
    except (http.client.HTTPException, ValueError) as error:
        why = f"the transfer broke off ({type(error).__name__})"
        raise BrokenOffError(why, Where(url), "try again; the file was discarded") from None


def fetch_text(url: str, path: Path, *, timeout: float = TIMEOUT_S) -> str:
    """Fetch a small text file.

    Parameters
    ----------
    url : str
    path : Path
        A temporary name for it, which is removed.
    timeout : float
        As in `fetch`.

    Returns
    -------
    str

    Raises
    ------
    DataError
        As `fetch`; or it is not text.
    """
    fetched = fetch(url, path, timeout=timeout, limits=LIST_LIMITS)
    try:
        return fetched.path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError("this is not a text", Where(url), "look at it in a browser") from None
    finally:
        path.unlink(missing_ok=True)


def _receive(response: HTTPResponse, path: Path, progress: Progress, limits: Limits, watchdog: Watchdog) -> Fetched:
    """Write the response to a file; remove the file unless all of it arrived."""
    url = response.geturl()
    stated = response.headers.get("Content-Length")
    total = int(stated) if stated is not None and is_whole_number(stated) else None
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise DataError("the server sends it compressed, which was not asked for", Where(url))
    check_size(total or 0, limits, url)
    sums = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    try:
        _check_room(path, total)
        done = 0
        clock = TransferTimer(watchdog.timeout, url, limits)
        path.unlink(missing_ok=True)
        with open_new(path) as file:
            while block := _block(response, url, watchdog, done):
                done += len(block)
                check_size(done, limits, url)
                clock.check(done)
                file.write(block)
                for one in sums:
                    one.update(block)
                progress(path.name, done, total)
        if total is not None and done != total:
            why = f"the transfer broke off after {done} of {total} bytes"
            raise BrokenOffError(why, Where(url), "try again; the file was discarded")
    except OSError as error:
        path.unlink(missing_ok=True)
        raise cannot_write(path.parent, error) from None
    except (DataError, http.client.HTTPException, KeyboardInterrupt):
        path.unlink(missing_ok=True)
        raise
    progress(path.name, done, done)
    stated_end = total is not None or bool(getattr(response, "chunked", False))
    return Fetched(path, url, sums[0].hexdigest(), sums[1].hexdigest(), done, stated_end)


def _block(response: HTTPResponse, url: str, watchdog: Watchdog, done: int) -> bytes:
    """The next bytes of the response; a network error becomes a DataError, not an error of the disk."""
    try:
        with watchdog.step():
            return bytes(response.read1(FETCHED_BYTES))
    except OSError as error:
        why = f"the transfer broke off after {done} bytes ({_reason(error, watchdog.timeout)})"
        raise BrokenOffError(why, Where(url), "try again; the file was discarded") from None


class NoRoomError(OSError):
    """The disk has less room than a transfer needs; the text of the error has both sizes."""


def _check_room(path: Path, size: int | None) -> None:
    free = shutil.disk_usage(path.parent).free
    if size is not None and size > free:
        raise NoRoomError(errno.ENOSPC, f"{size / 1e6:.1f} MB to come, {free / 1e6:.1f} MB free")


def cannot_write(folder: Path, error: OSError) -> CacheError:
    """Make the error for a cache that cannot be written to.

    Parameters
    ----------
    folder : Path
    error : OSError

    Returns
    -------
    CacheError
    """
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        detail = f" ({error.strerror})" if isinstance(error, NoRoomError) else ""
        hint = "make room, or name another folder by JUG_CACHE; what was there stays as it was"
        return CacheError(f"no room on the disk{detail}", Where(str(folder)), hint)
    hint = "make it writable, or name a folder of your own by JUG_CACHE"
    return CacheError(f"cannot write there ({error.strerror or error})", Where(str(folder)), hint)


def _unreachable(url: str, reason: object, timeout: float) -> UnreachableError:
    host = urlsplit(url).hostname
    why = f"cannot reach {host} ({_reason(reason, timeout)})"
    return UnreachableError(why, Where(url), "is there a network? Files that were fetched before are unchanged")


def _reason(reason: object, timeout: float) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer for {timeout:g} s"
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted: {reason.verify_message}"
    if isinstance(reason, OSError):
        return str(reason.strerror or reason)
    return str(reason)
