"""The table of refused tim files in docs/tim_files.md: each row gives its message, and PINT does what it says."""

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from jug.errors import InputWarning, TimError
from jug.io.tim.read import read_tim

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tim_files.md").read_text()
TABLE = PAGE.split("## What is refused\n")[1].split("\n## ")[0]
ROWS = [tuple(row.split(" | ")) for row in re.findall(r"^\| (`.*?) \|$", TABLE, re.M)]


def written(folder: Path, lines: str) -> Path:
    """The tim file of a row."""
    path = folder / "a.tim"
    own = [line for line in re.findall(r"`([^`]+)`", lines) if line != "-good"]
    path.write_text("\n".join(["FORMAT 1", *(["good 1400 54000.5 1 gbt"] if has_good(lines) else []), *own]) + "\n")
    return path


def has_good(lines: str) -> bool:
    """Whether the file has a good TOA besides the lines of a row."""
    return "`-good`" not in lines and "EMIN" not in lines


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
        done = "reads it" if found.ntoas > has_good(lines) else "leaves it out"
    except Exception:  # noqa: BLE001 (PINT raises many kinds)
        done = "refuses"
    assert does == done


FIXED_COLUMNS = {"formats.py", "fixed_lines.py"}
"""Files with the messages of Princeton's, Parkes' and ITOA's columns, which `tests/io/test_tim_errors.py` has."""

MANY_FILES = {"INCLUDE goes more than .* files deep", "INCLUDE of .*, which has been read .* times"}
MANY_FILES |= {"INCLUDE of more than .* files"}
"""Messages that take many files (`tests/io/test_tim_untrusted.py`)."""


def messages() -> Iterator[str]:
    """A pattern for each TimError of the reader."""
    for path in sorted((ROOT / "jug" / "io" / "tim").glob("*.py")):
        if path.name in FIXED_COLUMNS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "TimError":
                continue
            text = node.args[0]
            if isinstance(text, ast.Constant):
                yield re.escape(str(text.value))
            elif isinstance(text, ast.JoinedStr):
                yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in text.values)


def test_every_message_of_the_reader_is_in_the_table(tmp_path: Path) -> None:
    said = []
    for lines, *_ in ROWS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            with pytest.raises(TimError) as error:
                read_tim(written(tmp_path, lines))
        said.append(str(error.value))
    patterns = [p for p in messages() if p.replace("\\", "") not in MANY_FILES]
    assert len(patterns) > 12
    assert [p for p in patterns if not any(re.search(p, text) for text in said)] == []
