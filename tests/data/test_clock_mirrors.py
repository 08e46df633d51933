"""Clock files have two addresses: where one is in trouble the other is asked, and it is told."""

import warnings
from pathlib import Path

import pytest
from publisher import Publisher, broken_off, refused

from jug.data.catalogue import BASES, base_addresses
from jug.data.outcomes import FAILED, FETCHED, Outcome, UpdateOptions
from jug.data.update import update
from jug.errors import InputWarning
from jug.obs.files import packaged_root

FILES = {name: (packaged_root() / "clock" / name).read_bytes() for name in ("gps2utc.clk", "time_gbt.dat")}
BELOW = "T2runtime/clock/"


def ask(publisher: Publisher) -> dict[str, Outcome]:
    """The outcome for each file, of a publisher whose mirror has the same files."""
    for path, content in list(publisher.files.items()):
        mirror = path.replace("/clocks/", "/mirror/")
        publisher.files.setdefault(mirror, content)
    bases = {**publisher.bases, "clock-mirror": f"{publisher.base}/mirror/"}
    return {one.name: one for one in update(list(FILES), UpdateOptions(bases, timeout=5.0))}


@pytest.mark.parametrize(
    ("trouble", "said"), [(refused(503), "the server answers 503"), (broken_off(b"# File\n" * 99), "broke off")]
)
def test_the_list_from_the_mirror(publisher: Publisher, cache: Path, trouble, said: str) -> None:
    publisher.publish_clocks(FILES)
    assert publisher.files.setdefault("/mirror/index.txt", publisher.files["/clocks/index.txt"])
    publisher.files["/clocks/index.txt"] = trouble
    with pytest.warns(InputWarning, match=f"/clocks/index.txt: .*{said}.*; clock files are fetched from .*/mirror/$"):
        found = ask(publisher)
    assert {one.done for one in found.values()} == {FETCHED}
    assert publisher.asked.count("/clocks/index.txt") == 1
    assert not any(path.startswith(f"/clocks/{BELOW}") for path in publisher.asked)  # it is not asked again


def test_one_file_from_the_mirror_and_from_there_on(publisher: Publisher, cache: Path) -> None:
    publisher.publish_clocks(FILES)
    publisher.files[f"/mirror/{BELOW}gps2utc.clk"] = FILES["gps2utc.clk"]
    publisher.files[f"/clocks/{BELOW}gps2utc.clk"] = refused(500)
    with pytest.warns(InputWarning) as told:
        found = ask(publisher)
    assert len(told) == 1
    assert {one.done for one in found.values()} == {FETCHED}
    assert (cache / "clock" / "gps2utc.clk").read_bytes() == FILES["gps2utc.clk"]


def test_both_in_trouble(publisher: Publisher, cache: Path) -> None:
    publisher.publish_clocks(FILES)
    publisher.files["/clocks/index.txt"], publisher.files["/mirror/index.txt"] = refused(503), refused(502)
    found = ask(publisher)
    assert found["index.txt"].done == FAILED
    assert "/clocks/index.txt: the server answers 503" in found["index.txt"].text
    assert publisher.asked == ["/clocks/index.txt", "/mirror/index.txt"]


@pytest.mark.parametrize("code", [403, 404])
def test_an_answer_is_no_trouble(publisher: Publisher, cache: Path, code: int) -> None:
    """404 and 403 are about the file: the mirror is not asked, which could have another one of that name."""
    publisher.publish_clocks(FILES)
    publisher.files[f"/mirror/{BELOW}gps2utc.clk"] = FILES["gps2utc.clk"]
    publisher.files[f"/clocks/{BELOW}gps2utc.clk"] = refused(code)
    found = ask(publisher)
    assert found.pop("gps2utc.clk").done == FAILED
    assert {one.done for one in found.values()} == {FETCHED}
    assert not any(path.startswith("/mirror/") for path in publisher.asked)


def test_an_address_of_the_user_is_asked_alone() -> None:
    assert base_addresses((), {})["clock-mirror"] == BASES["clock-mirror"]
    assert base_addresses(["clock=http://here/a"], {})["clock-mirror"] == "http://here/a/"
    assert base_addresses((), {"JUG_BASE_CLOCK": "http://here/a"})["clock-mirror"] == "http://here/a/"
    found = base_addresses(["clock=http://here/a", "clock-mirror=http://there/b"], {})
    assert (found["clock"], found["clock-mirror"]) == ("http://here/a/", "http://there/b/")


def test_one_address_is_asked_once(publisher: Publisher, cache: Path) -> None:
    publisher.publish_clocks({"time_gbt.dat": FILES["time_gbt.dat"]})
    publisher.files["/clocks/index.txt"] = refused(503)
    with warnings.catch_warnings(record=True) as told:
        found = update(["time_gbt.dat"], UpdateOptions(publisher.bases))
    assert told == []
    assert [one.done for one in found] == [FAILED]
    assert publisher.asked == ["/clocks/index.txt"]
