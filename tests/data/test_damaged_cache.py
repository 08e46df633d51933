"""A clock file in the cache that is not the one that was fetched: it is told, and not used."""

from pathlib import Path

import pytest
from copies import example
from publisher import Publisher

import jug
from jug.cli.command import main
from jug.cli.exit_codes import ExitCode
from jug.data.opening import open_files
from jug.data.outcomes import UpdateOptions
from jug.data.update import update
from jug.errors import ClockWarning, DataError
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
