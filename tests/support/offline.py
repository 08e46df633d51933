"""A world without a network, for the whole test run: environment, clock files, and a guard on sockets.

PINT (1.1.8) and astropy ask the network for Earth orientation, ephemerides and clock files. `set_up` is
called by conftest.py before anything imports astropy, and gives them folders of this test run instead. jug
reads the same clock folder, so that both programs see the same corrections.
"""

import contextlib
import gzip
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

SYNTHETIC = {
    "pks2gps.clk": "UTC(pks) UTC(GPS)",
    "jb2gps.clk": "UTC(jb) UTC(GPS)",
    "eff2gps.clk": "UTC(eff) UTC(GPS)",
    "wsrt2gps.clk": "UTC(wsrt) UTC(GPS)",
    "mk2utc_observatory.clk": "UTC(mk) UTC",
    "ncyobs2obspm.clk": "UTC(ncyobs) UTC(obspm)",
    "obspm2gps.clk": "UTC(obspm) UTC(GPS)",
    "mo2gps.clk": "UTC(mo) UTC(GPS)",
    "effix2gps.clk": "UTC(effix) UTC(GPS)",
    "leap2effix.clk": "UTC(leap) UTC(effix)",
    "jbroach2jb.clk": "UTC(jbroach) UTC(jb)",
    "jbdfb2jb.clk": "UTC(jbdfb) UTC(jb)",
}
"""Clock files that PINT's table of observatories names and no package on PyPI carries, with their headers."""

PLACEHOLDER_LAST = {
    "jb2gps.clk",
    "eff2gps.clk",
    "ncyobs2obspm.clk",
    "obspm2gps.clk",
    "mo2gps.clk",
    "leap2effix.clk",
}
"""Those whose last row PINT throws away, as a placeholder in the far future."""

REFUSED = """
import socket
def refuse(*a, **k):
    raise OSError("no network")
socket.socket.connect = socket.socket.connect_ex = socket.socket.sendto = socket.getaddrinfo = refuse
"""
"""Lines of Python after which a process of its own has no network: the guard below is of this process alone."""

_connect, _getaddrinfo = socket.socket.connect, socket.getaddrinfo
attempts: list[str] = []
"""Every address outside this machine that somebody asked for."""


def set_up(room: Path) -> None:
    """Set the environment to folders under ``room`` and fill them; before astropy is imported."""
    for name in ("cache", "config", "clock"):
        (room / name).mkdir(parents=True)
    (room / "config" / "astropy.cfg").write_text("[utils.iers.iers]\nauto_download = False\n")
    write_clock_folder(room / "clock")
    for variable in ("JUG_DATA", "TEMPO2", "TEMPO"):
        os.environ.pop(variable, None)
    os.environ.update(
        ASTROPY_CACHE_DIR=str(room / "cache"),
        ASTROPY_CONFIG_DIR=str(room / "config"),
        PINT_CLOCK_OVERRIDE=str(room / "clock"),
        JUG_CACHE=str(room / "jug"),
        MPLBACKEND="agg",
    )


def write_clock_folder(folder: Path) -> None:
    """One flat folder of plain clock files: those in data/clock, and synthetic ones for what is missing.

    PINT gives the TZR TOA TT(BIPM2023) whatever CLK says, so the newest TT(BIPM) at hand stands in for it.
    """
    for path in sorted((ROOT / "data" / "clock").rglob("*")):
        if path.name.endswith(".gz"):
            (folder / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
        elif path.suffix in (".clk", ".dat"):
            shutil.copyfile(path, folder / path.name)
    for number, (name, header) in enumerate(SYNTHETIC.items()):
        if not (folder / name).exists():
            (folder / name).write_text(synthetic_clock(header, number, placeholder=name in PLACEHOLDER_LAST))
    for newest in sorted(folder.glob("tai2tt_bipm20??.clk"))[-1:]:
        if newest.name != "tai2tt_bipm2023.clk":
            shutil.copyfile(newest, folder / "tai2tt_bipm2023.clk")


def synthetic_clock(header: str, number: int, *, placeholder: bool) -> str:
    """A tempo2 clock file that drifts, differently for each ``number``, and steps at MJD 53500.25."""
    drift = (number + 1) * 1e-10  # s/day: 0.1 to 1.2 us in 1000 days
    rows = [(45000.0, 1e-6), (49000.0, 1e-6 + 4000 * drift), (53500.25, 1e-6 - 3000 * drift)]
    rows += [(53500.25, 1.7e-6 - 3000 * drift), (57000.0, 2e-6 + 2000 * drift), (62000.0, -1e-6)]
    rows += [(99999.0, 0.0)] * placeholder
    lines = [f"# {header}", "# made for a test: not what any clock has done"]
    return "\n".join(lines + [f"{mjd:.5f} {seconds:.12f}" for mjd, seconds in rows]) + "\n"


def _refuse(address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else address
    if isinstance(host, bytes):
        host = host.decode()
    if host is None or str(host) in ("localhost", "::1", "") or str(host).startswith(("127.", "/", "\0")):
        return
    attempts.append(str(host))
    pytest.fail(f"a test reached for the network: {host}")


@contextlib.contextmanager
def no_network() -> Iterator[None]:
    """Make every connection or look-up outside this machine fail the test, past any ``except``."""

    def connect(self: socket.socket, address: Any) -> None:
        _refuse(address)
        _connect(self, address)

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        _refuse((host,))
        return _getaddrinfo(host, *args, **kwargs)

    socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        socket.socket.connect, socket.getaddrinfo = _connect, _getaddrinfo  # type: ignore[method-assign]
