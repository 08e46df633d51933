"""The files of the user's cache that can be made again: listed by `jug data status`, removed by `jug data clear`."""

import errno
import json
from copy import deepcopy
from pathlib import Path

import pytest

from jug.cli.command import main
from jug.cli.common.exit_codes import ExitCode
from jug.data.cache import Cache
from jug.data.cache_contents import CACHE_KINDS, cache_sizes, remove, time_ephemerides
from jug.data.fetch import CacheError, Fetched
from jug.data.lock import folder_lock
from jug.errors import DataError

TABLE = "if99_de436_0123456789ab.npy"


@pytest.fixture
def filled(cache: Path) -> Path:
    for kind, name in (("tables", TABLE), ("clock", "time_x.dat"), ("ephemeris", "de436.bsp"), ("jax/a", "code")):
        (cache / kind).mkdir(parents=True)
        (cache / kind / name).write_bytes(b"x" * 1000)
    known = {"clock/time_x.dat": {"size": 1000}, "ephemeris/de436.bsp": {"size": 1000}}
    (cache / "manifest.json").write_text(json.dumps({"format": 1, "files": known, "aside": {}, "index": {}}))
    return cache


def test_the_tables_of_if99_are_listed(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row.name: row for row in time_ephemerides()}
    assert rows[TABLE] == (TABLE, "DE436", 1000, str(filled / "tables" / TABLE), "computed, cache")
    assert {row.ephemeris for row in rows.values() if row.source == "embedded"} == {"DE421", "DE440"}
    assert main(["data", "status"]) == ExitCode.DONE
    [line] = [line for line in capsys.readouterr().out.splitlines() if TABLE in line]
    assert line.split() == ["DE436", TABLE, "computed,", "cache", "1", str(filled / "tables" / TABLE)]


def test_what_is_named_is_removed_and_the_rest_stays(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "clear"]) == ExitCode.DONE
    assert (filled / "tables" / TABLE).exists()
    assert main(["data", "clear", "tables", "clock"]) == ExitCode.DONE
    assert not (filled / "tables").exists()
    assert not (filled / "clock").exists()
    assert (filled / "ephemeris" / "de436.bsp").exists()
    assert list(json.loads((filled / "manifest.json").read_text())["files"]) == ["ephemeris/de436.bsp"]
    assert "time ephemerides IF99 that were computed" in capsys.readouterr().out
    assert main(["data", "clear", "all"]) == ExitCode.DONE
    assert sum(row.number for row in cache_sizes()) == 0


def test_an_unknown_kind_and_an_update_at_work(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "clear", "table"]) == ExitCode.BAD_INPUT
    assert "it is one of tables, clock" in capsys.readouterr().err
    with folder_lock(filled), pytest.raises(DataError, match="another `jug data update` is running"):
        remove(("clock",))
    assert (filled / "clock" / "time_x.dat").exists()


def test_no_cache_at_all(tmp_path: Path) -> None:
    assert [row.number for row in remove(tuple(CACHE_KINDS), tmp_path / "none")] == [0] * len(CACHE_KINDS)
    assert not (tmp_path / "none").exists()


def test_a_full_disk_leaves_the_list_in_memory_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of the file that would have been replaced stays, and a file that did not come has none."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    cache = Cache(tmp_path)
    came = tmp_path / "came"
    came.write_bytes(b"old")
    cache.install(Fetched(came, "https://example.org/a", "0" * 64, "0" * 32, 3), "clock", "a.clk")
    before = deepcopy(cache.manifest)
    monkeypatch.setattr(Cache, "_stage_list", full)
    for name in ("a.clk", "b.clk"):
        came.write_bytes(b"newer")
        with pytest.raises(CacheError, match="no room on the disk"):
            cache.install(Fetched(came, "https://example.org/b", "1" * 64, "1" * 32, 5), "clock", name)
        assert cache.manifest == before
    assert cache.path("clock", "a.clk").read_bytes() == b"old"
