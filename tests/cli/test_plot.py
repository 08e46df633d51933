"""``jug plot``: the table of kinds, choices that a kind does not take, and what comes out."""

import inspect
import json
import re
from pathlib import Path

import pytest
from copies import ROOT, example

import jug
from jug.cli import command as cli
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
    function = kind.drawn_by
    assert getattr(jug, function.__name__) is function
    assert {*kind.takes.split(), *kind.fixed, "style", "title"} <= set(inspect.signature(function).parameters)


def test_residuals_before_and_after_the_fit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plot", PAR, TIM, "--kind", "elevation", "-o", "a.png", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["kind"], told["file"], told["title"]) == ("elevation", "a.png", "PSR 1748-2021E, 62 TOAs")
    assert [ax["y"] for ax in told["axes"]] == ["Pre-fit residual (µs)", "Post-fit residual (µs)", "Frequency (MHz)"]
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


def test_the_page_has_every_kind() -> None:
    """With its function, in the order of the table."""
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| `jug\.(\w+)`", (ROOT / "docs" / "plot.md").read_text(), re.M)
    table = [(name, kind.says, kind.function.rpartition(".")[2]) for name, kind in PICTURE_KINDS.items()]
    assert rows == table
