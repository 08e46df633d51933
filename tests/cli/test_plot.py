"""``jug plot``: the table of kinds, choices that a kind does not take, and what comes out."""

import inspect
import json
import re
from pathlib import Path

import pytest
from copies import ROOT, example

import jug
from jug.cli import command as cli
from jug.cli.plot import OF_THE_SUBJECT
from jug.plots.kinds import PICTURE_KINDS
from jug.plots.residual_data import STAGES

PAR, TIM = map(str, example("NGC6440E"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", PICTURE_KINDS)
def test_a_kind_is_a_public_function_that_takes_its_choices(name: str) -> None:
    kind = PICTURE_KINDS[name]
    function = kind.draw_function
    assert getattr(jug, function.__name__) is function
    of_the_command = {*OF_THE_SUBJECT}  # they make what the function is given
    takes = {*kind.takes.split(), *kind.fixed, "path", "figure", "style", "title"} - of_the_command
    assert takes <= set(inspect.signature(function).parameters)


@pytest.mark.parametrize("name", [name for name in vars(jug)["__all__"] if name.startswith("plot_")])
def test_every_picture_takes_the_same_four(name: str) -> None:
    assert {"path", "figure", "style", "title"} <= set(inspect.signature(getattr(jug, name)).parameters)


def test_residuals_before_and_after_the_fit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plot", PAR, TIM, "--kind", "elevation", "-o", "a.png", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["kind"], told["file"], told["title"]) == ("elevation", "a.png", "PSR 1748-2021E, 62 TOAs")
    assert [ax["y"] for ax in told["axes"]] == ["Pre-fit residual (ms)", "Post-fit residual (µs)", "Frequency (MHz)"]
    assert (folder / "a.png").read_bytes().startswith(b"\x89PNG")


def test_before_the_fit_nothing_is_fitted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("jug.fitting.fit.fit", None)
    assert cli.main(["plot", PAR, TIM, "--stage", "pre", "--style", "one-column", "-o", "a.pdf"]) == 0
    assert capsys.readouterr().out == "PSR 1748-2021E, 62 TOAs: residuals against time, in a.pdf\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--kind", "dm", "--average"], "--average is not for --kind dm; it takes --colour, --subtract, --whiten"),
        (["--kind", "dm"], "the TOAs have no measured DMs"),
        (["--kind", "orbital-phase"], "the model has no binary"),
        (["--kind", "dmx"], "the model has no bins of DMX"),
        (["--kind", "noise"], "the model has no correlated noise"),
        (["--kind", "grid"], "draws one or two parameters, here 0"),
        (["--kind", "grid", "--params", "F0,F1,DM"], "draws one or two parameters, here 3"),
        (["--kind", "grid", "--params", "PX"], "PX is not fitted"),
        (["--kind", "correlation", "--params", "F0,PX"], "PX was not fitted"),
        (["--kind", "grid", "--params", "F0,f0=61:62:3"], "--params names F0 twice"),
        (["--kind", "correlation", "--params", "F0,f0"], "F0 is named twice"),
        (["--stage", "pre", "--free", "F0"], "--free is for a fit, and nothing is fitted with --stage pre"),
        (["--kind", "prediction", "--at", "54000"], "a prediction is drawn at two times or more"),
        (["--kind", "correlation", "--stage", "pre"], "--stage pre is not for --kind correlation; it takes post"),
        (["--kind", "qq", "--stage", "both"], "--stage both is not for --kind qq; it takes pre, post"),
        (["--kind", "histogram", "--whiten"], "--whiten is not for --kind histogram"),
        (["--kind", "prediction", "--at", "now"], "now"),
        (["--kind", "prediction", "--freq", "-3"], "freq_mhz is -3"),
        (["--freq", "1400"], "--freq is not for --kind residuals"),
        (["--colour", "fe"], "no TOA has the flag 'fe'"),
        (["--style", "wide"], "no picture style 'wide'"),
        (["-o", "a.txt"], "no picture format has the ending 'txt'"),
        (["-o", "no/a.png"], "no such folder"),
    ],
)
def test_what_cannot_be_drawn(words: list[str], says: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plot", PAR, TIM, *(words if "-o" in words else [*words, "-o", "a.png"])]) == 2
    assert says in capsys.readouterr().err
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("words", "title", "labels"),
    [
        (["--kind", "qq"], "PSR 1748-2021E, 62 TOAs", [["Normal quantile", "Post-fit residual (standard deviations)"]]),
        (["--kind", "correlation", "--params", "f0,f1"], "PSR 1748-2021E, 2 fitted parameters", None),
        (["--kind", "grid", "--params", "DM"], "PSR 1748-2021E, least χ² 59.57", None),
        (
            ["--kind", "prediction", "--at", "54000:56000:5"],
            "PSR 1748-2021E, prediction",
            [["MJD (TDB at the barycentre)", "Residual predicted at 1949.61 MHz (µs)"]],
        ),
        (
            ["--kind", "prediction", "--at", "54000:54100:3", "--freq", "0", "--site", "gbt"],
            "PSR 1748-2021E, prediction",
            [["MJD (UTC at gbt)", "Residual predicted at infinite frequency (µs)"]],
        ),
        (["--kind", "delays", "--stage", "pre"], "PSR 1748-2021E, delays of 62 TOAs", None),
    ],
)
def test_kinds_are_drawn(
    words: list[str], title: str, labels: list[list[str]] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["plot", PAR, TIM, *words, "-o", "a.svg", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == title
    if labels is not None:
        assert [[ax["x"], ax["y"]] for ax in told["axes"]] == labels


@pytest.mark.parametrize("title", ["", " "])
def test_an_empty_title_leaves_the_title_out(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It was an error, "--title is empty", though the functions take it."""
    words = ["plot", PAR, TIM, "--stage", "pre", "--title", title, "-o", "a.svg"]
    assert cli.main(words) == 0
    assert capsys.readouterr().out == "PSR 1748-2021E: residuals against time, in a.svg\n"
    assert cli.main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == ""
    assert cli.main([*words, "--colour", ""]) == 2
    assert "--colour is empty" in capsys.readouterr().err


def test_an_axis_of_a_grid_can_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        cli.main(["plot", PAR, TIM, "--kind", "grid", "--params", "DM=223.9:224.3:5,F1", "-o", "a.png", "--json"]) == 0
    )
    axes = json.loads(capsys.readouterr().out)["axes"]
    assert axes[0]["x"] == "DM (pc cm⁻³)"
    assert axes[0]["y"].startswith("F1")


def test_a_fit_that_does_not_converge_is_drawn_and_told(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = jug.fit
    monkeypatch.setattr("jug.fitting.fit.fit", lambda *given, **more: whole(*given, **more, max_iter=1))
    assert cli.main(["plot", PAR, TIM, "-o", "a.png"]) == 3
    assert (folder / "a.png").exists()
    assert "did not converge" in capsys.readouterr().err


def test_the_stages_of_the_command_are_those_of_the_function() -> None:
    from jug.cli.plot import STAGES_DRAWN

    assert STAGES_DRAWN == STAGES
    assert all(set(kind.stages) <= set(STAGES) for kind in PICTURE_KINDS.values())


def test_the_page_has_every_kind() -> None:
    """With its function, in the order of the table."""
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| `jug\.(\w+)`", (ROOT / "docs" / "plot.md").read_text(), re.M)
    table = [(name, kind.description, kind.function.rpartition(".")[2]) for name, kind in PICTURE_KINDS.items()]
    assert rows == table
