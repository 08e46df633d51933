"""What an update does not take: an endless body, a bomb, rows that no clock has, a link in the cache."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from publisher import Publisher, send
from test_update import NAME, ask, assert_untouched, clock, filled  # noqa: F401

import jug.data.fetch as fetching
from jug.data.compare import readings
from jug.data.fetch import Fetched
from jug.data.limits import CLOCK_LIMITS, KERNEL_LIMITS, LIST_LIMITS, BrokenOffError, Limits, TransferTimer, check_size
from jug.data.lock import folder_lock
from jug.data.outcomes import FAILED, FETCHED, PUT_ASIDE, UpdateOptions
from jug.data.plausible import implausible_rows
from jug.data.spk_kernels import _check_growth
from jug.data.update import update
from jug.errors import DataError
from jug.obs.files import packaged_root

ROW = b"59010.0 0.00000101\n"


def endless(handler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(ROW * 1000)
    except OSError:
        return


def test_an_endless_body_stops(publisher: Publisher, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setitem(fetching.fetch.__kwdefaults__, "limits", Limits(200_000, 60.0))
    publisher.publish_clocks({NAME: endless})
    found = ask(publisher)[NAME]
    assert found.done == FAILED
    assert "it is larger than 0.2 MB, the limit for such a file; the file was discarded" in found.text
    assert_untouched(filled)


def test_a_list_without_end_and_a_stated_length_beyond_the_limit(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    publisher.files["/clocks/index.txt"] = endless
    assert "it is larger than 2 MB" in ask(publisher)["index.txt"].text
    publisher.publish_clocks({NAME: lambda handler: send(handler, ROW, length=60_000_000)})
    assert "it is larger than 50 MB" in ask(publisher)[NAME].text
    assert_untouched(filled)


def test_a_transfer_that_takes_too_long() -> None:
    watch = TransferTimer(30.0, "http://x", Limits(10, -1.0))
    with pytest.raises(BrokenOffError, match="the transfer takes longer than -1 s"):
        watch.check(5)


@pytest.mark.parametrize(
    ("limits", "mb", "hours"), [(LIST_LIMITS, 2, 1 / 30), (CLOCK_LIMITS, 50, 0.25), (KERNEL_LIMITS, 8000, 12)]
)
def test_the_limits(limits: Limits, mb: int, hours: float) -> None:
    """A file of just that size is taken, and one of a byte more is not."""
    check_size(mb * 1_000_000, limits, "http://x")
    with pytest.raises(DataError, match=f"it is larger than {mb} MB, the limit for such a file"):
        check_size(mb * 1_000_000 + 1, limits, "http://x")
    assert limits.seconds == pytest.approx(3600.0 * hours)


def test_an_archive_that_grows_beyond_measure(tmp_path: Path) -> None:
    archive = Fetched(tmp_path / "a", "http://x/a", "", "", 1000)
    _check_growth(1_000_000, archive)
    with pytest.raises(DataError, match="the archive of 1000 bytes grows beyond 2000000 when it is unpacked"):
        _check_growth(2_000_000, archive)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (b"59010.0 1.5\n", "has a correction of 1.5 s at MJD 59010, which is 1 s or more"),
        (b"59010.0 1.0\n", "has a correction of 1 s at MJD 59010, which is 1 s or more"),
        (b"59010.0 0.002\n", "has a row at MJD 59010 that is 1.999 ms from the file at hand"),
        (b"# " + b"x" * 1_100_000 + b"\n59010.0 0.00000101\n", "times as large as the file at hand"),
    ],
)
def test_rows_that_no_clock_has_are_put_aside(publisher: Publisher, filled: Path, more: bytes, reason: str) -> None:  # noqa: F811
    publisher.publish_clocks({NAME: clock() + more})
    found = ask(publisher)[NAME]
    assert found.done == PUT_ASIDE
    assert reason in found.text
    assert (filled / "clock" / NAME).read_bytes() == clock()
    assert ask(publisher, accept=[NAME])[NAME].done == FETCHED


@pytest.mark.parametrize("name", [NAME, "gps2utc.clk"])
def test_a_first_update_takes_no_clock_that_is_a_thousand_million_seconds_off(
    publisher: Publisher,
    cache: Path,
    name: str,
) -> None:
    """A clock without a file in the embedded set, and the one between GPS and UTC, on which most sites depend."""
    publisher.publish_clocks({name: b"# A B\n50000.0 1e9\n59000.0 1e9\n"})
    found = ask(publisher, name)[name]
    assert found.done == PUT_ASIDE
    assert "which is 1 s or more" in found.text
    assert not (cache / "clock" / name).exists()


GPS_ROWS = (packaged_root() / "clock" / "gps2utc.clk").read_text().splitlines()


def gps(shift_s: float) -> bytes:
    """The GPS clock that comes with jug, with a shift."""
    rows = [line.split() for line in GPS_ROWS if line.strip() and not line.startswith("#")]
    return "".join(["# UTC(GPS) UTC\n", *(f"{row[0]} {float(row[1]) + shift_s:.12f}\n" for row in rows)]).encode()


@pytest.mark.parametrize("cached", [b"", b"garbage\n\0", gps(0.5), gps(0.0)[:-9] + b"\0" * 100])
@pytest.mark.parametrize("listed", [False, True])
def test_a_damaged_copy_in_the_cache_hides_none_of_the_embedded_file(
    publisher: Publisher, cache: Path, cached: bytes, listed: bool
) -> None:
    """Empty, binary, damaged in its last rows, or another clock: 0.9 s from the embedded GPS clock is never taken."""
    if listed:
        publisher.publish_clocks({"gps2utc.clk": gps(0.0)})
        assert ask(publisher, "gps2utc.clk")["gps2utc.clk"].done == FETCHED
    (cache / "clock").mkdir(parents=True, exist_ok=True)
    (cache / "clock" / "gps2utc.clk").write_bytes(cached)
    publisher.publish_clocks({"gps2utc.clk": gps(0.9)})
    found = ask(publisher, "gps2utc.clk")["gps2utc.clk"]
    assert found.done == PUT_ASIDE
    assert "that is 900 ms from the file at hand" in found.text
    publisher.publish_clocks({"gps2utc.clk": gps(0.0)})
    assert ask(publisher, "gps2utc.clk", accept=["gps2utc.clk"])["gps2utc.clk"].done == FETCHED


def test_placeholders_duplicates_and_rows_out_of_order_stay(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    publisher.publish_clocks({NAME: clock() + b"59020.0 1.02e-6\n59020.0 1.03e-6\n59010.0 1.01e-6\n99999.0 1.02e-6\n"})
    assert ask(publisher)[NAME].done == FETCHED


def test_what_comes_with_jug_is_plausible_as_a_new_issue(tmp_path: Path) -> None:
    """Every file against one without its newer half; Jodrell Bank's has one row in it that is no clock's."""
    put_aside = {}
    for path in sorted((packaged_root() / "clock").iterdir()):
        name = path.name.removesuffix(".gz")
        if name.endswith((".clk", ".dat")) and readings(name):
            new = tmp_path / name
            whole = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            new.write_bytes(whole)
            half = tmp_path / f"half-{name}"
            lines = whole.splitlines(keepends=True)
            half.write_bytes(b"".join(lines[: len(lines) // 2 if len(lines) > 20 else None]))
            put_aside[name] = implausible_rows([], new, name) or implausible_rows([half], new, name)
    assert len(put_aside) > 10
    strange = {name: why for name, why in put_aside.items() if why}
    assert strange == {"time_jb.dat": "has a row at MJD 58601.27 that is 189.5 ms from the file at hand"}


def test_names_in_the_list_that_are_no_year_of_tt_bipm(publisher: Publisher, cache: Path) -> None:
    """A long name ended the update with an OSError, and the file of a year to come was the latest TT(BIPM)."""
    content = (packaged_root() / "clock" / "tai2tt_bipm2019.clk").read_bytes()
    names = (f"tai2tt_bipm{'a' * 300}.clk", "tai2tt_bipm9999.clk", "tai2tt_bipm2098.clk", "tai2tt_bipm2019.clk")
    publisher.publish_clocks(dict.fromkeys(names, content))
    assert [o.name for o in update((), UpdateOptions(publisher.bases))] == ["tai2tt_bipm2019.clk"]
    assert [path.name for path in (cache / "clock").iterdir()] == ["tai2tt_bipm2019.clk"]


def test_the_report_has_the_change_and_the_site(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    publisher.publish_clocks({NAME: clock(59100)})
    text = ask(publisher)[NAME].text
    assert "(cache), read by meerkat; TOAs after that move by up to 100 ns" in text


def test_a_table_that_is_cut_at_the_end_of_a_line(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    lengths = iter([-1, None])

    def cut(handler) -> None:
        rows = clock(59100).splitlines(keepends=True)
        send(handler, b"".join(rows[: next(lengths)]), stated=False)

    publisher.publish_clocks({NAME: cut})
    found = ask(publisher)[NAME]
    assert found.done == FAILED
    assert "two transfers differ" in found.text
    assert_untouched(filled)


def test_a_table_that_is_cut_inside_its_last_row(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    """Both transfers end at the same byte: 1.1e-06 became 1.1."""
    publisher.publish_clocks({NAME: lambda handler: send(handler, clock(59100) + b"59110.0 1.1", stated=False)})
    found = ask(publisher)[NAME]
    assert found.done == FAILED
    assert "does not state its length, and the last line has no end" in found.text
    assert_untouched(filled)


def test_a_number_with_an_underscore_is_none(publisher: Publisher, filled: Path) -> None:  # noqa: F811
    """Python reads 0.000_001 as a number."""
    publisher.publish_clocks({NAME: clock() + b"59010.0 0.000_001\n"})
    found = ask(publisher)[NAME]
    assert found.done == FAILED
    assert "no correction after the MJD" in found.text


@pytest.mark.skipif(sys.platform == "win32", reason="links need privileges there")
def test_a_link_in_the_cache_is_not_followed(tmp_path: Path, publisher: Publisher, cache: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    cache.mkdir()
    (cache / "update.lock").symlink_to(precious)
    with pytest.raises(DataError, match="cannot write there"), folder_lock(cache):
        pass
    (cache / "update.lock").unlink()
    target = tmp_path / "fetched"
    target.symlink_to(precious)
    publisher.files["/x"] = b"new"
    fetching.fetch(f"{publisher.base}/x", target, timeout=2.0)
    assert precious.read_text() == "precious"
    assert target.read_bytes() == b"new"


def test_the_lock_of_a_dead_process_is_free(cache: Path) -> None:
    code = "import os; from pathlib import Path; from jug.data.lock import folder_lock\n"
    code += f"with folder_lock(Path({str(cache)!r})): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], timeout=120).returncode == 9
    with folder_lock(cache):
        assert f"process {os.getpid()}" in (cache / "update.lock").read_text()


def test_nothing_is_written_past_the_one_writer() -> None:
    """No file but jug/io/staging.py (and files.py, for pipes) opens a file for writing, or copies one."""
    root = Path(fetching.__file__).resolve().parents[1]
    calls = ('"wb"', '"w"', '"a+"', '"ab"', ".write_text(", ".write_bytes(", "copyfile", "shutil.copy")
    allowed = {root / "io" / "files.py", root / "io" / "staging.py"}
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in root.rglob("*.py")
        if path not in allowed
        for line in path.read_text().splitlines()
        if any(f"open({call}" in line or (f", {call}" in line and "open(" in line) for call in calls[:4])
        or (any(call in line for call in calls[4:]) and "files.write" not in line)
    ]
    assert found == []
