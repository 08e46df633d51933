"""Fetch one file over HTTP, completely or with an error that says why not; a partial file is removed."""

import errno
import hashlib
import http.client
import shutil
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from jug.errors import DataError, Where
from jug.version import __version__

TIMEOUT_S = 30.0
"""How long to wait for a server that says nothing."""

SLOWEST = 1000.0
"""Bytes a second, averaged over the time to wait, below which a transfer is given up."""

BLOCK = 1 << 16

Progress = Callable[[str, int, int | None], None]
"""Called with the name of a file, the bytes that have come, and how many there will be if that is known."""


class MissingError(DataError):
    """The server answers that there is no such file."""


class UnreachableError(DataError):
    """The server cannot be reached."""


class TroubleError(DataError):
    """The server reports an error of its own (5xx)."""


class CacheError(DataError):
    """The folder that files are fetched to cannot be written to, or is full."""


class Fetched(NamedTuple):
    """A file that arrived complete.

    Attributes
    ----------
    path : Path
    url : str
        The address after redirects.
    sha256, md5 : str
    size : int
    """

    path: Path
    url: str
    sha256: str
    md5: str
    size: int


def quiet(name: str, done: int, total: int | None) -> None:
    """Report no progress.

    Parameters
    ----------
    name, done, total
        As in `Progress`.
    """


def fetch(url: str, path: Path, *, timeout: float = TIMEOUT_S, progress: Progress = quiet) -> Fetched:
    """Fetch a file to a path.

    Parameters
    ----------
    url : str
        Its address, http or https.
    path : Path
        Where it goes; removed again if the transfer fails.
    timeout : float
        Seconds without a byte after which to give up; a transfer below `SLOWEST` bytes a second is given up too.
    progress : Progress

    Returns
    -------
    Fetched

    Raises
    ------
    MissingError, TroubleError, UnreachableError
        404 or 410; 5xx; no network, no such server, no answer in time, a certificate that is not right.
    DataError
        Any other answer, a transfer that breaks off or is too slow, no room on the disk.
    """
    try:
        with _open(url, timeout) as response:
            return _receive(response, path, timeout, progress)
    except HTTPError as error:
        error.close()
        kind = MissingError if error.code in (404, 410) else TroubleError if error.code >= 500 else DataError
        why = f"the server answers {error.code} ({error.reason})"
        if 300 <= error.code < 400:
            why = f"the server answers {error.code}, a redirect that leads nowhere"
        hint = "" if kind is MissingError else "try again later"
        raise kind(why, Where(url), hint) from None
    except (URLError, ssl.SSLError, ConnectionError, TimeoutError, socket.gaierror) as error:
        raise _unreachable(url, getattr(error, "reason", error), timeout) from None
    except (http.client.HTTPException, ValueError) as error:
        why = f"the transfer broke off ({type(error).__name__})"
        raise DataError(why, Where(url), "try again; nothing was kept of it") from None


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
    fetched = fetch(url, path, timeout=timeout)
    try:
        return fetched.path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError("this is no text", Where(url), "look at it in a browser") from None
    finally:
        path.unlink(missing_ok=True)


class _Redirects(HTTPRedirectHandler):
    """Follows redirects, but never from https to http, where anybody on the way may change the file."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        allowed = ("https",) if req.type == "https" else ("http", "https")
        if urlsplit(newurl).scheme not in allowed:
            raise DataError(f"it redirects to {newurl}, which is not {allowed[0]}", Where(req.full_url))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _open(url: str, timeout: float) -> Any:
    opener = OpenerDirector()
    for handler in (
        ProxyHandler,
        HTTPHandler,
        HTTPSHandler,
        _Redirects,
        HTTPErrorProcessor,
        HTTPDefaultErrorHandler,
        UnknownHandler,
    ):
        opener.add_handler(handler())
    headers = {"User-Agent": f"jug-timing/{__version__}", "Accept-Encoding": "identity"}
    return opener.open(Request(url, headers=headers), timeout=timeout)


def _receive(response: Any, path: Path, timeout: float, progress: Progress) -> Fetched:
    """Write the response to a file; remove the file unless all of it arrived."""
    url = response.geturl()
    stated = response.headers.get("Content-Length")
    total = int(stated) if stated is not None and stated.isdecimal() else None
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise DataError("the server sends it compressed, which was not asked for", Where(url))
    sums = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    try:
        _check_room(path, total)
        done = 0
        clock = _Clock(timeout, url)
        with path.open("wb") as file:
            while block := _block(response, url, timeout):
                file.write(block)
                for one in sums:
                    one.update(block)
                done += len(block)
                clock.check(done)
                progress(path.name, done, total)
        if total is not None and done != total:
            why = f"the transfer broke off after {done} of {total} bytes"
            raise DataError(why, Where(url), "try again; nothing was kept of it")
    except OSError as error:
        path.unlink(missing_ok=True)
        raise cannot_write(path.parent, error) from None
    except (DataError, http.client.HTTPException, KeyboardInterrupt):
        path.unlink(missing_ok=True)
        raise
    progress(path.name, done, done)
    return Fetched(path, url, sums[0].hexdigest(), sums[1].hexdigest(), done)


def _block(response: Any, url: str, timeout: float) -> bytes:
    """The next bytes of the response; a network error becomes a DataError, not an error of the disk."""
    try:
        return bytes(response.read1(BLOCK))
    except OSError as error:
        why = f"the transfer broke off ({_reason(error, timeout)})"
        raise DataError(why, Where(url), "try again; nothing was kept of it") from None


class _Clock:
    """Gives up a transfer that is too slow to end."""

    def __init__(self, timeout: float, url: str) -> None:
        self.timeout, self.url = timeout, url
        self.since, self.at = time.monotonic(), 0

    def check(self, done: int) -> None:
        """Check the speed once every `timeout` seconds."""
        now = time.monotonic()
        if now - self.since < self.timeout:
            return
        speed = (done - self.at) / (now - self.since)
        if speed < SLOWEST:
            why = f"the server is too slow ({speed:.0f} bytes a second)"
            raise DataError(why, Where(self.url), "try again later; nothing was kept of it")
        self.since, self.at = now, done


def _check_room(path: Path, size: int | None) -> None:
    free = shutil.disk_usage(path.parent).free
    if size is not None and size > free:
        raise OSError(errno.ENOSPC, f"{size / 1e6:.1f} MB to come, {free / 1e6:.1f} MB free")


def cannot_write(folder: Path, error: OSError) -> CacheError:
    """The error for a cache that cannot be written to.

    Parameters
    ----------
    folder : Path
    error : OSError

    Returns
    -------
    CacheError
    """
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        detail = f" ({error.strerror})" if "MB" in str(error.strerror) else ""
        hint = "make room, or name another folder by JUG_CACHE; what was there stays as it was"
        return CacheError(f"no room on the disk{detail}", Where(str(folder)), hint)
    hint = "make it writable, or name a folder of your own by JUG_CACHE"
    return CacheError(f"cannot write there ({error.strerror or error})", Where(str(folder)), hint)


def _unreachable(url: str, reason: Any, timeout: float) -> UnreachableError:
    host = urlsplit(url).hostname
    why = f"no way to reach {host} ({_reason(reason, timeout)})"
    return UnreachableError(why, Where(url), "is there a network? What is at hand stays as it is")


def _reason(reason: Any, timeout: float) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer for {timeout:g} s"
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted: {reason.verify_message}"
    if isinstance(reason, OSError):
        return str(reason.strerror or reason)
    return str(reason)
