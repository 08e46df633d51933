"""The table of refused tim files in docs/tim_files.md: each row gives its message, and PINT does what it says."""

import re
import warnings
from pathlib import Path

import pytest

from jug.errors import InputWarning, TimError
from jug.io.tim.read import read_tim

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tim_files.md").read_text()
TABLE = PAGE.split("## What is refused\n")[1].split("\n## ")[0]
ROWS = [tuple(row.split(" | ")) for row in re.findall(r"^\| (`.*?) \|$", TABLE, re.M)]


def written(folder: Path, lines: str) -> Path:
    """The tim file of a row."""
    path = folder / "a.tim"
    own = re.findall(r"`([^`]+)`", lines)
    good = "good 1400 54000.5 1 gbt"
    path.write_text("\n".join(["FORMAT 1", *([good] if "EMIN" not in lines else []), *own]) + "\n")
    return path


@pytest.mark.parametrize(("lines", "message", "does"), ROWS)
def test_refused(tmp_path: Path, lines: str, message: str, does: str) -> None:
    path = written(tmp_path, lines)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        with pytest.raises(TimError) as error:
            read_tim(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(("lines", "message", "does"), ROWS)
def test_what_pint_does(tmp_path: Path, lines: str, message: str, does: str) -> None:
    oracle = pytest.importorskip("oracle")
    oracle.fill_cache()
    path = written(tmp_path, lines)
    try:
        with oracle.quiet():
            found = oracle.pint.toa.TOAs(toafile=str(path))
        done = "reads it" if found.ntoas > ("EMIN" not in lines) else "leaves it out"
    except Exception:  # noqa: BLE001 (PINT raises many kinds)
        done = "refuses"
    assert does == done
