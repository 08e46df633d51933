"""Answers without an end that the timeout of a socket never sees: each is given up at a deadline."""

import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from publisher import Publisher

from jug.data.fetch import UnreachableError, fetch
from jug.data.limits import BrokenOffError
from jug.errors import DataError

ROWS = b"50000.0 1e-6\n59000.0 1e-6\n"
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n%x" % len(ROWS)
WHOLE = CHUNKED + b"\r\n" + ROWS + b"\r\n0\r\n"

Handler = Callable[[BaseHTTPRequestHandler], None]


def endless(publisher: Publisher, first: bytes, then: bytes, wait_s: float) -> Handler:
    """Send `first`, and `then` again and again until the client has gone."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(first)
        try:
            while not publisher.closing.wait(wait_s):
                handler.wfile.write(then)
                handler.wfile.flush()
        except OSError:
            return

    return answer


@pytest.mark.parametrize(
    ("first", "then", "wait_s", "kind"),
    [
        pytest.param(OK + b"X-A: ", b"a", 0.05, UnreachableError, id="headers byte by byte"),
        pytest.param(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.001, UnreachableError, id="100 Continue"),
        pytest.param(WHOLE, b"X: y\r\n", 0.001, BrokenOffError, id="trailers"),
        pytest.param(CHUNKED + b";", b"a", 0.05, BrokenOffError, id="chunk extension"),
    ],
)
def test_an_answer_without_an_end_is_given_up(
    publisher: Publisher, tmp_path: Path, first: bytes, then: bytes, wait_s: float, kind: type[DataError]
) -> None:
    """The deadline is three times the wait for a byte, and a file that looks complete at it is not taken."""
    publisher.files["/x"] = endless(publisher, first, then, wait_s)
    begun = time.monotonic()
    with pytest.raises(kind, match=r"\(no whole answer within 0\.6 s\)|nothing of the file for 0\.6 s"):
        fetch(f"{publisher.base}/x", tmp_path / "x", timeout=0.2)
    assert time.monotonic() - begun < 10.0
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("url", "asked"), [("http://a.invalid/x", "http://a.invalid/x"), ("https://a.invalid/x", "a.invalid:443")]
)
def test_a_proxy_without_an_end_is_given_up(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, asked: str
) -> None:
    """The connection to a proxy is watched as well, also where it has not yet opened the way to the publisher."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, publisher.base)
    publisher.files[asked] = endless(publisher, OK + b"X-A: ", b"a", 0.05)
    begun = time.monotonic()
    with pytest.raises(UnreachableError):
        fetch(url, tmp_path / "x", timeout=0.2)
    assert time.monotonic() - begun < 10.0
    assert publisher.asked == [asked]


def test_a_file_comes_by_a_proxy(publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.setenv("http_proxy", publisher.base)
    publisher.files["http://a.invalid/x"] = ROWS
    fetch("http://a.invalid/x", tmp_path / "x", timeout=20.0)
    assert (tmp_path / "x").read_bytes() == ROWS
