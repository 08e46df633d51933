"""The report of `jug fit` on a terminal: one or two screens, 100 columns, colours only there, and pictures last."""

import io
import sys
from pathlib import Path

import pytest
from copies import example

import jug
from jug.cli import command as cli
from jug.fitting.result.family_table import families_in_one_line

B1855 = example("B1855+09_NANOGrav_9yv1")
NGC6440E = example("NGC6440E")


@pytest.fixture(scope="module")
def fitted() -> jug.FitResult:
    with pytest.warns(jug.JugWarning):
        return jug.fit(*jug.load(*B1855))


class Terminal(io.StringIO):
    """Standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def printed(monkeypatch: pytest.MonkeyPatch, *words: object) -> str:
    """What `jug fit` of NGC6440E prints on a terminal."""
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", "xterm")
    assert cli.main(["fit", *map(str, (*NGC6440E, *words))]) == 0
    return out.getvalue()


def test_a_model_of_many_terms_is_two_screens(fitted: jug.FitResult) -> None:
    lines = fitted.summary().splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 100
    text = "\n".join(" ".join(line.split()) for line in lines)
    for words in (
        "Span 8.9 yr, MJD 53358.73 (2004-12-19) to 56598.87 (2013-11-02)",
        "Sites arecibo 4005",
        "Receivers (-fe) L-wide 3222, 430 783",
        "DMX 72 free pc cm^-3 0.015086 to 0.01847 0.0035",
        "EFAC 4 fixed 1.117 to 1.507",
        "fixed parameters are not shown; --full",
        "Computed by NumPy: about",
    ):
        assert words in text
    assert "DMXR1" not in text
    assert sum("JAX" in line for line in lines) == 1


def test_full_has_a_line_for_each_parameter(fitted: jug.FitResult) -> None:
    lines = fitted.summary(full=True).partition("Data file for")[0].splitlines()  # which has whole names of folders
    first = {line.split()[0] for line in lines if line}
    assert {name for name, entry in fitted.model.entries.items() if entry.line is not None} <= first
    assert max(map(len, lines)) <= 100


def test_the_worst_change_of_a_family_is_that_of_its_members(fitted: jug.FitResult) -> None:
    before, after = fitted.prefit.values, fitted.values
    names = [entry.name for entry in families_in_one_line(fitted.model, fitted.errors)["DMX"]]
    pulls = {name: (after[name] - before[name]) / fitted.errors[name] for name in names}
    worst = max(pulls, key=lambda name: abs(pulls[name]))
    [line] = [line for line in fitted.summary().splitlines() if line.startswith("DMX ")]
    assert line.split()[-2:] == [f"{pulls[worst]:+.2g}", worst]


def test_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert cli.main(["fit", *map(str, NGC6440E)]) == 0
    plain = capsys.readouterr().out
    coloured = printed(monkeypatch)
    assert "\x1b" not in plain
    assert "\x1b[32mgood\x1b[0m" in coloured
    assert "\x1b[1mPSR 1748-2021E\x1b[0m" in coloured
    for code in ("\x1b[1m", "\x1b[32m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(monkeypatch) == plain


def test_a_picture_that_fails_costs_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(*_args: object, **_options: object) -> None:
        raise ValueError("no such font")

    monkeypatch.setattr("jug.plots.residuals.plot_residuals", failing)
    outputs = [tmp_path / name for name in ("post.par", "fit.json", "fit.png")]
    options = [word for pair in zip(("-o", "--json", "--plot"), outputs, strict=True) for word in pair]
    assert cli.main(["fit", *map(str, (*NGC6440E, *options))]) == 2
    said = capsys.readouterr()
    assert "PERIOD" in said.out
    assert said.err == "jug: error: a picture is not drawn: no such font\n"
    assert [path.exists() for path in outputs] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "reason", "code"),
    [
        ("no/fit.png", "no such folder; make it first", 2),
        ("", "a folder has this name", 2),
        ("fit.docx", "no picture format has the ending 'docx'; it may be", 2),
        ("fit", "the name has no ending", 2),
    ],
)
@pytest.mark.parametrize("option", ["--plot", "--plot-noise"])
def test_a_wrong_path_of_a_picture_costs_nothing_else(
    option: str, name: str, reason: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    par, json, picture = tmp_path / "post.png", tmp_path / "fit.json", tmp_path / name
    assert cli.main(["fit", *map(str, (*NGC6440E, "-o", par, "--json", json, option, picture))]) == code
    said = capsys.readouterr()
    assert "PERIOD" in said.out
    assert said.err.startswith("jug: error: a picture is not drawn: ")
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert par.read_text().startswith("PSR")
    assert '"chi2"' in json.read_text()


@pytest.mark.parametrize("words", ["--plot a.svg --plot-noise a.svg", "--report a.html --plot a.html", "--plot P"])
def test_a_name_that_is_taken_is_refused_before_the_fit(
    tmp_path: Path, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["fit", *map(str, NGC6440E), *words.replace("P", str(NGC6440E[0])).split()]) == 2
    said, what = capsys.readouterr(), "the par file" if "P" in words else "another output of this command"
    assert said.out == ""
    assert said.err.endswith(f": cannot write: this is {what}; give another name\n")
    assert list(tmp_path.iterdir()) == []
