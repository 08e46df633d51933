"""The sockets of a watched transfer: shut down at the deadline, closed at its end."""

import socket
import time
from typing import Any

import pytest

from jug.data import watched_http
from jug.data.watched_http import Watchdog


def test_sockets_are_closed_at_the_end_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection itself stays the caller's."""
    here, there = socket.socketpair()
    monkeypatch.setattr(watched_http.socket, "create_connection", lambda *given: here)
    with Watchdog(60.0, 5.0) as dog:
        assert dog.connect(("host", 80)) is here
        (copy,) = dog._sockets
        assert copy.fileno() not in (-1, here.fileno())
    assert copy.fileno() == -1
    assert dog._sockets == []
    assert not dog.expired
    there.sendall(b"x")
    assert here.recv(1) == b"x"
    here.close()
    there.close()


def test_a_step_has_three_waits_and_no_more_than_the_transfer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(watched_http.time, "monotonic", lambda: now[0])
    dog: Any = Watchdog(20.0, 5.0)
    assert dog.longest == 15.0
    assert Watchdog(10.0, 5.0).longest == 10.0
    with dog.step():
        assert dog._step_end == 115.0
    assert dog._step_end == 120.0
    now[0] = 110.0
    with dog.step():
        assert dog._step_end == 120.0


def test_at_the_deadline_the_transfer_is_shut_down(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = socket.socketpair()
    monkeypatch.setattr(watched_http, "CHECK_INTERVAL_S", 0.01)
    monkeypatch.setattr(watched_http.socket, "create_connection", lambda *given: here)
    with Watchdog(0.05, 5.0) as dog:
        dog.connect(("host", 80))
        here.settimeout(5.0)
        assert here.recv(1) == b""  # the end, though nothing was sent
        until = time.monotonic() + 5.0
        while not dog.expired and time.monotonic() < until:
            time.sleep(0.001)
        assert dog.expired
    here.close()
    there.close()
