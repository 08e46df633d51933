"""The finding of `jug doctor` on TOAs that are not in order of time."""

from pathlib import Path

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
