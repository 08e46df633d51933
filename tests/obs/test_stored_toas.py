"""TOAs in a folder of mapped columns: all that they were, and a clear error for a folder that cannot be used."""

import errno
import os
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.common.exit_codes import ExitCode, code_of
from jug.core.times import Times
from jug.errors import InputError, TimError
from jug.io.growing_npy import GrowingNpy
from jug.io.tim.flag_column import FlagColumn


@pytest.fixture
def pulsar(simulated):
    """A model and 335 TOAs at several sites, of which every third has the flag -be, those in front none."""
    model, toas = simulated("JUMP -fe S 1e-4 1", "DM1 0 1", "PLANET_SHAPIRO Y", n=335)
    raw = toas.raw
    codes = np.where(np.arange(335) % 3, -1, 0).astype(np.int32)
    codes[:120] = -1
    names = tuple(f"profile{i}\u661f" for i in range(335))
    return model, replace(toas, raw=replace(raw, name=names, flags={**raw.flags, "be": FlagColumn(codes, ("GUPPI",))}))


def parts(toas):
    return [toas[:100], toas[100:101], toas[101:300], toas[300:]]


def assert_equal(one, other):
    if isinstance(other, Times):
        assert_equal((one.day, *one.sec), (other.day, *other.sec))
    elif isinstance(other, FlagColumn):
        np.testing.assert_array_equal(one.array(), other.array())
    elif isinstance(other, dict):
        assert one.keys() == other.keys()
        for key, value in other.items():
            assert_equal(one[key], value)
    elif isinstance(other, np.ndarray):
        np.testing.assert_array_equal(one, other)
    elif isinstance(other, tuple) and any(isinstance(value, np.ndarray) for value in other):
        for a, b in zip(one, other, strict=True):
            assert_equal(a, b)
    else:
        assert one == other


def test_stored_in_parts_they_are_what_they_were(tmp_path: Path, pulsar) -> None:
    _, toas = pulsar
    stored = jug.store_toas(tmp_path / "toas", parts(toas))
    for field in fields(toas):
        if field.name not in ("raw", "tzr", "before", "sites", "uses"):
            assert_equal(getattr(stored, field.name), getattr(toas, field.name))
    for field in fields(toas.raw):
        if field.name not in ("sources", "deleted", "commented", "name", "serial"):
            assert_equal(getattr(stored.raw, field.name), getattr(toas.raw, field.name))
    assert tuple(stored.names) == toas.names
    assert stored.names[-2] == toas.names[-2]
    assert stored.names[3:5] == toas.names[3:5]
    assert set(stored.sites) == set(toas.sites)
    assert {(use.what, use.name) for use in stored.uses} == {(use.what, use.name) for use in toas.uses}
    assert_equal(stored.tzr.tdb, toas.tzr.tdb)
    assert stored.raw.where(7).line == toas.raw.where(7).line
    with pytest.raises(ValueError, match="read-only"):
        stored.mjd[0] = 0.0


def test_a_selection_of_them_is_as_one_of_others(tmp_path: Path, pulsar) -> None:
    model, toas = pulsar
    stored = jug.store_toas(tmp_path / "toas", toas)
    some = "-fe S & mjd > 54400"
    assert jug.fit(model, stored[some], free=["F0"]).chi2 == jug.fit(model, toas[some], free=["F0"]).chi2
    jug.write_tim(stored, tmp_path / "one.tim")
    jug.write_tim(toas, tmp_path / "two.tim")
    assert (tmp_path / "one.tim").read_text() == (tmp_path / "two.tim").read_text()


def test_parts_of_different_models_are_refused(tmp_path: Path, pulsar) -> None:
    _, toas = pulsar
    with pytest.raises(InputError, match="prepared with ephem DE421, the first one with DE440; prepare all for one"):
        jug.store_toas(tmp_path / "one", [toas[:100], replace(toas[100:], ephem="DE421")])
    with pytest.raises(InputError, match="prepared for different models"):
        jug.store_toas(tmp_path / "two", [toas[:100], replace(toas[100:], dilation=np.zeros(235))])
    with pytest.raises(TimError, match="there are no TOAs; give at least one part"):
        jug.store_toas(tmp_path / "three", [])


def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path, pulsar) -> None:
    _, toas = pulsar
    folder = tmp_path / "toas"
    jug.store_toas(folder, toas[:40])
    with pytest.raises(InputError, match="toas: it is not an empty folder; give the name of a new one"):
        jug.store_toas(folder, toas)
    with pytest.raises(InputError, match=r"other.toas.json: no such folder of stored TOAs"):
        jug.open_toas(tmp_path / "other")
    whole, column = (folder / "toas.json").read_text(), (folder / "mjd.npy").read_bytes()
    for text, why in (("{", "it is damaged"), ('{"version": 7}', "not of version 1"), ("{}", "not of version 1")):
        (folder / "toas.json").write_text(text)
        with pytest.raises(InputError, match=f"toas.json.*: {why}.*; store the TOAs again"):
            jug.open_toas(folder)
    (folder / "toas.json").write_text(whole.replace('"error_s"', '"../error_s"'))
    with pytest.raises(InputError, match="is not a column"):
        jug.open_toas(folder)
    (folder / "toas.json").write_text(whole)
    (folder / "mjd.npy").write_bytes((folder / "clock_s.npy").read_bytes()[:200])
    with pytest.raises(InputError, match=r"mjd.npy: .*; store the TOAs again"):
        jug.open_toas(folder)
    (folder / "mjd.npy").write_bytes((folder / "line.npy").read_bytes())
    with pytest.raises(InputError, match=r"mjd.npy: its array is <i4 \(40,\), and <f8 \(40,\) is expected"):
        jug.open_toas(folder)
    (folder / "mjd.npy").unlink()
    with pytest.raises(InputError, match=r"mjd.npy: cannot read the column: No such file"):
        jug.open_toas(folder)
    (folder / "mjd.npy").write_bytes(column)
    assert len(jug.open_toas(folder)) == 40


def test_a_disk_that_is_full_ends_with_code_5(tmp_path: Path, pulsar, monkeypatch: pytest.MonkeyPatch) -> None:
    _, toas = pulsar

    def full(self: GrowingNpy, rows: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(GrowingNpy, "append", full)
    with pytest.raises(InputError, match=r"toas: cannot write: No space left on device; free some space") as told:
        jug.store_toas(tmp_path / "toas", toas)
    assert code_of(told.value) == ExitCode.MACHINE
    assert list(tmp_path.iterdir()) == []


def test_parts_that_end_with_an_error_leave_nothing(tmp_path: Path, pulsar) -> None:
    _, toas = pulsar

    def two_parts():
        yield toas[:100]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        jug.store_toas(tmp_path / "toas", two_parts())
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "toas").mkdir()
    assert len(jug.store_toas(tmp_path / "toas", toas)) == len(toas)


def test_parts_without_a_flag_that_earlier_ones_have(tmp_path: Path, pulsar) -> None:
    """Two values of -be, and none in a later part."""
    _, toas = pulsar
    codes = np.where(np.arange(335) < 200, np.arange(335) % 2, -1).astype(np.int32)
    flagged = replace(toas, raw=replace(toas.raw, flags={"be": FlagColumn(codes, ("GUPPI", "ASP"))}))
    bare = flagged[200:]
    bare = replace(bare, raw=replace(bare.raw, flags={}))
    stored = jug.store_toas(tmp_path / "toas", [flagged[:200], bare])
    assert stored.flag("be").tolist() == ["GUPPI", "ASP"] * 100 + [""] * 135
