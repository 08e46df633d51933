"""Cuts of a configuration of pint_pal, which tim file belongs to a par file, names of folders, absent ephemerides."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

from jug.errors import InputError, Where
from jug.pulsars.configuration import ephemerides
from jug.pulsars.configuration.pairs import ParAndTim as Pair
from jug.pulsars.configuration.pairs import _tims_of, folder_names, par_files, pulsar_name, safe_name, with_tim_files
from jug.pulsars.configuration.pint_pal_cuts import cuts_of

TOGETHER = ["GUPPI", "PUPPI", "GASP", "ASP"]


def test_cuts_by_limits_words_and_lists() -> None:
    """A limit of zero is one; an entry may end with a reason."""
    ignore = {
        "mjd-start": 0, "mjd-end": 56000.5, "snr-cut": 8, "orphaned-rec": "L_A",
        "poor-febe": ["x"], "poor-febes": ["y"],
        "bad-group": [["be", "ASP", "why"]], "bad-range": [[53000, 53010], [53020, 53030, "GASP"]],
        "bad-toa": [["a.ff", 3, 0], ["b.ff", None, 2, "why"], ["c.ff", False, None]],
        "bad-toa-averaged": ["d.ff", ["e.ff"]],
        "orb-phase-range": [0.9, 0.1], "bad-file": ["f", ["g", "why"]], "prob-outlier": None,
    }  # fmt: skip
    assert cuts_of({"ignore": ignore, "toa-type": "NB"}) == {
        "simultaneous": TOGETHER, "mjdstart": "mjd < 0", "mjdend": "mjd > 56000.5", "snr": "-snr < 8",
        "orphaned": ['-f "L_A"'], "poorfebe": ['-f "y"'], "badgroup": ['-be "ASP"'],
        "badrange": ["mjd > 53000 & mjd < 53010", 'mjd > 53020 & mjd < 53030 & -be "GASP"'],
        "badtoa": ['name "a.ff" & -chan 3 & -subint 0', 'name "b.ff" & -subint 2', 'name "c.ff" & -chan 0'],
        "badtoa_averaged": ['name "d.ff"', 'name "e.ff"'], "eclipsing": [0.9, 0.1], "files": ["f", "g"],
    }  # fmt: skip


def test_cuts_of_wideband_toas() -> None:
    """They have no channels, and must have a measured DM; a word with a quotation mark stands between others."""
    found = cuts_of({"toa-type": "wb", "ignore": {"bad-toa": [["a.ff", 3, 0]], "orphaned-rec": ['a"b']}})
    assert found == {
        "simultaneous": TOGETHER, "orphaned": ["-f 'a\"b'"], "no_ppdm": "~-pp_dm",
        "badtoa": ['name "a.ff" & -subint 0'],
    }  # fmt: skip
    assert (
        cuts_of({}) == cuts_of({"ignore": None}) == cuts_of({"ignore": {"bad-toa": []}}) == {"simultaneous": TOGETHER}
    )


@pytest.mark.parametrize(
    ("key", "entry", "least"),
    [
        ("bad-group", ["be"], 2),
        ("bad-range", [53000], 2),
        ("bad-toa", ["a", 1], 3),
        ("bad-toa", "a", 3),
        ("bad-file", [], 1),
    ],
)
def test_entries_that_are_too_short(key: str, entry: Any, least: int) -> None:
    with pytest.raises(InputError) as told:
        cuts_of({"ignore": {key: [entry]}})
    assert told.value.why == f"ignore.{key} has the entry {entry!r}"
    assert told.value.hint.startswith(f"an entry of ignore.{key} has {least} words or more, as [file, channel")


def test_rules_for_the_tim_file_in_their_order(tmp_path: Path) -> None:
    """The same name, then without endings, then one that begins with the other, the pulsar's, the only one."""
    par = tmp_path / "J1_v1.gls.par"
    par.write_text("PSRJ J5\n")

    def suits(*names: str, alone: bool = False) -> list[str]:
        return [tim.name for tim in _tims_of(par, [tmp_path / name for name in names], alone=alone)]

    assert suits("J1_v1.gls.tim", "J1_v1.tim") == ["J1_v1.gls.tim"]
    assert suits("J1_v1.wb.tim", "J1_v1.nb.tim", "J1.tim") == ["J1_v1.wb.tim", "J1_v1.nb.tim"]
    assert suits("J1.tim", "J1_v1_x.tim", "J5.tim") == ["J1.tim", "J1_v1_x.tim"]
    assert suits("B5_all.tim", "x.tim") == ["B5_all.tim"]
    assert suits("x.tim", "y.tim") == []
    assert suits("x.tim", "y.tim", alone=True) == ["x.tim", "y.tim"]


def test_a_par_file_is_alone_in_its_own_folder(tmp_path: Path) -> None:
    for name in ("a/J1.par", "a/x.tim", "b/J2.par"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    first, second = with_tim_files([tmp_path / "a" / "J1.par", tmp_path / "b" / "J2.par"])
    assert first == Pair(tmp_path / "a" / "J1.par", tmp_path / "a" / "x.tim")
    assert second.why == "no tim file belongs to this par file"  # type: ignore[union-attr]
    assert [path.name for path in par_files(tmp_path)] == ["J1.par", "J2.par"]


def test_names_of_pulsars_and_folders(tmp_path: Path) -> None:
    """Two pulsars of one name, in any case, have the names of their par files; 247 bytes at most."""
    pairs = []
    for stem, psr in (("a", "PSR J1"), ("b", "psrb j1"), ("c", "PSRJ J2/x"), ("d", "F0 1")):
        path = tmp_path / f"{stem}.par"
        path.write_text(f"# PSR X\n  {psr}\n")
        pairs.append(Pair(path, path))
    assert [pulsar_name(pair.par) for pair in pairs] == ["J1", "j1", "J2/x", ""]
    assert pulsar_name(tmp_path / "none.par") == ""
    assert list(folder_names(pairs).values()) == ["a", "b", "J2_x", "d"]
    assert safe_name("..") == "pulsar"
    assert safe_name(".J1 +-_.") == "J1_+-_"
    assert len(safe_name("x" * 300)) == 247
    assert safe_name("\u661f" * 100) == "\u661f" * 82


def test_absent_ephemerides_are_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first par file that names each; a kernel beside the par file is there."""
    monkeypatch.setattr(ephemerides, "ephemeris_at_hand", lambda name, files: name)
    files: Any = Made(ephemeris=lambda name: "path" if name == "DE440" else None, ephemeris_names=lambda: ["DE440"])

    def job(name: str, text: str, ephem: str | None = None) -> Any:
        path = tmp_path / f"{name}.par"
        path.write_text(text)
        return Made(par=str(path), options=lambda step: {} if ephem is None else {"ephem": ephem})

    (tmp_path / "own.bsp").touch()
    jobs = [
        job("a", "PSR A\nEPHEM DE430\n"), job("b", " ephem DE430 1\n"), job("c", "EPHEM DE440\n"),
        job("d", "EPHEM own.bsp\n"),
        job("e", "EPHEM DE430\n", "mine"), job("f", "PSR F\n"), job("g", "EPHEM other.bsp\n"),
    ]  # fmt: skip
    told = list(ephemerides.missing_ephemerides(jobs, files))
    assert [one.why for one in told] == [
        "the ephemeris DE430 is not at hand, and 1 more par files ask for it", "the ephemeris mine is not at hand",
        "the ephemeris other.bsp is not at hand",
    ]  # fmt: skip
    assert told[0].where == Where(str(tmp_path / "a.par"), 2)
    assert told[0].hint.startswith("`jug data update DE430` fetches it; load.ephem = ")
    assert told[1].hint.startswith("load.ephem = ")
    assert told[0].hint.endswith("takes another (at hand: DE440)")
