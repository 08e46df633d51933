"""EQUAD and ECORR in us that look as if they were in seconds."""

from pathlib import Path

import pytest

import jug
from jug.io.par import parse_lines
from jug.model.checks.noise_lines import noise_notes

TOAS = """FORMAT 1
one 1400 54000.1 2.0 gbt
two 1400 54000.100002 2.0 gbt
three 1400 54800.3 4.0 gbt
"""


def notes(folder: Path, *lines: str) -> list[str]:
    (folder / "a.tim").write_text(TOAS)
    base = Path(jug.data.example("NGC6440E")[0]).read_text().splitlines()
    _, toas = jug.load(parse_lines(base, "x.par"), folder / "a.tim")
    return list(noise_notes(jug.load_model(parse_lines([*base, *lines], "x.par")), toas))


@pytest.mark.parametrize(("key", "us"), [("EQUAD", "1"), ("ECORR", "0.5"), ("TNSECORR", "2")])
def test_a_value_in_seconds_is_reported(tmp_path: Path, key: str, us: str) -> None:
    (text,) = notes(tmp_path, f"{key} TEL gbt {float(us) / 1e6:g}")
    assert f"{float(us) / 1e6:.3g} us beside uncertainties of 2 us changes nothing; if it is in s, write {us}: " in text
    assert f"{key}1 TEL gbt (line 21): " in text


@pytest.mark.parametrize(
    "lines", [("EQUAD TEL gbt 0.1",), ("EQUAD TEL gbt 1e-9",), ("EQUAD TEL gbt 1e-3",), ("EQUAD TEL gbt 0",)]
)
def test_small_values_that_are_no_seconds(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """1e-9 s is far below the uncertainties, 1e-3 s far above: neither is meant."""
    assert notes(tmp_path, *lines) == []


def test_one_clause_for_all_lines(tmp_path: Path) -> None:
    (text,) = notes(tmp_path, "EQUAD TEL gbt 1e-6", "ECORR TEL gbt 1e-6")
    assert text.startswith("EQUAD1 TEL gbt (line 21), ECORR1 TEL gbt (line 22): ")
