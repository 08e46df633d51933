"""docs/connect.md: its Python lines run, and what they write is read back."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import jug

PAGE = Path(__file__).resolve().parents[2] / "docs" / "connect.md"


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_python_lines_run(run_python: Callable[[str], str], tmp_path: Path) -> None:
    [lines] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    said = run_python(f"import warnings\nwarnings.simplefilter('ignore')\n{lines}").splitlines()
    assert said[-1].startswith("True ")
    assert float(said[-1].split()[1]) > 25.0
    [par], [tim] = tmp_path.rglob("solution.par"), tmp_path.rglob("solution.tim")
    assert jug.residuals(*jug.load(par, tim)).dof == 56
