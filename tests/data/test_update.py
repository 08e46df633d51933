"""`jug data update` against a server, good and bad: nothing half-written is ever used, nothing good is lost."""

import errno
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from publisher import Publisher, broken_off, dripping, redirected, refused, reset, send, silent

import jug.data.fetch as fetching
from jug.cli.command import main
from jug.data import DataFiles, open_files, search_folders
from jug.data.hashes import sha256
from jug.data.lock import folder_lock
from jug.data.outcomes import CURRENT, FAILED, FETCHED, NO_CHANGE, PUT_ASIDE, WOULD, Outcome, UpdateOptions
from jug.data.status import status
from jug.data.update import update
from jug.data.wanted import resolve
from jug.errors import DataError
from jug.io.clockfile import read_clock
from jug.obs.clock import site_correction
from jug.obs.files import packaged_root
from jug.obs.sites import find_site

NAME = "mk2utc_observatory.clk"
MOVED = "read by meerkat; TOAs after that move by up to 100 ns"
PATH = f"/clocks/T2runtime/clock/{NAME}"


def clock(last: int = 59000, *, step: float = 0.0, first: int = 58000) -> bytes:
    """A clock file of MeerKAT with a row every ten days, which says something else from MJD 58500 on if asked to."""
    rows = [f"{mjd}.0 {1e-9 * (mjd - 58000) + step * (mjd >= 58500):.13f}" for mjd in range(first, last + 1, 10)]
    return "\n".join(["# UTC(mk) UTC", *rows]).encode() + b"\n"


def ask(publisher: Publisher, *names: str, **options: Any) -> dict[str, Outcome]:
    """Update by name, quickly given up."""
    found = update(names or (NAME,), UpdateOptions(publisher.bases, timeout=options.pop("timeout", 2.0), **options))
    return {outcome.name: outcome for outcome in found}


def age(cache: Path, days: float, name: str = NAME) -> None:
    """Make the cache believe that it fetched a file so long ago."""
    listed = json.loads((cache / "manifest.json").read_text())
    listed["files"][f"clock/{name}"]["fetched"] = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    (cache / "manifest.json").write_text(json.dumps(listed))


@pytest.fixture
def filled(publisher: Publisher, cache: Path) -> Path:
    """A cache that holds MeerKAT's clock, fetched a year ago."""
    publisher.publish_clocks({NAME: clock()})
    assert ask(publisher)[NAME].done == FETCHED
    age(cache, 365.0)
    publisher.asked.clear()
    return cache


def assert_untouched(cache: Path) -> None:
    """The old file is there, as it was, serves, and nothing else lies around."""
    assert (cache / "clock" / NAME).read_bytes() == clock()
    assert not (cache / "incoming").exists()
    assert sorted(path.name for path in cache.iterdir()) == ["clock", "manifest.json", "update.lock"]
    assert open_files().clock(NAME).source == "cache"
    listed = json.loads((cache / "manifest.json").read_text())
    assert listed["files"][f"clock/{NAME}"]["sha256"] == sha256(cache / "clock" / NAME)


def test_a_first_update_takes_every_clock_file_that_jug_can_use(publisher: Publisher, cache: Path):
    embedded = packaged_root() / "clock"
    bipm = (embedded / "tai2tt_bipm2019.clk").read_bytes()
    gbt = (embedded / "time_gbt.dat").read_bytes()
    files = {NAME: clock(), "time_gbt.dat": gbt, "tai2tt_bipm2023.clk": bipm, "of_no_use.clk": clock()}
    publisher.publish_clocks(files)
    found = {o.name: o.done for o in update((), UpdateOptions(publisher.bases))}
    assert found == {NAME: FETCHED, "time_gbt.dat": FETCHED, "tai2tt_bipm2023.clk": FETCHED}
    assert publisher.asked.count("/clocks/index.txt") == 1
    assert len(publisher.asked) == 4
    for name in found:
        assert (cache / "clock" / name).read_bytes() == files[name]
        assert open_files().clock(name).source == "cache"
    kept = json.loads((cache / "manifest.json").read_text())["files"][f"clock/{NAME}"]
    assert kept["sha256"] == sha256(cache / "clock" / NAME)
    assert kept["url"] == f"{publisher.base}{PATH}"
    assert kept["size"] == len(clock())


def test_a_fit_then_uses_it(filled: Path):
    result = site_correction(find_site("meerkat"), [58505.0], open_files(), warn=False)
    assert next((use.name, use.source, use.good_until_mjd) for use in result.uses) == (NAME, "cache", 59000.0)
    assert result.seconds[0] == pytest.approx(505e-9, abs=5e-9)  # and gps2utc's 2 ns


def test_fetched_again_when_its_publisher_says_so(publisher: Publisher, filled: Path):
    assert ask(publisher)[NAME].done == NO_CHANGE  # a year old, revised every 7 days
    publisher.asked.clear()
    assert ask(publisher)[NAME].done == CURRENT
    assert publisher.asked == ["/clocks/index.txt"]
    assert ask(publisher, force=True)[NAME].done == NO_CHANGE
    publisher.publish_clocks({NAME: clock()}, interval="inf")
    age(filled, 3000.0)
    assert ask(publisher)[NAME].done == CURRENT
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    publisher.publish_clocks({NAME: clock(59100)}, interval="inf", invalid=tomorrow)
    assert ask(publisher)[NAME].done == FETCHED


def test_a_longer_file_takes_its_place(publisher: Publisher, filled: Path):
    publisher.publish_clocks({NAME: clock(59100)})
    found = ask(publisher)[NAME]
    assert found.done == FETCHED
    assert found.text == f"ends MJD 59100 (2020-09-08), was MJD 59000 (2020-05-31) (cache), {MOVED}"
    assert (filled / "clock" / NAME).read_bytes() == clock(59100)


def test_a_date_that_no_calendar_has(publisher: Publisher, cache: Path):
    publisher.publish_clocks({NAME: b"# A B\n99999999 0.0\n"})
    assert ask(publisher)[NAME].text == "ends MJD 1e+08"


def test_a_dry_run_makes_no_cache(publisher: Publisher, cache: Path):
    publisher.publish_clocks({NAME: clock()})
    assert ask(publisher, dry_run=True)[NAME].done == WOULD
    assert not cache.exists()


@pytest.mark.parametrize("number", [errno.ENETDOWN, errno.EHOSTUNREACH])
def test_a_network_that_goes_down_on_the_way_is_no_matter_of_the_disk(
    publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch, number: int
):
    def down(*_: object) -> bytes:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("http.client.HTTPResponse.read1", down)
    (outcome,) = update((NAME,), UpdateOptions(publisher.bases, timeout=2.0, force=True))
    assert outcome.done == FAILED
    assert f"the transfer broke off after 0 bytes ({os.strerror(number)})" in outcome.text
    assert_untouched(filled)


def test_a_dry_run_changes_nothing(publisher: Publisher, filled: Path):
    publisher.publish_clocks({NAME: clock(59100)})
    before = (filled / "manifest.json").read_bytes()
    assert ask(publisher, dry_run=True)[NAME].done == WOULD
    assert (filled / "manifest.json").read_bytes() == before
    assert_untouched(filled)
    publisher.publish_clocks({NAME: clock(58900)})
    assert "would be put aside: it covers 100 days less" in ask(publisher, dry_run=True)[NAME].text
    assert_untouched(filled)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (clock(58800), "it covers 200 days less (ends MJD 58800, was 59000), against the one at hand (cache)"),
        (clock(first=58100), "it covers 100 days less (ends MJD 59000, was 59000), against"),
        (
            clock(59100, step=2e-9),
            "it changes the past by up to 2 ns, from MJD 58500 on, against the one at hand (cache)",
        ),
    ],
    ids=["shorter at the end", "shorter at the beginning", "another past"],
)
def test_what_changes_the_past_is_put_aside(publisher: Publisher, filled: Path, content: bytes, reason: str):
    publisher.publish_clocks({NAME: content})
    found = ask(publisher)[NAME]
    assert found.done == PUT_ASIDE
    assert reason in found.text
    assert (
        f"kept as {filled / 'aside' / NAME}, the old one is used; `jug data update {NAME} --accept {NAME}`"
        in found.text
    )
    assert (filled / "clock" / NAME).read_bytes() == clock()
    assert (filled / "aside" / NAME).read_bytes() == content
    assert ask(publisher, accept=[NAME])[NAME].done == FETCHED
    assert (filled / "clock" / NAME).read_bytes() == content
    assert not (filled / "aside" / NAME).exists()
    assert json.loads((filled / "manifest.json").read_text())["aside"] == {}


def test_what_its_publisher_took_back_is_aside_no_more(publisher: Publisher, filled: Path):
    publisher.publish_clocks({NAME: clock(58800)})
    assert ask(publisher)[NAME].done == PUT_ASIDE
    publisher.publish_clocks({NAME: clock()})
    assert ask(publisher)[NAME].done == NO_CHANGE
    assert not (filled / "aside" / NAME).exists()
    assert json.loads((filled / "manifest.json").read_text())["aside"] == {}


def test_a_past_that_is_known_to_be_wrong_is_put_right(publisher: Publisher, filled: Path):
    today = datetime.now(UTC).date().isoformat()
    publisher.publish_clocks({NAME: clock(59000, step=2e-9)}, invalid=today)
    found = ask(publisher)[NAME]
    assert found.done == FETCHED
    assert found.text.endswith(f"MJD 58500 on, and what was fetched before {today} is known to be wrong")


def test_the_past_of_the_embedded_file_may_be_put_right_too(publisher: Publisher, cache: Path):
    text = (packaged_root() / "clock" / "gps2utc.clk").read_bytes()
    text = text.replace(b"51266.00000 -0.000000009000", b"51266.00000 0.000000000000")
    publisher.publish_clocks({"gps2utc.clk": text})
    found = ask(publisher, "gps2utc.clk")["gps2utc.clk"]
    assert found.done == FETCHED
    assert found.text.endswith(
        "(embedded), read by every site whose clock is steered to GPS; it changes the past by up to 9 ns, "
        "from MJD 51266 on, against the file that came with jug"
    )


def test_the_last_days_may_be_revised(publisher: Publisher, filled: Path):
    text = clock().replace(b"58990.0 0.0000009900000", b"58990.0 0.0000009950000")
    publisher.publish_clocks({NAME: text + b"59010.0 0.00000101\n"})
    found = ask(publisher)[NAME]
    assert found.done == FETCHED
    assert found.text.endswith("; its last days were revised by up to 5 ns")


def test_the_embedded_file_counts_as_at_hand(publisher: Publisher, cache: Path):
    lines = (packaged_root() / "clock" / "time_gbt.dat").read_bytes().splitlines(keepends=True)
    publisher.publish_clocks({"time_gbt.dat": b"".join(lines[:-2000])})
    found = ask(publisher, "time_gbt.dat")["time_gbt.dat"]
    assert found.done == PUT_ASIDE
    assert "against the one at hand (embedded)" in found.text
    assert open_files().clock("time_gbt.dat").source == "embedded"


# What a transfer can do, and the one message that each case gives.
BAD = {
    "interrupted": (
        lambda p: broken_off(clock(59100)),
        r"broke off after \d+ of \d+ bytes; try again; the file was discarded",
    ),
    "cut": (lambda p: reset(clock(59100)), r"the transfer broke off .*; try again; the file was discarded"),
    "garbage": (
        lambda p: b"\x00\x01" * 500,
        "the file is not a clock file .not a clock file: it is binary.; the file was discarded",
    ),
    "half a row": (
        lambda p: clock(59100)[:-17],
        "the file is not a clock file .no correction after the MJD.; the file was",
    ),
    "a web page": (
        lambda p: b"<html>58000 1e-6 please log in</html>",
        "the file is not a clock file .it is a web page.; the f",
    ),
    "empty": (
        lambda p: b"",
        "the file is not a clock file .no clock corrections in this file.; the file was discarded",
    ),
    "404": (
        lambda p: refused(404),
        r"the server answers 404 .*, though the list has it; try again later, the present file stays",
    ),
    "503": (lambda p: refused(503), r"the server answers 503 \(Service Unavailable\); try again later"),
    "a redirect in a circle": (
        lambda p: redirected(f"{p.base}{PATH}"),
        "the server answers 302, a redirect that leads nowhere; try again later",
    ),
    "a redirect to nowhere": (
        lambda p: redirected("ftp://elsewhere.invalid/x"),
        "it redirects to ftp://elsewhere.invalid/x, which is not http",
    ),
    "silent": (lambda p: silent(p), r"cannot reach 127.0.0.1 \(no answer for 0.3 s\); is there a network\?"),
    "slow": (
        lambda p: dripping(p, clock(59100)),
        r"the server is too slow \(\d+ bytes a second\); try again later; the f",
    ),
    "stops": (
        lambda p: lambda h: (send(h, b"# A B\n", length=99), p.closing.wait(9)),
        r"broke off after 6 bytes \(no answer for 0.3 s\)",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_transfer_leaves_the_old_file(publisher: Publisher, filled: Path, case: str):
    answer, said = BAD[case]
    publisher.publish_clocks({NAME: answer(publisher)})
    found = ask(publisher, timeout=0.3)
    assert list(found) == [NAME]
    assert found[NAME].done == FAILED
    assert re.search(said, found[NAME].text), found[NAME].text
    assert "\n" not in found[NAME].text
    assert_untouched(filled)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_transfer_leaves_nothing_in_an_empty_cache(publisher: Publisher, cache: Path, case: str):
    publisher.publish_clocks({NAME: BAD[case][0](publisher)})
    assert ask(publisher, timeout=0.3)[NAME].done == FAILED
    assert sorted(path.name for path in cache.iterdir()) == ["manifest.json", "update.lock"]
    assert open_files().clock(NAME) is None


def test_a_redirect_is_followed(publisher: Publisher, filled: Path):
    publisher.publish_clocks({NAME: redirected(f"{publisher.base}/elsewhere.clk", 301)})
    publisher.files["/elsewhere.clk"] = clock(59100)
    assert ask(publisher)[NAME].done == FETCHED
    listed = json.loads((filled / "manifest.json").read_text())
    assert listed["files"][f"clock/{NAME}"]["url"] == f"{publisher.base}/elsewhere.clk"


def test_a_length_that_nobody_states(publisher: Publisher, cache: Path):
    publisher.publish_clocks({NAME: lambda handler: send(handler, clock(), stated=False)})
    assert ask(publisher)[NAME].done == FETCHED


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (
            b"<html>log in</html>",
            "index.txt:1: this is not a list of clock files, '<html>log in</html>'; look at it in a browser",
        ),
        (b"# nothing\n", "the list of clock files is empty"),
        (b"../../etc/passwd 7.0 ---\n", "this is not a list of clock files"),
        (None, "the server answers 404"),
    ],
    ids=["login", "empty", "leads out", "404"],
)
def test_an_index_that_is_none(publisher: Publisher, filled: Path, index: bytes | None, said: str):
    publisher.files.pop("/clocks/index.txt")
    if index is not None:
        publisher.files["/clocks/index.txt"] = index
    found = ask(publisher)
    assert list(found) == ["index.txt"]
    assert said in found["index.txt"].text
    assert found["index.txt"].text.endswith("no clock file was fetched")
    assert_untouched(filled)


def test_a_stale_index(publisher: Publisher, filled: Path):
    """It lists a file that is gone, and lacks one that is asked for: the others are fetched all the same."""
    publisher.publish_clocks({NAME: clock(59100), "jb2gps.clk": refused(404)})
    found = ask(publisher, NAME, "jb2gps.clk", "pks2gps.clk")
    assert {name: outcome.done for name, outcome in found.items()} == {
        NAME: FETCHED,
        "jb2gps.clk": FAILED,
        "pks2gps.clk": FAILED,
    }
    assert "though the list has it" in found["jb2gps.clk"].text
    assert (
        found["pks2gps.clk"].text
        == f"the list of {publisher.base}/clocks/index.txt does not have it; the present file stays"
    )


def test_no_network_is_said_once(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch):
    def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    found = update((), UpdateOptions({**publisher.bases, "clock": "http://clocks.invalid/"}))
    assert [outcome.name for outcome in found] == ["index.txt"]
    assert "cannot reach clocks.invalid (Name or service not known); is there a network?" in found[0].text
    assert_untouched(filled)


def test_the_network_goes_away_on_the_way(publisher: Publisher, cache: Path):
    names = ["eff2gps.clk", "jb2gps.clk", "pks2gps.clk"]
    publisher.publish_clocks({name: clock() for name in names} | {"jb2gps.clk": silent(publisher)})
    found = ask(publisher, *names, timeout=0.3)
    assert [found[name].done for name in found] == [FETCHED, FAILED]
    assert found["jb2gps.clk"].text.endswith("; 1 more not tried")


def test_nobody_listens(publisher: Publisher, cache: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: refuses
        port = taken.getsockname()[1]
        found = update((NAME,), UpdateOptions({**publisher.bases, "clock": f"http://127.0.0.1:{port}/"}))
    assert "cannot reach 127.0.0.1 (Connection refused)" in found[0].text


def test_two_updates_at_once(publisher: Publisher, cache: Path):
    """The one waits for its server, the other is told so and goes; then the first one ends well."""
    started, go_on = threading.Event(), threading.Event()

    def slowly(handler: Any) -> None:
        started.set()
        go_on.wait(100)
        send(handler, clock())

    publisher.publish_clocks({NAME: slowly})
    words = ["data", "update", NAME, "--base", f"clock={publisher.bases['clock']}", "--timeout", "100"]
    command = [sys.executable, "-m", "jug", *words]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert started.wait(60)
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert second.returncode == 2
    assert second.stderr == (
        f"jug: error: {cache}: another `jug data update` is running in this folder (process {first.pid}); "
        "wait for it to end\n"
    )
    go_on.set()
    said, complaint = first.communicate(timeout=60)
    assert (first.returncode, complaint) == (0, "")
    assert FETCHED in said
    assert (cache / "clock" / NAME).read_bytes() == clock()


def test_a_killed_update_leaves_nothing_that_serves(publisher: Publisher, filled: Path):
    publisher.publish_clocks({NAME: dripping(publisher, clock(59100))})
    command = [sys.executable, "-m", "jug", "data", "update", NAME, "--base", f"clock={publisher.bases['clock']}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    incoming = filled / "incoming" / NAME
    for _ in range(400):
        if incoming.exists():
            break
        threading.Event().wait(0.05)
    process.kill()
    process.wait(60)
    assert open_files().clock(NAME).path.read_bytes() == clock()
    publisher.publish_clocks({NAME: clock(59100)})
    assert ask(publisher)[NAME].done == FETCHED
    assert not incoming.parent.exists()


class Full:
    """A file on a full disk."""

    def __init__(self, path: Path) -> None:
        self.file = open(path, "wb")  # noqa: SIM115

    def __enter__(self) -> "Full":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, block: bytes) -> int:
        self.file.write(block[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_while_a_file_comes(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch):
    usual = fetching.open_new

    def open_new(path: Path) -> Any:
        return Full(path) if path.name == NAME else usual(path)

    publisher.publish_clocks({NAME: clock(59100), "jb2gps.clk": clock()})
    with monkeypatch.context() as patch:
        patch.setattr(fetching, "open_new", open_new)
        found = ask(publisher, NAME, "jb2gps.clk")
    assert list(found) == [NAME]
    assert (
        "no room on the disk; make room, or name another folder by JUG_CACHE; what was there stays" in found[NAME].text
    )
    assert found[NAME].text.endswith("; 1 more not tried")
    assert_untouched(filled)


def test_a_full_disk_when_the_list_is_written(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch):
    publisher.publish_clocks({NAME: clock(59100)})
    usual = os.fsync
    calls = []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 4:  # the list with the index, its folder; the file; the list with the file
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        usual(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    found = ask(publisher)[NAME]
    assert found.done == FAILED
    assert "no room on the disk" in found.text
    assert_untouched(filled)


def test_a_file_larger_than_the_disk_is_not_begun(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch):
    usage = type(shutil.disk_usage(filled))(10**9, 10**9 - 10**6, 10**6)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: usage)
        publisher.publish_clocks({NAME: lambda handler: send(handler, b"# A B\n", length=10**7)})
        found = ask(publisher)[NAME]
    assert "no room on the disk (10.0 MB to come, 1.0 MB free" in found.text
    assert_untouched(filled)


def mounting() -> bool:
    """Whether a small disk can be had."""
    command = ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=256k", "x", "/mnt"]
    return bool(shutil.which("unshare")) and not subprocess.run(command, capture_output=True, timeout=60).returncode


@pytest.mark.skipif(not mounting(), reason="mounting a small disk takes root")
def test_a_disk_that_is_really_full(publisher: Publisher, tmp_path: Path):
    """A disk of 256 kB, and a file of 400 kB whose length nobody states."""
    big = (packaged_root() / "clock" / "gps2utc.clk").read_bytes()
    publisher.publish_clocks({"gps2utc.clk": lambda handler: send(handler, big, stated=False)})
    update_ = f"{sys.executable} -m jug data update gps2utc.clk --base clock={publisher.bases['clock']}"
    mount = f"mount -t tmpfs -o size=256k x {tmp_path}"
    script = f"{mount} && export JUG_CACHE={tmp_path}/c && {update_}; find {tmp_path}/c -type f"
    ran = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert "no room on the disk" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert set(ran.stdout.split()) == {f"{tmp_path}/c/manifest.json", f"{tmp_path}/c/update.lock"}


def test_a_read_only_cache(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch):
    """Root may write anywhere, so the system's refusal is played."""
    usual = os.open

    def open_(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if str(path).startswith(str(filled)) and flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return usual(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", open_)
    said = rf"{filled}: cannot write there \(Permission denied\); make it writable, or name a folder .* by JUG_CACHE"
    with pytest.raises(DataError, match=said):
        ask(publisher)
    assert_untouched(filled)


def test_a_cache_that_cannot_be_made(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path
):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"cannot write there .*JUG_CACHE"):
        update((NAME,), UpdateOptions(publisher.bases), cache=tmp_path / "file" / "cache")


def test_a_list_that_is_damaged_is_begun_anew(publisher: Publisher, filled: Path):
    (filled / "manifest.json").write_text("{")
    assert open_files().clock(NAME).source == "cache"
    assert ask(publisher)[NAME].done == FETCHED
    assert_untouched(filled)


@pytest.mark.parametrize("rows", [{"x": [1]}, [], {"x": "abc"}], ids=str)
def test_a_list_with_damaged_entries(filled: Path, rows: Any):
    listed = {"format": 1, "files": {f"clock/{NAME}": 3}, "aside": {NAME: []}, "index": {"rows": rows}}
    (filled / "manifest.json").write_text(json.dumps(listed))
    (row,) = (row for row in status(open_files()).clocks if row.site == "meerkat" and row.name == NAME)
    assert row.update == "replaces it: it was not fetched by jug"


def test_a_file_that_was_changed_by_hand_is_fetched_anew(publisher: Publisher, filled: Path):
    (filled / "clock" / NAME).write_bytes(clock()[:-100])
    assert ask(publisher)[NAME].done == FETCHED
    assert (filled / "clock" / NAME).read_bytes() == clock()


def test_the_lock_is_let_go(cache: Path):
    with (
        folder_lock(cache),
        pytest.raises(DataError, match="another `jug data update` is running in this folder"),
        folder_lock(cache),
    ):
        pass
    with folder_lock(cache):
        assert (cache / "update.lock").read_text() == f"process {os.getpid()}\n"


def test_the_command(publisher: Publisher, filled: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    publisher.publish_clocks({NAME: clock(59100)})
    words = ["data", "update", NAME, "--base", f"clock={publisher.bases['clock']}"]
    assert main(words) == 0
    said, complaint = capsys.readouterr()
    assert (
        " ".join(said.split())
        == f"File {NAME} fetched ends MJD 59100 (2020-09-08), was MJD 59000 (2020-05-31) (cache), {MOVED}"
    )
    assert complaint == ""
    publisher.publish_clocks({NAME: refused(503)})
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("jug.cli.process.progress.AFTER_S", -1.0)
    monkeypatch.setattr("jug.cli.process.progress.LOOP_S", -1.0)
    assert main([*words, "--force"]) == 2
    assert capsys.readouterr().err.startswith(f"jug: error: {NAME}: {publisher.base}{PATH}: the server answers 503")
    publisher.publish_clocks({NAME: broken_off(clock(59200))})
    assert main([*words, "--force"]) == 2
    shown = capsys.readouterr().err.split("\r")
    assert any(text.startswith(f"{NAME}:  50%") for text in shown)
    assert shown[-1].startswith("jug: error: ")
    with pytest.raises(SystemExit):
        main([*words, "--timeout", "never"])


def test_a_users_own_site(publisher: Publisher, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    row = {"xyz_m": [0.0, 0.0, 6.4e6], "clock": "mine2gps.clk"}
    (tmp_path / "sites.json").write_text(json.dumps({"mine": row}))
    monkeypatch.setenv("JUG_DATA", str(tmp_path))
    assert resolve(["mine"]).clocks == ("mine2gps.clk", "gps2utc.clk")
    publisher.publish_clocks({"mine2gps.clk": clock()})
    assert {o.name: o.done for o in update((), UpdateOptions(publisher.bases))} == {"mine2gps.clk": FETCHED}
    assert any(row.site == "mine" and row.source == "cache" for row in status(open_files()).clocks)


def test_names():
    assert resolve(["meerkat"]).clocks == (NAME, "gps2utc.clk")
    assert resolve(["pks"]).clocks == ("pks2gps.clk", "time_pks.dat", "gps2utc.clk")
    assert resolve(["de405", "INPOP19a", "DE405"]).ephemerides == ("DE405", "INPOP19A")
    assert resolve(["time_ao.dat"]).clocks == ("time_ao.dat",)
    assert "mo2gps.clk" in resolve([]).clocks
    with pytest.raises(
        DataError, match=r"'meerkatt' is neither a clock file .* nor an ephemeris .* nor a known site; did you"
    ):
        resolve(["meerkatt"])


def test_a_reader_sees_the_old_file_or_the_new_one(publisher: Publisher, filled: Path):
    """Files are read all the time while they are replaced: each reading is whole."""
    texts = [clock(59000), clock(59100)]
    path, stop, lengths = filled / "clock" / NAME, threading.Event(), set()

    def read() -> None:
        while not stop.is_set():
            lengths.add(len(read_clock(path, "tempo2").mjd))
            time.sleep(1e-4)  # lets the other thread work

    thread = threading.Thread(target=read)
    thread.start()
    for number in range(40):
        publisher.publish_clocks({NAME: texts[(number + 1) % 2]})
        assert ask(publisher, force=True, accept=[NAME])[NAME].done == FETCHED
    stop.set()
    thread.join(60)
    assert lengths == {101, 111}


def test_the_cache_goes_before_the_embedded_set_and_after_a_users_folders(tmp_path: Path, cache: Path):
    for folder in ("cache/clock", "own", "t2/clock", "t/clock", "pint"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "time_gbt.dat").write_text("")
    environ = {
        name: str(tmp_path / folder)
        for name, folder in (
            ("TEMPO2", "t2"),
            ("TEMPO", "t"),
            ("JUG_DATA", "own"),
            ("PINT_CLOCK_OVERRIDE", "pint"),
            ("JUG_CACHE", "cache"),
        )
    }
    order = []
    for name in ("JUG_DATA", "PINT_CLOCK_OVERRIDE", "TEMPO2", "TEMPO", "JUG_CACHE", None):
        order.append(DataFiles(search_folders(environ)).clock("time_gbt.dat").source.split()[0])
        environ = {key: value for key, value in environ.items() if key != name} | (
            {"JUG_CACHE": "/nowhere"} if name == "JUG_CACHE" else {}
        )
    assert order == ["JUG_DATA", "PINT_CLOCK_OVERRIDE", "TEMPO2", "TEMPO", "cache", "embedded"]


def test_a_cache_that_may_not_be_looked_at_is_no_cache(cache: Path, monkeypatch: pytest.MonkeyPatch):
    """As on a cluster where the home folder is not there for a job: a fit goes on without it."""
    usual = os.stat

    def stat(path: Any, *args: Any, **kwargs: Any) -> os.stat_result:
        if str(path).startswith(str(cache)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return usual(path, *args, **kwargs)

    monkeypatch.setattr(os, "stat", stat)
    assert [place.source for place in search_folders()] == ["embedded"]
    assert open_files().clock("gps2utc.clk").source == "embedded"
