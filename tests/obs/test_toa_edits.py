"""TOAs selected by expressions, flagged, deleted, turned, numbered and merged, each as a changed copy."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug


@pytest.fixture(scope="module")
def loaded() -> tuple[jug.TimingModel, jug.TOAs]:
    model, toas = jug.load(*example("NGC6440E"))
    return model, toas.with_flag("-fe", "L-wide", "freq < 1700").with_flag("fe", "S", "freq > 1700")


@pytest.fixture(scope="module")
def toas(loaded: tuple[jug.TimingModel, jug.TOAs]) -> jug.TOAs:
    return loaded[1].with_flag("snr", "8.5", np.arange(62) < 10).with_flag("snr", "20", np.arange(62) > 50)


def test_expressions_are_masks_of_numpy(toas: jug.TOAs) -> None:
    mjd, mhz, us, fe = toas.mjd, toas.freq_hz / 1e6, toas.error_s * 1e6, toas.flags["fe"]
    snr = np.array([float(word) if word else np.nan for word in toas.flags["snr"]])
    cases = {
        "-fe L-wide": fe == "L-wide",
        "-fe L-wide & mjd > 53800": (fe == "L-wide") & (mjd > 53800),
        "-fe==S|mjd<=53500": (fe == "S") | (mjd <= 53500),
        "~(-fe S | error >= 20)": ~((fe == "S") | (us >= 20)),
        "~-fe S & error < 20 | freq 1949 1951": ((fe != "S") & (us < 20)) | ((mhz >= 1949) & (mhz <= 1951)),
        "-fe != 'L-wide'": fe != "L-wide",
        '-fe != "L-wide"': fe != "L-wide",
        "-snr": np.isfinite(snr),
        "-snr > 10": snr > 10,
        "-snr <= 8.5": snr <= 8.5,
        "site gbt": np.ones(62, dtype=bool),
        "OBS != GBT": np.zeros(62, dtype=bool),
        "MJD 53400 53600": (mjd >= 53400) & (mjd <= 53600),
        f"name {toas.names[3]}": np.array(toas.names) == toas.names[3],
        "n == 5 | n 60 62": np.isin(np.arange(1, 63), [5, 60, 61, 62]),
        "mjd == 5e4": np.zeros(62, dtype=bool),
    }
    for text, want in cases.items():
        assert np.array_equal(toas.mask(text), want), text
        assert len(toas.select(text)) == len(toas[text]) == int(want.sum()), text


def test_a_year_in_the_place_of_an_mjd_is_told(toas: jug.TOAs) -> None:
    with pytest.warns(jug.InputWarning, match=r"MJD 2005 is in 1864; the year 2005 begins at MJD 53371$"):
        assert toas.mask("mjd > 2005").all()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mjd > x", "character 7: a number is expected, not 'x'"),
        ("-fe L-wide & ", "character 14: the expression ends too early"),
        ("(-fe L-wide", r"character 12: '\)' is missing for '\(' at character 1"),
        ("-fe L-wide mjd > 5", "character 12: 'mjd' does not belong here"),
        ("mjd", "character 4: a number is expected"),
        ("__import__('os')", "character 1: '__import__' is not a flag"),
        ("snr > 5", "character 1: 'snr' is not a flag"),
        ("res > 50", r"TOAs have no residuals; select by a mask, toas\.select"),
        ("-fe > 5", "character 1: the flag -fe has the value 'L-wide', which is not a number"),
        ("site < gbt", "character 6: '<' cannot compare words"),
        ("-fe = x", "character 5: '=' does not belong here"),
        ("", "character 1: the expression ends too early"),
        ("-fe == )", "character 8: a word is expected"),
        ("mjd > 5 )", "character 9: '\\)' does not belong here"),
    ],
)
def test_an_error_names_the_character(toas: jug.TOAs, text: str, why: str) -> None:
    with pytest.raises(jug.InputError, match=why):
        toas.select(text)


def test_a_flag_that_no_toa_has_is_told(toas: jug.TOAs) -> None:
    told = r"selection '.*': no TOA has the flag -fee; did you mean -fe\?"
    for text, count in {"-fee L-wide": 0, "~-fee": 62, "-fe S & -fee > 5": 0}.items():
        with pytest.warns(jug.InputWarning, match=told) as record:
            assert int(toas.mask(text).sum()) == count
        assert (len(record), record[0].filename) == (1, __file__)
        with pytest.warns(jug.InputWarning, match=told) as record:
            assert len(toas[text]) == len(toas.delete(f"~({text})")) == count
        assert {one.filename for one in record} == {__file__}
    assert len(toas["mjd < 5e4"]["-fe S"]) == 0
    with pytest.warns(jug.InputWarning, match="no TOA has the flag -fe; they have no flags"):
        jug.load(*example("NGC6440E"))[1].select("-fe S")


def test_indices_and_masks(toas: jug.TOAs) -> None:
    assert len(toas[:10]) == 10
    assert toas[5].names == toas[[5]].names == (toas.names[5],)
    assert toas[-1].mjd[0] == toas.mjd[-1]
    assert [one.names[0] for one in toas[:3]] == list(toas.names[:3])
    assert np.array_equal(toas[toas.mjd > 53600].tdb.sec.lo, toas.tdb.sec.lo[toas.mjd > 53600])
    assert toas.flags["snr"].tolist() == toas.flag("snr").tolist()


def test_edits_are_undone_one_by_one(toas: jug.TOAs) -> None:
    fewer = toas.delete("-fe S")
    bad = fewer.with_flag("-cut", "bad", "error > 20").without_flag("snr")
    assert len(fewer) + int(toas.mask("-fe S").sum()) == len(toas)
    assert set(bad.flags) == {*(key for key in toas.flags if key != "snr"), "cut"}
    assert bad.undo().undo() is fewer
    assert fewer.undo() is toas
    assert toas.without_flag("-absent").flags.keys() == toas.flags.keys()
    assert pickle.loads(pickle.dumps(bad)).before is None
    some = toas.without_flag("snr", "-snr < 10")
    assert some.flags["snr"].tolist() == ["20" if word == "20" else "" for word in toas.flags["snr"]]
    with pytest.raises(jug.InputError, match="no edit of these TOAs can be undone"):
        jug.load(*example("NGC6440E"))[1].undo()


def test_a_turn_is_a_period(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """Of 16.26 ms; the mean, weighted, is subtracted from both."""
    model, toas = loaded
    before = jug.residuals(model, toas)
    after = jug.residuals(model, toas.with_turns(2, "mjd > 54000"))
    change = after.phase - before.phase
    assert np.ptp(change) == pytest.approx(2.0, abs=1e-9)
    assert (change > change.mean()).tolist() == (toas.mjd > 54000).tolist()


def test_pulse_numbers_go_through_a_tim_file(loaded: tuple[jug.TimingModel, jug.TOAs], tmp_path: Path) -> None:
    """With them a model that is half a second off keeps the count of pulses (TRACK -2), which it loses without."""
    model, toas = loaded
    fitted = jug.fit(model, toas, backend="numpy")
    numbered = toas.with_pulse_numbers(fitted.residuals.pulse_number)
    jug.write_tim(numbered, tmp_path / "n.tim")
    again = jug.prepare(model, jug.read_tim(tmp_path / "n.tim"))
    assert again.flags["pn"].tolist() == [str(n) for n in fitted.residuals.pulse_number.tolist()]
    off = fitted.model.moved({"F0": 2e-7})
    found, lost = (jug.fit(off.set(TRACK=-2) if track else off, again, backend="numpy") for track in (True, False))
    assert found.chi2 == pytest.approx(fitted.chi2, rel=1e-6)
    assert lost.chi2 >= found.chi2 - 1e-6
    with pytest.raises(jug.InputError, match="3 pulse numbers for 62 TOAs"):
        toas.with_pulse_numbers(np.arange(3))


@pytest.mark.filterwarnings("ignore:.*whole turns of:jug.JugWarning")
@pytest.mark.parametrize("reading", ["FILE", "TIME", "NONE"])
def test_numbers_of_toas_with_turns_give_the_same_residuals(reading: str, tmp_path: Path) -> None:
    """PHASE, -phase and -padd, whole turns and parts; the turns were taken out and the numbers left as they were."""
    par, tim = example("NGC6440E")
    flags = {3: " -padd 0.3", 12: " -phase 3", 22: " -padd 2", 40: " -phase -1.25"}
    jug.write_tim(jug.load(par, tim)[1], tmp_path / "plain.tim")
    rows = [line + flags.get(i, "") for i, line in enumerate((tmp_path / "plain.tim").read_text().splitlines())]
    rows[30:30], rows[10:10] = ["PHASE -2.25"], ["PHASE 1"]
    (tmp_path / "turned.tim").write_text("\n".join(rows) + "\n")
    model, toas = jug.load(par, tmp_path / "turned.tim", conventions={"PHASE": reading})
    before = jug.residuals(model, toas)
    jug.write_tim(toas.with_pulse_numbers(before.pulse_number), tmp_path / "numbered.tim")
    after = jug.residuals(*jug.load(par, tmp_path / "numbered.tim", conventions={"PHASE": reading}))
    assert np.ptp(before.phase) > 0.7
    np.testing.assert_allclose(after.phase, before.phase, atol=1e-9)
    assert after.pulse_number.tolist() == before.pulse_number.tolist()


def test_two_files_as_one(loaded: tuple[jug.TimingModel, jug.TOAs], tmp_path: Path) -> None:
    """Halves merged are the whole, each TOA with its own file and line; the file written from them is read back."""
    model, toas = loaded
    early, late = toas.select("mjd < 53700").delete("freq > 1960"), toas.select("mjd >= 53700").with_flag("g", "late")
    whole = early.merge(late)
    assert len(whole) == len(early) + len(late)
    assert whole.undo() is early
    assert whole.flags["g"].tolist() == [""] * len(early) + ["late"] * len(late)
    assert str(whole.raw.where(len(early))) == str(late.raw.where(0))
    one, other = jug.residuals(model, whole), jug.residuals(model, jug.prepare(model, whole.raw))
    np.testing.assert_array_equal(one.time_s, other.time_s)
    kept = np.isin(toas.raw.serial, np.concatenate([early.raw.serial, late.raw.serial]))
    np.testing.assert_allclose(np.sort(one.time_s), np.sort(jug.residuals(model, toas[kept]).time_s), atol=1e-12)
    jug.write_tim(whole, tmp_path / "whole.tim")
    assert len(jug.read_tim(tmp_path / "whole.tim")) == len(whole)
    with pytest.raises(jug.InputError, match="prepared with DE421 and with DE440 cannot be merged"):
        early.merge(jug.prepare(model.set(EPHEM="DE440"), late.raw))


def test_a_line_of_a_file_is_kept_once(loaded: tuple[jug.TimingModel, jug.TOAs], tmp_path: Path) -> None:
    """Parts of one file share its deleted TOAs; a merge has each of them once, in memory and in the written file."""
    toas = loaded[1].delete("freq > 1960")
    lines = sorted([*toas.raw.line.tolist(), *toas.raw.deleted.line.tolist()])
    parts = toas.select("mjd < 53700").merge(toas.select("mjd >= 53700"))
    assert len(parts) == len(toas)
    assert sorted(parts.raw.deleted.line.tolist()) == sorted(toas.raw.deleted.line.tolist())
    jug.write_tim(parts, tmp_path / "parts.tim")
    assert sum("1" in line for line in (tmp_path / "parts.tim").read_text().splitlines()[1:]) == len(lines)
    for one, other in ((loaded[1].select("mjd < 53700"), toas), (toas, loaded[1].select("mjd < 53700"))):
        with pytest.warns(jug.InputWarning, match="TOAs of the second set come from lines of files that the first has"):
            whole = one.merge(other)
        assert sorted([*whole.raw.line.tolist(), *whole.raw.deleted.line.tolist()]) == lines
        assert len(whole.raw.deleted) < len(toas.raw.deleted)


def test_a_file_that_has_changed_is_another_file(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    model, toas = loaded
    changed = replace(toas.raw, sources=tuple(["C nothing", *lines] for lines in toas.raw.sources))
    assert len(toas.merge(jug.prepare(model, changed))) == 2 * len(toas)


def test_toas_of_no_file_are_merged(loaded: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """Simulated ones have the name of a file and no lines: each is another TOA."""
    model, toas = loaded
    made = jug.simulate(model, n_toa=10, error_us=20.0, seed=1)
    assert len(made.merge(made)) == 20
    assert len(toas.merge(made)) == len(made.merge(toas)) == len(toas) + 10
