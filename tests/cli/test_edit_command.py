"""``jug edit``: the edits of `jug.TimingModel` on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.cli import command as cli

PAR, TIM = example("NGC6440E")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], embedded_only: None) -> Run:
    """Run the command in this process: exit code, standard output, standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_the_edits_are_those_of_a_model(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.par"
    words = ("--add", "F2", "--add", "PX 0.5 1", "--remove", "TZRFRQ,TZRSITE,TZRMJD", "--set", "EPHEM=DE440")
    code, said, complained = run("edit", PAR, *words, "--freeze", "F*,DM", "--free", "F0", "-o", out)
    assert (code, complained) == (0, "")
    assert "- EPHEM               DE421" in said.splitlines()
    assert "+ EPHEM               DE440" in said.splitlines()
    by_hand = jug.load_model(PAR).add(["F2", "PX 0.5 1"]).remove("TZRMJD", "TZRSITE", "TZRFRQ").set(EPHEM="DE440")
    by_hand = by_hand.freeze("F*", "DM").free("F0")
    jug.write_par(by_hand, tmp_path / "by_hand.par")
    assert out.read_text() == (tmp_path / "by_hand.par").read_text()


def test_the_order_of_the_options_counts(run: Run) -> None:
    code, said, _ = run("edit", PAR, "--remove", "F1", "--add", "F1 -1e-15", "-o", "-")
    assert code == 0
    assert "F1 -1e-15" in said.splitlines()
    assert run("edit", PAR, "--add", "F1 -1e-15", "--remove", "F1", "-o", "-")[0] == 2


def test_dmx_is_made_from_toas(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.par"
    code, _, complained = run("edit", PAR, "--add-dmx", TIM, "--dmx-days", 365, "-o", out)
    assert code == 0
    assert "in no bin" in complained
    model, toas = jug.load(PAR, TIM)
    with pytest.warns(jug.InputWarning, match="in no bin"):
        assert jug.load_model(out).values == model.add_dmx(toas, days=365).values


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (
            ("--dmx-days", 365, "--dmx-pad", 1, "--dmx-ratio", 1.2, "--dmx-solar-wind", 100),
            {"days": 365, "pad_days": 1.0, "frequency_ratio": 1.2, "solar_wind_us": 100.0},
        ),
        (
            ("--dmx-days", 100, "--dmx-rules", "pint", "--dmx-divide", 1700),
            {"days": 100, "rules": "pint", "divide_mhz": 1700.0},
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*TOAs are in no bin:jug.InputWarning")
def test_the_rules_of_dmx_are_options(
    run: Run, tmp_path: Path, words: tuple[object, ...], how: dict[str, float | str]
) -> None:
    out = tmp_path / "out.par"
    assert run("edit", PAR, "--add-dmx", TIM, *words, "-o", out)[0] == 0
    model, toas = jug.load(PAR, TIM)
    assert jug.load_model(out).values == model.add_dmx(toas, **how).values  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "nothing to edit"),
        (("--add", "F3"), "F3 needs F2"),
        (("--remove", "F7"), "did you mean F0 or F1?"),
        (("--set", "F1"), "has no value; as in --set F1=-1.2e-15"),
        (("--add-dmx", TIM, "--add-dmx", TIM), "given twice"),
        (("--free", ","), "names no parameter"),
        (("--free", "F0", "--dmx-pad", "1"), "--dmx-pad is an option of --add-dmx; give --add-dmx TIM too"),
        (("--free", "F0", "--dmx-rules", "pint"), "--dmx-rules is an option of --add-dmx"),
        (("--free", "F0", "--with-year"), "--with-year is an option of --waves-to-noise"),
        (("--add-dmx", TIM, "--dmx-divide", "900"), "--dmx-divide belongs to the rules of pint, not to those of"),
        (("--add-dmx", TIM, "--dmx-ratio", "0.5"), "frequency_ratio is 0.5; it is 1 or more"),
        (("--add-dmx", TIM, "--dmx-pad", "inf"), "pad_days is inf"),
        (("--add-dmx", TIM, "--dmx-days", "0"), "a bin is longer than 0 d"),
    ],
)
def test_what_cannot_be_edited_is_one_line(run: Run, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    code, said, complained = run("edit", PAR, *words, "-o", tmp_path / "out.par")
    assert (code, said) == (2, "")
    assert why in complained
    assert not (tmp_path / "out.par").exists()


def test_an_edit_without_effect_says_so(run: Run, tmp_path: Path) -> None:
    assert run("edit", PAR, "--free", "F0", "-o", tmp_path / "out.par") == (0, "no line has changed\n", "")
    assert (tmp_path / "out.par").read_text() == PAR.read_text()


def test_epochs_are_moved_with_the_covariance_of_the_toas(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.par"
    code, _, complained = run("edit", PAR, "--epoch", "PEPOCH=54000", "--tim", TIM, "-o", out)
    assert code == 0
    assert "residuals change by" in complained
    toas = jug.load(PAR, TIM)[1]
    there = jug.fit(jug.load_model(out), toas, backend="numpy", max_iter=0, scale_errors=False)
    for name in ("F0", "F1"):
        assert jug.load_model(out).errors[name] == pytest.approx(there.errors[name], rel=1e-6)
    assert jug.load_model(out).errors["DM"] == jug.load_model(PAR).errors["DM"]  # the move does not concern it
    assert jug.load_model(out).values["PEPOCH"] == 54000


def test_both_files_have_one_report(run: Run, tmp_path: Path) -> None:
    words = ("edit", PAR, "--add", "F2", "--tim", TIM, "--delete", "error > 20")
    files = ("-o", tmp_path / "out.par", "--tim-output", tmp_path / "out.tim")
    found = json.loads(run(*words, *files, "--json")[1])
    assert (found["n_toa"], found["deleted"], found["changed"]) == (18, 44, ["+ F2 0 1"])
    said = run(*words, *files)[1].splitlines()
    assert said[0].startswith("18 of 62 TOAs are left")
    assert said[1:] == ["+ F2 0 1"]
    assert "standard output takes one file" in run(*words, "-o", "-", "--tim-output", "-")[2]
    assert "are both standard output" in run(*words, *files[:2], "--tim-output", "-", "--json")[2]
    code, said, complained = run(*words, *files[:2], "--tim-output", "-")
    assert code == 0
    assert said.startswith("FORMAT 1\n")
    assert "F2" not in said
    assert "comments of standard output" in complained
    assert json.loads(run("edit", PAR, "--add", "F2", "-o", "-", "--json")[1])["changed"] == ["+ F2 0 1"]


def test_another_ephemeris_is_one_of_the_changes(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.par"
    said = run("edit", PAR, "--freeze", "DM", "--ephem", "DE440", "-o", out)[1].splitlines()
    assert "+ EPHEM               DE440" in said
    assert jug.load_model(out)["EPHEM"].text == "DE440"


def test_sinusoids_are_added(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.par"
    assert run("edit", PAR, "--add-waves", "WaveX=3:800", "-o", out)[0] == 0
    assert jug.load_model(out).values == jug.load_model(PAR).add_waves("WaveX", 3, 800.0).values
    assert "as in --add-waves WaveX=30:4000" in run("edit", PAR, "--add-waves", "WaveX", "-o", out)[2]
    assert "has no uncertainty" in run("edit", out, "--waves-to-noise", "WaveX", "-o", out)[2]


@pytest.mark.parametrize("with_year", [False, True])
def test_the_frequency_of_a_year_is_an_option(run: Run, tmp_path: Path, with_year: bool) -> None:
    """The second of six frequencies is 1/yr; its amplitudes are far above the others'."""
    waves, out = tmp_path / "waves.par", tmp_path / "out.par"
    sines = [
        f"WXFREQ_{k:04d} {k / 730.5!r}\nWXSIN_{k:04d} {a} 1 1e-7\nWXCOS_{k:04d} {a} 1 1e-7"
        for k, a in enumerate((1e-5, 9e-5, 2e-6, 1e-6, 7e-7, 5e-7), 1)
    ]
    waves.write_text("\n".join([PAR.read_text(), *sines, ""]))
    words = ["--waves-to-noise", "WaveX", *(["--with-year"] if with_year else [])]
    assert run("edit", waves, *words, "-o", out)[0] == 0
    noise = jug.load_model(waves).waves_to_noise("WaveX", without_year=not with_year)
    assert jug.load_model(out).values == noise.values
    assert (noise.values["TNREDGAM"] > 4.0) == with_year


@pytest.mark.parametrize(
    ("selection", "expression"),
    [
        ("error > 20 & ~freq < 1600", "error > 20 & ~freq < 1600"),
        ("-fe L-wide | mjd > 54000", "-fe L-wide | mjd > 54000"),
        ("-fe 'L-wide'&mjd>53500", "-fe L-wide & mjd > 53500"),
        ("site gbt & freq 1300 1700", "site gbt & freq 1300 1700"),
        ("~-fe", "~-fe"),
        ("MJD 53400 53600", "mjd 53400 53600"),
        ("-cut (bad)", "-cut '(bad)'"),
    ],
)
def test_selections_are_those_of_jumps_and_of_toas(run: Run, tmp_path: Path, selection: str, expression: str) -> None:
    tim = tmp_path / "in.tim"
    jug.write_tim(jug.load(PAR, TIM)[1].with_flag("fe", "L-wide", "freq < 1800").with_flag("cut", "(bad)", [3]), tim)
    edits = ("--flag", f"-seen yes {selection}", "--wrap", f"1 {selection}", "--delete", selection)
    assert run("edit", PAR, "--tim", tim, *edits, "--tim-output", tmp_path / "out.tim")[0] == 0
    toas = jug.load(PAR, tim)[1]
    left, gone = jug.read_tim(tmp_path / "out.tim"), toas.mask(expression)
    assert 0 < gone.sum() < 62
    assert left.name == toas.select(~gone).names
    assert left.deleted is not None
    deleted = left.deleted.take(left.deleted.flag("seen") == "yes")  # the file has comments of its own
    assert len(deleted) == gone.sum()
    assert set(deleted.flag("phase").tolist()) == {"1"}


def test_deleted_toas_are_restored_by_a_selection(run: Run, tmp_path: Path) -> None:
    fewer, again, whole = tmp_path / "fewer.tim", tmp_path / "again.tim", tmp_path / "whole.tim"
    edit = ("edit", PAR, "--tim")
    assert run(*edit, TIM, "--delete", "n == 5 | n 9 11", "--tim-output", fewer)[0] == 0
    _, toas = jug.load(PAR, TIM)
    left = np.ones(62, bool)
    left[[4, 8, 9, 10]] = False
    assert (jug.load(PAR, fewer)[1].mjd == toas.mjd[left]).all()
    one = toas.mjd[4]
    code, said, _ = run(*edit, fewer, "--restore", f"mjd {one - 1e-6:.7f} {one + 1e-6:.7f}", "--tim-output", again)
    left[4] = True
    assert (code, said.split(";")[0]) == (0, "59 of 62 TOAs are left, 1 of them restored")
    assert (jug.load(PAR, again)[1].mjd == toas.mjd[left]).all()
    code, said, _ = run(*edit, again, "--restore", "mjd > 0", "--tim-output", whole)
    assert (code, said) == (0, "62 of 62 TOAs are left, 3 of them restored\n")
    assert (jug.load(PAR, whole)[1].mjd == toas.mjd).all(), "one that the author of the file commented out came back"
    assert "deleted_by" not in whole.read_text()
    code, said, _ = run(*edit, whole, "--uncomment", "mjd > 0", "--tim-output", again)
    assert (code, said) == (0, "63 of 63 TOAs are left, 1 of them restored\n")
    assert set(jug.load(PAR, again)[1].mjd) > set(toas.mjd)


def test_a_restore_that_finds_nothing_says_so(run: Run, tmp_path: Path) -> None:
    clean = tmp_path / "clean.tim"
    clean.write_text("FORMAT 1\na 1400 53500.1 10 gbt\nb 1400 53501.1 10 gbt\n")
    words = ("edit", PAR, "--tim", clean, "--tim-output", tmp_path / "out.tim", "--restore")
    code, _, said = run(*words, "mjd > 0")
    assert code == 2
    assert "clean.tim was deleted by jug; leave --restore out" in said
    clean.write_text("FORMAT 1\na 1400 53500.1 10 gbt\nC b 1400 53501.1 10 gbt\n")
    code, _, said = run(*words, "mjd > 0")
    assert code == 2
    assert "was deleted by jug; --uncomment takes back 1 TOA commented out by its author" in said
    code, _, said = run(*words[:-1], "--uncomment", "mjd > 60000")
    assert code == 2
    assert "--uncomment, of the TOAs commented out by its author: mjd > 60000 selects none of the 1 TOA" in said


@pytest.mark.filterwarnings("ignore:.*whole turns of -phase are added:jug.InputWarning")
def test_toas_are_deleted_flagged_and_wrapped(run: Run, tmp_path: Path) -> None:
    """In the order of the options; the files that are written read back to the same."""
    out = tmp_path / "out.tim"
    edits = ("--delete", "MJD 53400 53600", "--flag", "-cut bad FREQ 0 1800", "--wrap", "2 MJD 54000 55000")
    code, said, _ = run("edit", PAR, "--tim", TIM, *edits, "--tim-output", out)
    model, toas = jug.load(PAR, TIM)
    again = jug.prepare(model, jug.read_tim(out))
    kept = toas.mjd > 53600
    assert (code, said.split(";")[0]) == (0, f"{kept.sum()} of 62 TOAs are left")
    assert len(again) == kept.sum()
    left = toas.select(kept)
    assert ((again.flag("cut") == "bad") == (left.freq_hz <= 1.8e9)).all()
    assert "cut" not in toas.raw.flags
    assert ((again.flag("phase") == "2") == (left.mjd >= 54000)).all()
    turns = jug.residuals(model, again).phase - jug.residuals(model, left).phase
    assert np.allclose(turns - turns[0], np.where(left.mjd >= 54000, 2.0, 0.0), atol=1e-9)
    twice = ("--wrap", "-1 MJD 54000 55000")
    assert run("edit", PAR, "--tim", out, *twice, "--tim-output", tmp_path / "b.tim")[0] == 0
    assert set(jug.read_tim(tmp_path / "b.tim").flag("phase").tolist()) == {"", "1"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--delete", "TEL gbt"), "give --tim TIM --tim-output OUT.TIM"),
        (("--add", "F2"), "give -o OUT"),
        (("--tim", TIM, "--tim-output", "out.tim", "--delete", "-fe L-wide"), "selects none of the 62 TOAs"),
        (("--tim", TIM, "--tim-output", "out.tim", "--delete", "gbt"), "character 1: 'gbt' is not a flag such as"),
        (("--tim", TIM, "--tim-output", "out.tim", "--delete", "MJD 53400"), "a number is expected"),
        (("--tim", TIM, "--tim-output", "out.tim", "--delete", "error > 1e9"), "error > 1e9 selects none of the 62"),
        (("--tim", TIM, "--tim-output", "out.tim", "--wrap", "1"), "is not N SELECTION"),
        (("--tim", TIM, "--tim-output", "out.tim", "--wrap", "TEL gbt"), "is not N SELECTION"),
        (("--tim", TIM, "--tim-output", "out.tim", "--flag", "-cut bad"), "is not KEY VALUE SELECTION"),
        (("--tim", TIM, "--tim-output", "out.tim", "--flag", "-8 bad TEL gbt"), "cannot hold the flag"),
        (("--tim", TIM, "--tim-output", TIM, "--delete", "TEL gbt"), "this is the tim file"),
    ],
)
def test_toas_that_cannot_be_edited_are_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said, complained = run("edit", PAR, *words)
    assert (code, said) == (2, "")
    assert why in complained
    assert not list(tmp_path.iterdir())


def test_without_an_edit_the_toas_are_written_as_one_file(run: Run, tmp_path: Path) -> None:
    """INCLUDE and TIME are worked into the lines; the residuals stay."""
    last = TIM.read_text().rstrip().splitlines()[-1].replace("54099", "54109")
    (tmp_path / "whole.tim").write_text(f"INCLUDE {TIM}\nTIME 1.5\n{last}\nTIME -1.5\n")
    out = tmp_path / "out.tim"
    code, said, complained = run("edit", PAR, "--tim", tmp_path / "whole.tim", "--tim-output", out)
    assert (code, complained) == (0, "")
    assert "INCLUDE" not in out.read_text()
    assert "TIME" not in out.read_text()
    before, after = (jug.residuals(*jug.load(PAR, tim)) for tim in (tmp_path / "whole.tim", out))
    assert said == f"{len(before)} of {len(before)} TOAs are left\n"
    assert after.time_s == pytest.approx(before.time_s, abs=1e-12)  # s
    assert run("edit", PAR, "--tim-output", out)[0] == 2
    assert run("edit", PAR, "--tim", TIM)[0] == 2
