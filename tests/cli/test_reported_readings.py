"""What a command read in one of several ways stands in its report and in its JSON, not only on standard error."""

import json
import warnings
from pathlib import Path

import pytest

import jug
from jug.cli.command import main

PAR, TIM = jug.data.example("NGC6440E")
AS = ("--as", "tempo2")
AT = ("--at", "55000,55100")

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        ("CLK TT(BIPM)", "CLK TT(BIPM) names no year of TT(BIPM)"),
        ("CLK UTC(NIST)", "CLK UTC(NIST) names no year of TT(BIPM)"),
        ("CLK TT(BIPM2031)", "TT(BIPM2031) is not at hand"),
        ("", "there is no CLK line"),
    ],
)
def test_the_clock_that_is_taken(clock: str, text: str, tmp_path: Path) -> None:
    lines = [line for line in Path(PAR).read_text().splitlines() if not line.startswith("CLK")]
    (tmp_path / "a.par").write_text("\n".join([*lines, clock]) + "\n")
    model, _ = jug.load(tmp_path / "a.par", TIM)
    assert sum(text in note for note in model.settings.assumed) == 1


def test_notes_of_the_tim_file_are_in_the_report_of_a_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whole turns of PHASE, and TOAs beyond the clock files, the two parts of one line each."""
    tim, told = tmp_path / "a.tim", tmp_path / "a.json"
    last = "1               1949.609 60300.1234567890123    21.71\n"
    tim.write_text(Path(TIM).read_text().rstrip("\n") + "\nPHASE 1\n" + last)
    main(["fit", str(PAR), str(tim), "--json", str(told)])
    report = " ".join(capsys.readouterr().out.partition("\nNotes\n")[2].split())
    assumed = json.loads(told.read_text())["assumed"]
    for text in ("whole turns of PHASE", "last good date of time_gbt.dat"):
        assert sum(text in note for note in assumed) == 1
        assert report.count(text) == 1


def test_a_warning_that_is_an_error_stays_one(tmp_path: Path) -> None:
    par = tmp_path / "a.par"
    par.write_text(Path(PAR).read_text().replace("TT(BIPM2019)", "TT(BIPM)"))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(jug.JugWarning, match="names no year"):
            jug.load(par, TIM)


@pytest.mark.parametrize(
    "command",
    [
        ("residuals",),
        ("grid", "F1=-2e-15:2e-15:2", "--linear"),
        ("ftest", "--add", "PX", "--linear"),
        ("fisher",),
        ("outliers", "--confirm", "0"),
        ("predict", *AT),
        ("derived",),
        ("connect", "--clusters", "gaps", "--max-nodes", "1"),
    ],
)
def test_the_program_as_which_files_are_read(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    main([name, str(PAR), str(TIM), *options, *AS])
    lines = capsys.readouterr().out.splitlines()
    assert any(line.removeprefix("# ") == "Read as tempo2" for line in lines)
    if name == "grid":
        return
    where = tmp_path / "out.json"
    on_screen = name in ("residuals", "derived")
    main([name, str(PAR), str(TIM), *options, *AS, "--json", *(() if on_screen else (str(where),))])
    said = capsys.readouterr().out
    content = json.loads(said if on_screen else where.read_text())
    assert content["read_as"] == "tempo2"
    assert content["conventions"]


@pytest.mark.parametrize(
    "command",
    [
        ("compare", PAR, PAR),
        ("edit", PAR, "--add", "F2", "-o", "o.par"),
        ("edit", PAR, "--tim", TIM, "--delete", "TEL gbt", "--tim-output", "o.tim"),
        ("convert", PAR, "-o", "o.par"),
        ("simulate", PAR, "-o", "o.tim", "--cadence", "100"),
        ("publish", PAR, TIM),
        ("doctor", PAR),
    ],
)
def test_json_says_as_which_program(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main([*map(str, command), *AS, "--json"])
    assert json.loads(capsys.readouterr().out)["read_as"] == "tempo2"


@pytest.mark.parametrize(
    "command",
    [
        ("edit", PAR, "--add", "F2", "-o", "o.par"),
        ("edit", PAR, "--tim", TIM, "--delete", "TEL gbt", "--tim-output", "o.tim"),
        ("convert", PAR, "-o", "o.par"),
        ("simulate", PAR, "-o", "o.tim", "--cadence", "100"),
        ("doctor", PAR),
    ],
)
def test_text_says_as_which_program(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main([*map(str, command), *AS])
    assert capsys.readouterr().out.startswith("Read as tempo2\n")
    main([*map(str, command)])
    assert "Read as" not in capsys.readouterr().out


def test_text_of_compare_and_publish_says_as_which_program(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", str(PAR), str(PAR), *AS])
    assert capsys.readouterr().out.startswith("Read as tempo2\n")
    main(["publish", str(PAR), str(TIM), *AS])
    assert "Par and tim file read as & tempo2" in capsys.readouterr().out
    main(["publish", str(PAR), str(TIM)])
    assert "read as" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["DMX_0001 0 0", "DMXR1_0001 53400 1", "DMXR2_0001 54300 1"], "the fit flags of DMXR1_0001, DMXR2_0001"),
        (["TNREDAMP -15 1 0.1", "TNREDGAM 3 1"], "the fit flags of TNREDAMP, TNREDGAM"),
    ],
)
def test_fit_flags_that_are_not_followed(lines: list[str], said: str, tmp_path: Path) -> None:
    """They are in the notes of the report, and the warning has the number of the first such line."""
    own = Path(PAR).read_text().rstrip("\n").split("\n")
    path = tmp_path / "a.par"
    path.write_text("\n".join([*own, *lines]) + "\n")
    with pytest.warns(jug.JugWarning, match=said) as told:
        model = jug.load_model(path)
    number = len(own) + 1 + ("DMX" in lines[0])
    assert sum(f"{path}:{number}: " in str(one.message) for one in told) == 1
    assert sum(said in note and note.endswith(f"(line {number})") for note in model.settings.assumed) == 1
