"""Ephemerides: fetched from publishers, found in packages, and what is said where one is nowhere."""

import io
import json
import re
import sys
import tarfile
from hashlib import md5
from pathlib import Path

import numpy as np
import pytest
from copies import example
from publisher import Publisher, broken_off, redirected, refused, silent

import jug
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import DataFiles, DataFolder, open_files, search_folders
from jug.data.catalogue import BASES, base_addresses, ephemeris_sources, is_ephemeris, published_md5
from jug.data.outcomes import CURRENT, FAILED, FETCHED, PUT_ASIDE, WOULD, Outcome, UpdateOptions
from jug.data.update import update
from jug.errors import DataError, InputError
from jug.obs.ephemeris import PLANETS, open_ephemeris
from jug.obs.files import packaged_root

KERNEL = packaged_root() / "ephemeris" / "de421.bsp"
EMRAT = 81.30056907419062


def ask(publisher: Publisher, name: str, **options: object) -> Outcome:
    (outcome,) = update((name,), UpdateOptions(publisher.bases, timeout=1.0, **options))
    return outcome


@pytest.fixture
def de405(publisher: Publisher, cache: Path) -> bytes:
    """An ephemeris that is called DE405, in NAIF's folder of old versions, with a list of checksums."""
    content = KERNEL.read_bytes()
    publisher.files["/naif-old/de405.bsp"] = content
    publisher.files["/naif-old/aa_checksums.txt"] = f"{md5(content).hexdigest()}  de405.bsp\n".encode()
    return content


def test_from_the_publisher_with_a_checksum(publisher: Publisher, cache: Path, de405: bytes):
    publisher.files["/ssd/de405.bsp"] = b"not this one"
    found = ask(publisher, "DE405")
    assert found.done == FETCHED
    assert found.text == (f"MJD 36934.0 to 71176.0, from {publisher.base}/naif-old/de405.bsp, MD5 as published")
    assert (cache / "ephemeris" / "de405.bsp").read_bytes() == de405
    assert open_files().ephemeris("DE405").source == "cache"
    assert "DE405" in open_files().ephemeris_names()
    kept = json.loads((cache / "manifest.json").read_text())["files"]["ephemeris/de405.bsp"]
    assert kept["checked"] == "MD5 as published"
    assert ask(publisher, "de405").done == CURRENT
    assert ask(publisher, "de405", force=True).done == FETCHED


def test_from_one_without(publisher: Publisher, cache: Path, de405: bytes):
    publisher.files["/ssd/de436.bsp"] = redirected(f"{publisher.base}/naif-old/de405.bsp")
    assert ask(publisher, "DE436", dry_run=True).done == WOULD
    assert not (cache / "ephemeris").exists()
    found = ask(publisher, "DE436")
    assert found.done == FETCHED
    assert found.text.endswith("no checksum is published")
    asked = [path for path in publisher.asked if path.endswith("de436.bsp")]
    assert asked == ["/naif/de436.bsp", "/naif-old/de436.bsp", "/ssd/de436.bsp"]


def test_a_publisher_in_trouble_is_passed_over(publisher: Publisher, cache: Path, de405: bytes):
    publisher.files["/naif/de436.bsp"] = publisher.files["/naif-old/de436.bsp"] = refused(503)
    assert "the server answers 503" in ask(publisher, "DE436").text
    publisher.files["/ssd/de436.bsp"] = de405
    found = ask(publisher, "DE436")
    assert found.done == FETCHED
    assert "/ssd/de436.bsp, no checksum: the server answers 503" in found.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            lambda whole: whole[:-1000],
            r"is not what was published: its MD5 is \w{32}, the publisher's \w{32}; the file was discarded",
        ),
        (lambda whole: whole[:100000] + b"x" + whole[100001:], "is not what was published: its MD5"),
        (broken_off, r"the transfer broke off after \d+ of \d+ bytes; try again; the file was discarded"),
    ],
    ids=["truncated", "altered", "interrupted"],
)
def test_not_what_was_published(publisher: Publisher, cache: Path, de405: bytes, content, said: str):
    assert ask(publisher, "DE405").done == FETCHED
    publisher.files["/naif-old/de405.bsp"] = content(de405)
    found = ask(publisher, "DE405", force=True)
    assert found.done == FAILED
    assert re.search(said, found.text), found.text
    assert (cache / "ephemeris" / "de405.bsp").read_bytes() == de405
    assert not (cache / "incoming").exists()


@pytest.mark.parametrize("code", [403, 429, None])
def test_a_publisher_that_refuses_or_sends_a_damaged_file_is_passed_over(
    publisher: Publisher, cache: Path, de405: bytes, code: int | None
) -> None:
    """The next one is asked, and the reason of the first is told."""
    publisher.files["/naif/de436.bsp"] = de405[:200_000] if code is None else refused(code)
    reason = "is not an ephemeris that jug can use" if code is None else f"the server answers {code}"
    found = ask(publisher, "DE436")
    assert found.done == FAILED
    assert reason in found.text
    publisher.files["/ssd/de436.bsp"] = de405
    assert ask(publisher, "DE436").done == FETCHED


def test_another_file_of_the_same_name_is_put_aside(publisher: Publisher, cache: Path, de405: bytes):
    assert ask(publisher, "DE405").done == FETCHED
    other = (packaged_root() / "ephemeris" / "de440.bsp").read_bytes()
    publisher.files["/naif-old/de405.bsp"] = other
    del publisher.files["/naif-old/aa_checksums.txt"]
    found = ask(publisher, "DE405", force=True)
    assert found.done == PUT_ASIDE
    assert "is not the same file as the one at hand" in found.text
    assert (cache / "ephemeris" / "de405.bsp").read_bytes() == de405
    assert ask(publisher, "DE405", force=True, accept=["DE405"]).done == FETCHED
    assert (cache / "ephemeris" / "de405.bsp").read_bytes() == other


def test_the_publisher_of_checksums_is_not_there(publisher: Publisher, cache: Path, de405: bytes):
    """The file of another one is taken, and it is said why nothing vouches for it."""
    publisher.files["/ssd/de405.bsp"] = de405
    nobody = dict.fromkeys(("naif", "naif-old"), "http://127.0.0.1:1/")
    (found,) = update(("DE405",), UpdateOptions(publisher.bases | nobody, timeout=2.0))
    assert found.text.endswith("no checksum: cannot reach 127.0.0.1 (Connection refused)")


@pytest.mark.parametrize("content", [b"<html>", b"DAF/SPK " + bytes(2000), KERNEL.read_bytes()[:400000]], ids=str)
def test_what_is_no_kernel(publisher: Publisher, cache: Path, content: bytes):
    publisher.files["/ssd/de200.bsp"] = content
    found = ask(publisher, "DE200")
    assert found.done == FAILED
    assert "the file is not an ephemeris that jug can use" in found.text
    assert not (cache / "ephemeris").exists()


def archive(name: str, content: bytes, mode: str = "w:gz") -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode=mode) as tar:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
    return written.getvalue()


def test_inpop_comes_in_an_archive(publisher: Publisher, cache: Path):
    path = "/imcce/inpop19a/inpop19a_TDB_m100_p100_spice.tar.gz"
    whole = archive("inpop19a_TDB_m100_p100_spice.bsp", KERNEL.read_bytes())
    for content, said in (
        (archive("other.bsp", b""), "this archive does not contain inpop19a_TDB_m100_p100_spice.bsp"),
        (whole[: len(whole) // 2], "the archive is damaged"),
        (whole[:5000] + bytes(50) + whole[5050:], "the archive is damaged"),
        (b"x" * 1000, "the archive is damaged"),
    ):
        publisher.files[path] = content
        found = ask(publisher, "INPOP19a")
        assert found.done == FAILED
        assert said in found.text
    publisher.files[path] = whole
    assert ask(publisher, "INPOP19a").done == FETCHED
    assert open_ephemeris("INPOP19a", open_files()).span_mjd == (36934.0, 71176.0)
    assert (cache / "ephemeris" / "inpop19a.bsp").read_bytes() == KERNEL.read_bytes()


def test_nobody_has_it(publisher: Publisher, cache: Path):
    found = ask(publisher, "DE999")
    assert found.done == FAILED
    assert "no publisher has DE999 (asked: " in found.text
    assert found.text.endswith("is the name right?")
    publisher.files["/naif/de999.bsp"] = silent(publisher)
    assert "cannot reach 127.0.0.1 (no answer for 1 s)" in ask(publisher, "DE999").text


def test_base_addresses():
    assert base_addresses((), {}) == BASES
    assert all(url.startswith("https://") and url.endswith("/") for url in BASES.values())
    found = base_addresses(
        ["naif=http://here/a"], {"JUG_BASE_NAIF": "http://not/", "JUG_BASE_NAIF_OLD": "https://old/b"}
    )
    assert (found["naif"], found["naif-old"], found["ssd"]) == ("http://here/a/", "https://old/b/", BASES["ssd"])
    for words, environ, said in (
        (
            ["nasa=http://x/"],
            {},
            "--base 'nasa=http://x/' sets no base address; NAME=ADDRESS, NAME one of clock, clock-mirror",
        ),
        (["naif"], {}, "--base 'naif' sets no base address"),
        (["naif=file:///etc"], {}, "--base naif: 'file:///etc' is not an address; it begins with https://"),
        ([], {"JUG_BASE_SSD": "x"}, "JUG_BASE_SSD: 'x' is not an address"),
    ):
        with pytest.raises(InputError, match=said.replace("(", r"\(")):
            base_addresses(words, environ)


def test_names_of_ephemerides():
    assert all(map(is_ephemeris, ("DE200", "de405.bsp", "DE440s", "DE438t", "INPOP19a", "inpop21A")))
    assert not any(map(is_ephemeris, ("DE4", "inpop", "gbt", "de405/../x", "")))
    urls = [source.url for source in ephemeris_sources("DE441", BASES)]
    assert [url.split("/")[2] for url in urls] == ["naif.jpl.nasa.gov", "naif.jpl.nasa.gov", "ssd.jpl.nasa.gov"]
    assert ephemeris_sources("INPOP21a", BASES)[0].url.endswith("/inpop21a/inpop21a_TDB_m100_p100_spice.tar.gz")


def test_a_list_of_checksums():
    text = (
        "d41d8cd98f00b204e9800998ecf8427e  de440.bsp\n\nC9D581BFD84209DBEEE8B1583939B148 *./de440s.bsp\nxyz de1.bsp\n"
    )
    assert published_md5(text, "de440.bsp") == "d41d8cd98f00b204e9800998ecf8427e"
    assert published_md5(text, "de440s.bsp") == "c9d581bfd84209dbeee8b1583939b148"
    assert published_md5(text, "de1.bsp") == ""


# Packages of Chebyshev coefficients, made from the embedded DE421.


def package(folder: Path, name: str = "de405") -> Path:
    """A package as PyPI's de405 is laid out: what de421.bsp holds, the Moon instead of the Earth."""
    files = DataFiles((DataFolder(packaged_root(), "embedded"),))
    chains = open_ephemeris("DE421", files, None, ("earth", "sun", *PLANETS)).chains
    series = {f"jpl-{body}.npy": chain[-1] for body, chain in chains.items() if body != "earth"}
    series |= {"jpl-earthmoon.npy": chains["earth"][1], "jpl-moon.npy": chains["earth"][0]}
    step = max(segment.length_s for segment in series.values())
    first = step + max(segment.start_s for segment in series.values() if segment.length_s == step)
    count = int((min(segment.span_s[1] for segment in series.values()) - first) // step)
    target = folder / name
    target.mkdir(parents=True)
    (target / "__init__.py").write_text("")
    for file, segment in series.items():
        skip, stretch = round((first - segment.start_s) / segment.length_s), round(step / segment.length_s)
        records = segment.records[skip : skip + count * stretch]
        np.save(target / file, records * (-(1.0 + EMRAT) if file == "jpl-moon.npy" else 1.0))
    days = [(seconds / 86400.0 + 2451545.0) for seconds in (first, first + count * step)]
    constants = [(b"EMRAT", EMRAT), (b"jalpha", days[0]), (b"jomega", days[1])]
    np.save(target / "constants.npy", np.array(constants, dtype=[("name", "S6"), ("value", "<f8")]))
    return target


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> Path:
    folder = package(tmp_path / "site-packages")
    monkeypatch.delitem(sys.modules, "de405", raising=False)
    return folder


def test_a_package_gives_what_the_kernel_gives(installed: Path):
    found = open_files().ephemeris("DE405")
    assert (found.path, found.source) == (installed, "package de405")
    assert "de405" not in sys.modules
    times = Times(np.arange(45000, 60000, 7), DoubleDouble(np.linspace(0.0, 86399.9, 2143), np.zeros(2143)))
    bodies = ("earth", "sun", *PLANETS)
    package_, kernel = (open_ephemeris(name, open_files(), None, bodies) for name in ("DE405", "DE421"))
    assert 36934.0 < package_.span_mjd[0] < 37000.0
    assert 71100.0 < package_.span_mjd[1] <= 71176.0
    assert package_.use.source == "package de405"
    for body in bodies:
        for one, other in zip(package_.posvel(body, times), kernel.posvel(body, times), strict=True):
            np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-14 * np.abs(other).max())  # 10 um in 1 au


def test_a_package_that_is_not_whole(installed: Path):
    (installed / "jpl-sun.npy").unlink()
    with pytest.raises(
        DataError, match=r"de405 is not a complete folder of Chebyshev coefficients .*; install it again"
    ):
        open_ephemeris("DE405", open_files())
    np.save(installed / "jpl-sun.npy", np.zeros((3, 2)))
    with pytest.raises(DataError, match=r"jpl-sun.npy is not of shape \(records, 3, coefficients\)"):
        open_ephemeris("DE405", open_files())


def test_a_folder_of_coefficients_in_a_users_folder(tmp_path: Path, cache: Path):
    package(tmp_path / "own" / "ephemeris")
    files = DataFiles(search_folders(folder=tmp_path / "own"))
    assert files.ephemeris("de405").source == f"--data ({tmp_path / 'own'})"
    assert files.ephemeris_names() == ("DE405", "DE421", "DE440")


def test_an_ephemeris_that_is_nowhere(tmp_path: Path, cache: Path):
    par, tim = example("NGC6440E")
    changed = tmp_path / "a.par"
    changed.write_text(Path(par).read_text().replace("DE421", "DE405"))
    said = (
        r"a.par:\d+: the ephemeris DE405 is not at hand: 'EPHEM\s+DE405'; at hand: DE421, DE440; `jug data update "
        r"DE405` fetches it; so does `pip install de405`; --ephem DE440 \(in Python: ephem='DE440'\) goes on with that"
    )
    with pytest.raises(DataError, match=said):
        jug.load(changed, tim)
    model, toas = jug.load(changed, tim, ephem="de440")
    assert (toas.ephem, model.settings.ephem) == ("DE440", "DE440")
    assert model.settings.assumed[-1] == "EPHEM DE440, as asked, in place of the par file's DE405"
    result = jug.fit(model, toas)
    assert "EPHEM DE440, as asked, in place of the par file's DE405" in result.summary()
    jug.write_par(result.model, tmp_path / "post.par")
    assert "DE405" not in (tmp_path / "post.par").read_text()
    assert jug.load_model(tmp_path / "post.par").settings.ephem == "DE440"


def test_another_ephemeris_for_a_par_file_that_names_none(tmp_path: Path, cache: Path):
    par, _ = example("NGC6440E")
    lines = [line for line in Path(par).read_text().splitlines() if not line.startswith("EPHEM")]
    (tmp_path / "a.par").write_text("\n".join(lines))
    model = jug.load_model(tmp_path / "a.par", ephem="DE440")
    assert model.settings.ephem == "DE440"
    assert not any("EPHEM" in text for text in model.settings.assumed)
    assert model.par.lines[-1].args == ("DE440",)
