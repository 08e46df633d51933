"""What a pulsar's data show of themselves, the free overall phase of a record, JSON that cannot be written."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.cli.common.results import print_result
from jug.errors import InputError, JugError
from jug.exchange.pulsar_data import PulsarData
from jug.exchange.record import with_free_offset
from jug.model.pages.terms_page import _sample
from jug.model.programs.supported import PROGRAMS, is_listed, readers, reads
from jug.model.registry import every_term


class Data(Made):
    """The fields that are shown, and a length."""

    def __len__(self) -> int:
        return len(self.backend)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ([""], "none"), (["b", "a", "", "a"], "a, b"), (list("hgfedcba"), "a, b, c, d, e, f, g, h"),
        (list("ihgfedcba"), "a, b, c, d, e, f, g, h, ..."),
    ],
)  # fmt: skip
def test_eight_backends_are_shown(names: list[str], shown: str) -> None:
    data: Any = Data(backend=np.array(names), name="", theta_rad=1.0, phi_rad=2.0, planets_ls={"venus": 0})
    title, rows = PulsarData._shown(data)
    assert title == f"PulsarData of PSR (no name): {len(names)} TOA{'s' if len(names) > 1 else ''}"
    assert rows == [("theta, phi", "1.000000000, 2.000000000 rad"), ("backends", shown), ("bodies", "sun, venus")]


def test_a_record_has_the_overall_phase_zero() -> None:
    """Its column is a shift of the residuals, which have no such shift."""
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    assert with_free_offset(model) is model
    shifted = model.add("PHOFF", 0.25, free=True)
    assert with_free_offset(shifted).values["PHOFF"] == 0.0
    with pytest.raises(
        InputError, match=r"^PHOFF is fixed: a record needs a free overall phase; free PHOFF, or remove"
    ):
        with_free_offset(model.add("PHOFF", 0.25, free=False))


def test_a_report_is_printed_before_the_error_of_its_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: Any = Made(summary=lambda: "the report", to_json=lambda: {"a": 1})
    model = jug.load_model(jug.data.example("NGC6440E")[0])
    with pytest.raises((JugError, OSError)):
        print_result(found, model, str(tmp_path / "nowhere" / "a.json"))
    assert "the report" in capsys.readouterr().out
    print_result(found, model, str(tmp_path / "a.json"))
    assert '"a": 1' in (tmp_path / "a.json").read_text()


def test_programs_that_read_what_a_term_declares() -> None:
    """Its own statement, or the list of the program."""
    stated = [p for c in every_term() for p in c.params if p.programs is not None]
    assert stated
    for param in stated:
        key = _sample(param, param.name)
        wanted = tuple(name for name in PROGRAMS if name in (param.programs or ()) or is_listed(name, key))
        assert readers(key) == wanted, key
        assert [reads(name, key) for name in PROGRAMS] == [name in wanted for name in PROGRAMS]
