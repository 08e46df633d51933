"""The notebooks run from top to bottom, and are stored without output."""

from pathlib import Path

import nbformat
import pytest
from copies import ROOT
from nbclient import NotebookClient

FIRST_FIT = ROOT / "examples" / "first_fit.ipynb"


@pytest.fixture
def executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded_only: None) -> str:
    """Everything that the cells of the notebook print, and the kinds of their results; run in an empty folder."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    notebook = nbformat.read(FIRST_FIT, as_version=4)
    room = tmp_path / "room"
    room.mkdir()
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(room)}}).execute()
    said = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            said += [output.get("text", ""), *output.get("data", {})]
    return "\n".join(said)


def test_the_first_fit_runs_and_shows_what_its_text_says(executed: str, tmp_path: Path) -> None:
    assert executed.count("image/png") == 2
    for words in ("weighted rms 1090.6 us", "chi2 59.57 for 56", "59.06 for 55 with it", "PX = 5.2 +- 7.3 mas"):
        assert words in executed
    assert "Warning" not in executed
    assert [path.name for path in (tmp_path / "room").iterdir()] == ["NGC6440E-post.par"]


@pytest.mark.parametrize("path", sorted(FIRST_FIT.parent.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_are_stored_without_output(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
