"""HTTP connections that end at a deadline, whatever the server sends.

The timeout of a socket limits only the wait for the next byte. A server that sends headers, the first line of a chunk,
or ``100 Continue`` byte by byte without end never exceeds it. `Watchdog` shuts the sockets of a transfer down at its
deadlines.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPMessage, HTTPResponse, HTTPSConnection
from threading import Lock, Thread
from typing import IO, Self, cast
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

LONGEST_STEP = 3.0
"""Longest time for the headers of an answer, or for its next bytes, in units of the wait for one byte."""

CHECK_INTERVAL_S = 0.5
"""Time between two checks of the deadlines, s: the longest time by which a deadline is exceeded."""


class Watchdog:
    """Shuts down the sockets of one transfer when it, or one step of it, takes too long.

    Parameters
    ----------
    seconds : float
        Longest time of the transfer.
    timeout : float
        Longest wait for the next byte, s.

    Attributes
    ----------
    expired : bool
        Whether a deadline has passed: the received file is then incomplete, although it may look complete.
    answered : bool
        Whether the headers of an answer have arrived.
    timeout, longest : float
        Longest wait for the next byte, and longest time of a step, s.
    """

    def __init__(self, seconds: float, timeout: float) -> None:
        self.expired = self.answered = False
        self.timeout = timeout
        self.longest = min(seconds, LONGEST_STEP * timeout)
        self._end = self._step_end = time.monotonic() + seconds
        self._sockets: list[socket.socket] = []
        self._lock = Lock()
        self._over = False

    def __enter__(self) -> Self:
        Thread(target=self._watch, name="jug-watchdog", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._over = True
            for one in self._sockets:
                one.close()
            self._sockets.clear()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Limit the time inside the ``with`` block."""
        self._step_end = min(self._end, time.monotonic() + self.longest)
        try:
            yield
        finally:
            self._step_end = self._end

    def connect(
        self, address: tuple[str, int], timeout: float | None = None, source: tuple[str, int] | None = None
    ) -> socket.socket:
        """Make a connection that ends with the transfer's deadline.

        Parameters
        ----------
        address : tuple of str and int
            Host and port.
        timeout : float, optional
            Limit of each read or write, in seconds.
        source : tuple of str and int, optional
            Host and port of this side.

        Returns
        -------
        socket
        """
        made = socket.create_connection(address, timeout, source)
        with self._lock:
            self._sockets.append(made.dup())  # stays valid when TLS takes over, or the connection is closed
        return made

    def _watch(self) -> None:
        while not self._over:
            left = self._step_end - time.monotonic()
            if left > 0.0:
                time.sleep(min(left, CHECK_INTERVAL_S))
                continue
            self.expired = True
            with self._lock:
                for one in self._sockets:
                    with suppress(OSError):
                        one.shutdown(socket.SHUT_RDWR)
            time.sleep(CHECK_INTERVAL_S)


class _Redirects(HTTPRedirectHandler):
    """Follows redirects, but never from https to http, because http does not protect the file from changes."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        allowed = ("https",) if req.type == "https" else ("http", "https")
        if urlsplit(newurl).scheme not in allowed:
            raise DataError(f"it redirects to {newurl}, which is not {allowed[0]}", Where(req.full_url))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Connections:
    """Makes the connections of a transfer, each watched."""

    def __init__(self, kind: type[HTTPConnection], watchdog: Watchdog) -> None:
        self.kind, self.watchdog = kind, watchdog

    def __call__(
        self,
        host: str,
        /,
        *,
        port: int | None = None,
        timeout: float = 30.0,
        source_address: tuple[str, int] | None = None,
        blocksize: int = 8192,
    ) -> HTTPConnection:
        made = self.kind(host, port, timeout=timeout, source_address=source_address, blocksize=blocksize)
        vars(made)["_create_connection"] = self.watchdog.connect
        return made


class _Http(HTTPHandler):
    def __init__(self, watchdog: Watchdog) -> None:
        super().__init__()
        self.connections = _Connections(HTTPConnection, watchdog)

    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(self.connections, req)


class _Https(HTTPSHandler):
    def __init__(self, watchdog: Watchdog) -> None:
        super().__init__()
        self.connections = _Connections(HTTPSConnection, watchdog)

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(self.connections, req)


def open_url(url: str, watchdog: Watchdog) -> HTTPResponse:
    """Ask for a file over HTTP or HTTPS, and follow redirects.

    Parameters
    ----------
    url : str
    watchdog : Watchdog

    Returns
    -------
    HTTPResponse
        Its headers have arrived.

    Raises
    ------
    URLError, OSError, HTTPException
        As `urllib.request`.
    DataError
        A redirect from https to http.
    """
    opener = OpenerDirector()
    opener.add_handler(_Http(watchdog))
    opener.add_handler(_Https(watchdog))
    for handler in (ProxyHandler, _Redirects, HTTPErrorProcessor, HTTPDefaultErrorHandler, UnknownHandler):
        opener.add_handler(handler())
    headers = {"User-Agent": f"jug-timing/{__version__}", "Accept-Encoding": "identity"}
    with watchdog.step():
        response = cast(HTTPResponse, opener.open(Request(url, headers=headers), timeout=watchdog.timeout))
    watchdog.answered = not watchdog.expired
    return response
