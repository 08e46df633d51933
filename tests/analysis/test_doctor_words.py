"""The words of the doctor's findings: values that a flag lacks are not listed, and one decimal is one step."""

from pathlib import Path

import jug
from tests.model.test_all_problems import GOOD


def test_values_and_digits_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.par").write_text(GOOD + "JUMP -fe X 1e-3\n")
    rows = [f"a{i} 1400 {54500 + i}.{i % 9 + 1} 1 @{' -fe L' if i % 2 else ''}" for i in range(8)]
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", *rows]) + "\n")
    text = jug.doctor(tmp_path / "a.par", tmp_path / "a.tim").text
    assert "JUMP -fe X selects no TOA; -fe has L" in text
    assert "has , L" not in text
    assert "1 decimal is a step of 8.64e+09 us" in text
