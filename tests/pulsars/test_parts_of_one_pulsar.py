"""Steps of one pulsar of a run at their limits: excision, earlier releases, what the report lists."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.errors import InputError
from jug.pulsars.one_pulsar import checks, report_sections
from jug.pulsars.one_pulsar import tests_of_terms as terms
from jug.pulsars.one_pulsar.changes import earlier_par, worst_change
from jug.pulsars.one_pulsar.cut_rows import cut_rows
from jug.pulsars.one_pulsar.earlier_numbers import number_changes
from jug.pulsars.one_pulsar.excision import (
    Excision,
    is_in_crowded_file,
    is_in_no_dmx_bin,
    is_of_later_backend,
    is_within_phases,
    remove_empty_dmx,
    words_of,
)

MODEL = jug.load_model(jug.data.example("NGC6440E")[0])


class Toas(Made):
    """TOAs with a length, and flags by name."""

    def __len__(self) -> int:
        return len(self.mjd)

    def flag(self, key: str) -> Any:
        return np.array(self.flags.get(key, [""] * len(self)))


def test_phases_between_two_limits() -> None:
    """The limits belong to the range; from 0.9 to 0.1 goes through 0, and 1.1 is 0.1."""
    phase = np.array([0.0, 0.1, 0.5, 0.9, 0.95])
    assert is_within_phases(phase, [0.9, 1.1]).tolist() == [True, True, False, True, True]
    assert is_within_phases(phase, (0.1, 0.9)).tolist() == [False, True, True, True, False]
    assert is_within_phases(phase, (0.5, 0.5)).tolist() == [False, False, True, False, False]
    with pytest.raises(InputError, match=r"^the phases of cut are \[0\.1\]; write two: \[0\.9, 0\.1\]$"):
        is_within_phases(phase, [0.1])


def test_words_of_an_option() -> None:
    assert [words_of(option) for option in ("a b", ["a", 3], None, 3)] == [["a b"], ["a", "3"], [], []]


def test_backends_that_observe_together() -> None:
    """Of one receiver, within 0.02 d, in bands that overlap or touch; the first of the list is kept."""
    rows = [  # MJD, backend, receiver, MHz, width
        (55000.0, "GASP", "L", 1400.0, "100"), (55000.019, "PUPPI", "L", 1500.0, "100"),
        (55000.019, "PUPPI", "L", 1501.0, "100"), (55000.021, "PUPPI", "L", 1400.0, "100"),
        (54999.981, "PUPPI", "L", 1300.0, ""), (55000.0, "PUPPI", "S", 1400.0, "100"),
        (55000.0, "OTHER", "L", 1400.0, "100"),
    ]  # fmt: skip
    mjd, be, fe, mhz, bw = (list(column) for column in zip(*rows, strict=True))
    toas: Any = Toas(mjd=np.array(mjd), freq_hz=1e6 * np.array(mhz), flags={"be": be, "fe": fe, "bw": bw})
    assert np.flatnonzero(is_of_later_backend(toas, ["GASP", "PUPPI"])).tolist() == [1, 4]
    assert np.flatnonzero(is_of_later_backend(toas, ["PUPPI", "GASP"])).tolist() == [0]
    assert np.flatnonzero(is_of_later_backend(toas, ["GASP"])).tolist() == []


def test_files_with_many_outliers() -> None:
    """More than the share rounded to a whole number, half of an odd number to the even one."""
    bad = np.array([True, True, False, True])
    every = ["a"] * 5 + ["b"] * 4
    for share, found in ((0.3, [False, False, False, False]), (0.2, [True, True, True, False])):
        assert is_in_crowded_file(every, ["a", "a", "a", "b"], bad, share).tolist() == found


def with_bin(low: float, high: float) -> Any:
    values = {"DMX_0001": 0.0, "DMXR1_0001": low, "DMXR2_0001": high}
    return Made(entries=values, values=values, remove=lambda *names: names)


def test_bins_without_toas_and_toas_without_a_bin() -> None:
    """Ends belong to a bin."""
    toas: Any = Toas(mjd=np.array([54000.0, 54010.0]))
    for low, high in ((54010.0, 54020.0), (53990.0, 54000.0)):
        model = with_bin(low, high)
        assert remove_empty_dmx(model, toas) is model
        assert is_in_no_dmx_bin(model, toas).tolist() == [low == 54010.0, high == 54000.0]
    assert remove_empty_dmx(with_bin(54011.0, 54020.0), toas) == ("DMX_0001",)


def test_rules_that_leave_nothing_or_name_nothing() -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    left = Excision(toas)
    with pytest.raises(InputError, match=r"^all_of_it leaves out all 62 TOAs; correct the rule$"):
        left.cut(np.ones(62, dtype=bool), "all_of_it")
    assert left.cut(np.zeros(62, dtype=bool), "none") == 0
    with pytest.warns(jug.errors.InputWarning, match=r"cut: no TOA has nowhere, name nothing"):
        left.cut_by_rules(model, {"files": ["nowhere"], "mine": ["name nothing", "mjd < 53479"]})
    with pytest.warns(
        jug.errors.InputWarning, match=r"cut\.eclipsing is left out: the model has no orbit with a phase"
    ):
        left.cut_by_rules(model, {"eclipsing": [0.1, 0.2]})
    early = int(np.sum(toas.mjd < 53479))
    assert 0 < early == left.n_cut == left.counts["mine"]
    assert left.cut(left.toas.mjd > 54180.0, "mine") > 0
    assert left.n_cut == left.counts["mine"] == 62 - len(left.toas)
    assert [row[0] for row in cut_rows(left.toas)] == ["mine"] * left.n_cut
    assert cut_rows(toas) == []


def test_outliers_are_cut_with_their_crowded_files_and_unlikely_epochs() -> None:
    """A probability of 0.02 among four files counts as 0.08; a group is cut once, by its first reason."""
    _, toas = jug.load(*jug.data.example("NGC6440E"))
    bad = np.zeros(62, dtype=bool)
    bad[:2] = True

    def group(rows: list[int], p: float, **kind: bool) -> Any:
        return Made(
            **{
                "kind": "epoch",
                "rows": np.array(rows),
                "probability": p,
                "confirmed": True,
                "determines": False,
                **kind,
            }
        )

    groups = [group([0, 2], 0.02), group([5], 0.03), group([6], 0.001, confirmed=False),
              group([7], 0.001, confirmed=False, determines=True)]  # fmt: skip
    left = Excision(toas)
    left.cut_outliers(Made(bad=bad, groups=groups), max_share=None, epochs=0.1)  # type: ignore[arg-type]
    assert left.counts == {"outlier": 2, "epochdrop": 2}
    assert left.toas.mjd.tolist() == np.delete(toas.mjd, [0, 1, 2, 7]).tolist()
    left = Excision(toas)
    left.cut_outliers(Made(bad=bad, groups=groups), max_share=0.05, epochs=None)  # type: ignore[arg-type]
    assert left.counts["outlier"] == 2
    assert "epochdrop" not in left.counts


def test_the_par_file_of_an_earlier_release(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no such folder.*correct compare\.with"):
        earlier_par(str(tmp_path / "none"), "J1")
    assert earlier_par(str(tmp_path), "J1") is None
    for path in ("J1_b.par", "J1.par", "J1/post.par"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
        assert earlier_par(str(tmp_path), "J1") == tmp_path / path
    assert earlier_par(str(tmp_path / "J1.par"), "J9") == tmp_path / "J1.par"
    (tmp_path / "J2_a.par").touch()
    assert earlier_par(str(tmp_path), "J2") == tmp_path / "J2_a.par"
    (tmp_path / "J2_b.par").touch()
    with pytest.raises(InputError, match=r"several par files begin with J2 \(J2_a.par, J2_b.par\).*call one J2\.par"):
        earlier_par(str(tmp_path), "J2")


def test_the_largest_change() -> None:
    assert worst_change(None) is None
    assert worst_change(Made(values=[])) == 0.0  # type: ignore[arg-type]
    assert worst_change(Made(values=[Made(sigma=1.0), Made(sigma=3.0)])) == 3.0  # type: ignore[arg-type]


def test_numbers_that_changed() -> None:
    earlier = {"n_toa": 62, "wrms_us": 33.31, "cut": {"outlier": 2, "dmx": 1}, "to_check": [], "first_mjd": None}
    now = {"n_toa": 62, "wrms_us": 33.42, "cut": {"outlier": 3, "bad": 1, "dmx": 1}, "to_check": ["CLK", "UNITS"]}
    assert list(number_changes(earlier, now)) == [
        ("wrms, us", "33.31", "33.42"), ("checks to look at", "none", "CLK, UNITS"),
        ("TOAs left out, -cut outlier", "2", "3"), ("TOAs left out, -cut bad", "0", "1"),
    ]  # fmt: skip
    assert list(number_changes({"cut": None}, {"cut": []})) == []


def test_terms_that_are_there_and_parameters_that_are_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(terms, "ftest", lambda model, toas, **options: asked.append(options))
    assert [terms._has(MODEL, term) for term in ("F1", "F2", "F0-1", "F1-2", "F0+F1", "F0+PX", "")] == [
        True, False, True, False, True, False, False,
    ]  # fmt: skip

    def job(**options: Any) -> Any:
        return Made(settings={"ftest": options}, options=lambda name: dict(options))

    told = r"^not tested: (F1 \(the model has them\)|PX, F0 \+ PX \(they are not fitted\))$"
    with pytest.warns(jug.FitWarning, match=told) as said:
        terms.tests_of_terms(job(add=["F1", "F2"], remove=["PX", "F0 + PX", "F0 + F1"], threshold=0.1), MODEL, None)  # type: ignore
    assert len(said) == 2
    assert asked == [{"add": ["F2"], "remove": ["F0 + F1"], "threshold": 0.1}]
    assert terms.tests_of_terms(Made(settings={}), MODEL, None) is None  # type: ignore[arg-type]
    with pytest.warns(jug.FitWarning, match="the model has them"):
        assert terms.tests_of_terms(job(add="F1"), MODEL, None) is None  # type: ignore[arg-type]
    assert len(asked) == 1


def test_sections_of_checks_and_cut_toas(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (checks.ReleaseCheck("A", True, "1", "2"), checks.ReleaseCheck("B", False, "3", "4"))
    assert "1 of 2 need a look." in report_sections._checks(found)
    assert "All 1 are as they should be." in report_sections._checks(found[:1])
    rows = [("outlier", "a.ff", "55000.0000", "1400.0")]
    monkeypatch.setattr(report_sections, "cut_rows", lambda toas: rows)
    done = Made(checks=(), changes=None, cut={"outlier": 2, "dmx": 1}, toas=None, noise=None, tests=None)
    ((title, html),) = report_sections.run_sections(done, [])  # type: ignore[arg-type]
    assert title == "Cut TOAs"
    assert "The first 1 of 3." in html
    done.cut = {"outlier": 1}
    assert "The first" not in report_sections.run_sections(done, [])[0][1]  # type: ignore[arg-type]
    notes = report_sections.run_sections(Made(**{**vars(done), "cut": {}}), ["a < b"])  # type: ignore[arg-type]
    assert [title for title, _ in notes] == ["Notes"]
    assert "<ul><li>a &lt; b</li></ul>" in notes[0][1]
    assert [report_sections._sigma(value) for value in (1.234, None, 2)] == ["1.23", "", ""]
