"""A clock file or an ephemeris in the cache that is not the one that was fetched: it is told, and not used."""

import os
from hashlib import md5
from pathlib import Path

import pytest
from copies import example
from publisher import Publisher

import jug
from jug.cli.command import main
from jug.cli.common.exit_codes import ExitCode
from jug.data import manifest
from jug.data.opening import open_files
from jug.data.outcomes import UpdateOptions
from jug.data.update import update
from jug.errors import ClockWarning, DataError, InputWarning
from jug.obs.ephemeris import open_ephemeris
from jug.obs.files import packaged_root

NAME = "gps2utc.clk"
CURE = f"`jug data update {NAME}` fetches it again"


@pytest.fixture
def fetched(publisher: Publisher, cache: Path) -> Path:
    """The GPS clock that came with jug, in the cache, as published."""
    publisher.publish_clocks({NAME: (packaged_root() / "clock" / NAME).read_bytes()})
    update((NAME,), UpdateOptions(publisher.bases))
    return cache / "clock" / NAME


def damage(path: Path) -> None:
    """Another digit of the last correction: 1e-9 s becomes 9 times that, or the like."""
    content = bytearray(path.read_bytes())
    place = max(i for i, byte in enumerate(content) if chr(byte).isdigit())
    content[place - 5] ^= 1
    path.write_bytes(content)


def test_a_sound_file_is_used(fetched: Path) -> None:
    found = open_files().clock(NAME)
    assert (found.source, found.path) == ("cache", fetched)


def test_the_file_that_came_with_jug_takes_its_place(fetched: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = jug.load(*example("NGC6440E"))[1].clock_s
    damage(fetched)
    told = f"{fetched}: this file is not what was fetched; the one of embedded is used; {CURE}"
    with pytest.warns(ClockWarning) as warned:
        after = jug.load(*example("NGC6440E"))[1].clock_s
    assert {str(one.message) for one in warned} >= {told}
    assert (after == before).all()
    assert main(["fit", *map(str, example("NGC6440E"))]) == ExitCode.DONE
    assert capsys.readouterr().err.count(told) == 1


def test_without_another_copy_a_fit_ends_with_the_cure(publisher: Publisher, cache: Path, tmp_path: Path) -> None:
    publisher.publish_clocks({"mk2utc_observatory.clk": b"# A B\n58000 0\n59000 1e-6\n"})
    update(("meerkat",), UpdateOptions(publisher.bases))
    path = cache / "clock" / "mk2utc_observatory.clk"
    path.write_bytes(path.read_bytes().replace(b"1e-6", b"1e-5"))
    (tmp_path / "a.tim").write_text("FORMAT 1\na 1400 58500.1 1 meerkat\nb 1400 58501.1 1 meerkat\n")
    cure = "`jug data update mk2utc_observatory.clk` fetches it again"
    with pytest.raises(DataError, match=f"{path}: this file is not what was fetched; {cure}$"):
        jug.load(example("NGC6440E")[0], tmp_path / "a.tim")


def test_an_update_fetches_it_again(publisher: Publisher, fetched: Path) -> None:
    sound = fetched.read_bytes()
    damage(fetched)
    update((NAME,), UpdateOptions(publisher.bases))
    assert fetched.read_bytes() == sound
    assert open_files().clock(NAME).path == fetched


def test_a_file_that_the_user_put_there_is_used(fetched: Path) -> None:
    """The list has nothing of it."""
    (fetched.parent / "time_gbt.dat").write_bytes((packaged_root() / "clock" / "time_gbt.dat").read_bytes())
    assert open_files().clock("time_gbt.dat").source == "cache"


@pytest.fixture
def kernel(publisher: Publisher, cache: Path) -> Path:
    """An ephemeris in the cache, called DE436 there, which is not among jug's own."""
    content = (packaged_root() / "ephemeris" / "de421.bsp").read_bytes()
    publisher.files["/naif/de436.bsp"] = content
    publisher.files["/naif/aa_checksums.txt"] = f"{md5(content).hexdigest()}  de436.bsp\n".encode()
    update(("DE436",), UpdateOptions(publisher.bases))
    manifest._is_fetched.cache_clear()
    return cache / "ephemeris" / "de436.bsp"


def flip(path: Path) -> None:
    """One bit in the middle; another process would see another time of change too."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    manifest._is_fetched.cache_clear()


def test_a_damaged_ephemeris_ends_a_fit_with_the_cure(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A flipped bit moved the residuals, and nothing was said."""
    par, tim = map(str, example("NGC6440E"))
    assert main(["fit", par, tim, "--ephem", "DE436"]) == ExitCode.DONE
    flip(kernel)
    capsys.readouterr()
    assert main(["fit", par, tim, "--ephem", "DE436"]) == ExitCode.BAD_INPUT
    cure = "`jug data update DE436` fetches it again"
    assert capsys.readouterr().err == f"jug: error: {kernel}: this file is not what was fetched; {cure}\n"


def test_the_ephemeris_that_came_with_jug_takes_its_place(kernel: Path) -> None:
    """Of the same name; the list has the damaged one as it was fetched."""
    own = kernel.with_name("de421.bsp")
    own.write_bytes(kernel.read_bytes())
    listed = kernel.parent.parent / "manifest.json"
    listed.write_text(listed.read_text().replace("de436", "de421"))
    assert open_files().ephemeris("DE421").source == "cache"
    flip(own)
    with pytest.warns(InputWarning, match=f"{own}: this file is not what was fetched; the one of embedded is used"):
        assert open_ephemeris("DE421", open_files()).use.source == "embedded"


def test_a_large_file_is_compared_once(kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all processes, until it changes: an ephemeris of 3 GB takes seconds."""
    compared = []
    is_whole = manifest.is_whole
    monkeypatch.setattr(manifest, "is_whole", lambda *given: compared.append(given[0]) or is_whole(*given))
    for _ in range(3):
        manifest._is_fetched.cache_clear()
        assert open_files().ephemeris("DE436").path == kernel
    assert compared == [kernel]
    os.utime(kernel, ns=(1, 1))
    assert open_files().ephemeris("DE436").path == kernel
    assert compared == [kernel] * 2


@pytest.mark.parametrize("content", ["", "{", '{"format": 1, "checked": [3]}', '{"format": 1, "checked": {"a": 1}}'])
def test_a_damaged_list_of_checks_is_made_again(kernel: Path, content: str) -> None:
    noted = kernel.parent.parent / manifest.CHECKS
    assert open_files().ephemeris("DE436").damage == ""
    whole = noted.read_text()
    noted.write_text(content)
    flip(kernel)
    assert open_files().ephemeris("DE436").damage
    flip(kernel)
    assert open_files().ephemeris("DE436").damage == ""
    assert manifest._checks(noted.parent)["ephemeris/de436.bsp"][2] in whole


def test_a_cache_that_cannot_be_written_to(kernel: Path) -> None:
    """Each process compares the file again."""
    (kernel.parent.parent / manifest.CHECKS).mkdir()
    assert open_files().ephemeris("DE436").damage == ""
    flip(kernel)
    assert "is not what was fetched" in open_files().ephemeris("DE436").damage


@pytest.mark.parametrize(("less", "checked", "asked", "noted"), [(0, True, 0, 0), (0, False, 1, 1), (1, True, 1, 0)])
def test_from_a_size_on_a_comparison_is_noted(
    less: int, checked: bool, asked: int, noted: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is a byte smaller is compared in each process."""
    size, compared, notes = manifest.LARGE_BYTES - less, list[Path](), list[str]()
    monkeypatch.setattr(manifest, "read_manifest", lambda folder: {"files": {"a": {"size": size, "sha256": "5"}}})
    monkeypatch.setattr(manifest, "_checks", lambda folder: {"a": [size, 7, "5"]} if checked else {})
    monkeypatch.setattr(manifest, "is_whole", lambda path, known: compared.append(path) or True)
    monkeypatch.setattr(manifest, "_note", lambda folder, key, state: notes.append(key))
    assert manifest._is_fetched(tmp_path / f"{less}{checked}", "a", tmp_path, size, 7)
    assert (len(compared), len(notes)) == (asked, noted)
