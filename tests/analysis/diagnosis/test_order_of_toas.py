"""The findings of `jug doctor` on TOAs that are not in order of time, and on those that stand twice."""

from pathlib import Path

import pytest

import jug
from jug.analysis.diagnosis.tim_file import tim_findings
from jug.io.tim.read import read_tim


def test_the_first_toa_that_is_too_early_is_named(tmp_path: Path) -> None:
    """The TOAs of lines 4 and 6 are each earlier than the one before."""
    days = (54000, 54001, 53990, 54002, 53991, 54003)
    lines = [f"toa 1400 {day}.123456789 1.0 gbt" for day in days]
    file = tmp_path / "late.tim"
    file.write_text("FORMAT 1\n" + "\n".join(lines) + "\n")
    [found] = [finding for finding in tim_findings(read_tim(file)) if finding.kind == "order"]
    assert found.where == f"{file}:4"
    assert found.n == 2
    assert "not in order of time at 2 places" in found.what


def test_toas_that_stand_twice(tmp_path: Path) -> None:
    """Lines 6 and 7 repeat 3 and 4, one with another uncertainty; 5, 8 and 9 differ from 4 in one column each."""
    ends = ("54000.1 1 gbt", "54001.1 1 gbt", "54002.1 1 gbt", "54002.1 1 gbt", "54001.1 1 gbt", "54002.1 2 gbt")
    ends += ("54002.1 1 ao", "54002.1000000000001 1 gbt")
    file = tmp_path / "twice.tim"
    file.write_text("FORMAT 1\n" + "".join(f"toa {1401 if i == 3 else 1400} {end}\n" for i, end in enumerate(ends)))
    with pytest.warns(jug.InputWarning, match="the same TOA as"):
        raw = read_tim(file)
    found = [finding for finding in tim_findings(raw) if finding.kind == "duplicate"]
    assert [(one.where, one.n) for one in found] == [(f"{file}:6", 1), (f"{file}:7", 1)]
    assert f"the same uncertainty, the first those of {file}:3;" in found[0].what
    assert f"another uncertainty, the first those of {file}:4;" in found[1].what
