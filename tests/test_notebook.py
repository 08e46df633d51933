"""The notebooks run from top to bottom, and are stored without output."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from copies import ROOT
from nbclient import NotebookClient

EXAMPLES = ROOT / "examples"

WIDEST_OUTPUT = 100
"""Characters of a line that a cell prints: what the column of a page shows without scrolling."""


@pytest.fixture
def executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> Callable[..., str]:
    """Everything that the cells of a notebook print, and the kinds of their results; run in an empty folder."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")  # compiled quickly, as by `quickly_compiled`
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))

    def execute(name: str, **changed: tuple[str, str]) -> str:
        notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
        for old, new in changed.values():
            assert sum(cell.source.count(old) for cell in notebook.cells) == 1, old
            for cell in notebook.cells:
                cell.source = cell.source.replace(old, new)
        room = tmp_path / "room"
        room.mkdir()
        resources = {"metadata": {"path": str(room)}}
        NotebookClient(notebook, timeout=240, startup_timeout=240, resources=resources).execute()
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
        printed = [line for output in outputs for line in output.get("text", "").splitlines()]
        assert [line for line in printed if len(line) > WIDEST_OUTPUT] == []
        return "\n".join(word for output in outputs for word in (output.get("text", ""), *output.get("data", {})))

    return execute


def test_the_first_fit_runs_and_shows_what_its_text_says(executed: Callable[..., str], tmp_path: Path) -> None:
    said = executed("first_fit")
    assert said.count("image/png") == 2
    for words in ("weighted rms 1090.6 us", "chi2 59.57 for 56", "59.06 for 55 with it", "PX = 5.2 +- 7.3 mas"):
        assert words in said
    assert "Warning" not in said
    assert [path.name for path in (tmp_path / "room").iterdir()] == ["NGC6440E-post.par"]


def test_the_grid_runs(executed: Callable[..., str]) -> None:
    said = executed("grid", points=("np.linspace(-3, 3, 11)", "np.linspace(-3, 3, 3)"))
    assert "33 points converged, 0 did not" in said
    assert "SINI = 0.999464 +- 0.000178" in said
    assert said.count("image/png") == 1


def test_the_sampling_runs(executed: Callable[..., str]) -> None:
    said = executed("sampling", steps=("range(1500)", "range(400)"))
    assert "% accepted" in said
    assert "EQUAD1" in said
    assert said.count("image/png") == 1


@pytest.mark.long
def test_the_noise_runs_and_shows_what_its_text_says(executed: Callable[..., str], tmp_path: Path) -> None:
    """Without noise chi2 is 2.6 times the degrees of freedom; with it the fit is good, and F1 loses most."""
    said = executed("noise")
    assert "chi2 10287 for 3914" in said
    assert "chi2 3914 for 3914" in said
    assert "good - reduced chi2 1 " in said
    assert [line.split(",")[0] for line in said.splitlines() if line.startswith("- ")][-1] == "- A^2 from normal"
    assert "F1    error x 20.0" in said
    assert said.count("image/png") == 3
    assert [path.name for path in (tmp_path / "room").iterdir()] == ["B1855-noise.par"]


@pytest.mark.long
def test_the_binary_runs_and_weighs_the_pulsar(executed: Callable[..., str]) -> None:
    """Within two of its own uncertainties of 1.908(16) (Arzoumanian et al. 2018)."""
    said = executed("binary")
    mass, _, error = next(line.split()[1:4] for line in said.splitlines() if line.startswith("MP "))
    assert abs(float(mass) - 1.908) < 2.0 * float(error)
    assert float(error) < 0.02
    assert "81 points converged, 0 did not" in said
    assert "STIGMA = 0.986" in said
    assert said.count("image/png") == 2


@pytest.mark.long
def test_the_many_pulsars_run(executed: Callable[..., str]) -> None:
    said = executed("many_pulsars")
    assert "6 of 7 pulsars done" in said
    assert "unknown keyword UNHEARD_OF" in said
    assert said.count(": True") == 6
    assert "'J0000+0000': False" in said
    assert "timing/index.html" in said
    assert "differences  0" in said


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_are_stored_without_output(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
