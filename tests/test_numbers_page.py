"""docs/numbers.md has every number that a module names; whoever changes one runs docs/make_numbers.py."""

import runpy
from pathlib import Path

import pytest
from copies import ROOT

MAKER = runpy.run_path(str(ROOT / "docs" / "make_numbers.py"), run_name="make_numbers")
SOURCE = '''"""A module."""

LIMIT = 2.5e-3
"""Largest share."""

STEPS, HALVINGS = 20, 10  # of a fit
WORDS = ("no", "number")
AXES = {1: 61,
        2: 25}
AXES |= {3: 9}
"""Points of an axis, ``n``, by | number of axes."""

MADE = len("a call")
'''


def test_the_committed_page_is_current() -> None:
    assert (ROOT / "docs" / "numbers.md").read_text() == MAKER["page"](), "run: python docs/make_numbers.py"


def test_each_kind_of_assignment_is_found_with_its_meaning(tmp_path: Path) -> None:
    (tmp_path / "jug" / "core").mkdir(parents=True)
    (tmp_path / "jug" / "core" / "one.py").write_text(SOURCE)
    rows = [line for line in MAKER["page"](tmp_path).splitlines() if line.endswith("`one` |")]
    assert rows == [
        "| `LIMIT` | `2.5e-3` | Largest share. | `one` |",
        "| `STEPS, HALVINGS` | `20, 10` | of a fit | `one` |",
        "| `AXES` | `{1: 61, 2: 25}` |  | `one` |",
        "| `AXES` | `{3: 9}` | Points of an axis, `n`, by \\| number of axes. | `one` |",
    ]


@pytest.mark.parametrize("changed", [0, 40])
def test_any_change_of_a_long_table_changes_its_row(tmp_path: Path, changed: int) -> None:
    (tmp_path / "jug").mkdir()
    file, numbers = tmp_path / "jug" / "one.py", [k / 8 for k in range(100)]
    file.write_text(f"TABLE = {numbers}\n")
    before = MAKER["page"](tmp_path)
    numbers[changed] += 1.0
    file.write_text(f"TABLE = {numbers}\n")
    assert "100 numbers with the sum 618.75" in before
    assert MAKER["page"](tmp_path) != before
