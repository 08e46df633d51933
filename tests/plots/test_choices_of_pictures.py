"""Stages of each kind of picture, what too few residuals are told, and labels with room between them."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.errors import InputError
from jug.plots import standard_scores as module
from jug.plots.correlation import MatrixRow, _coefficient_text, _edges, _labels_with_room, matrix_rows
from jug.plots.kinds import PICTURE_KINDS


def test_the_stages_of_each_kind() -> None:
    """Both together where two panels are drawn; before a fit only what a model has; a fit, a grid and a prediction are
    after it."""
    both, either, after = ("both", "pre", "post"), ("pre", "post"), ("post",)
    assert {name: kind.stages for name, kind in PICTURE_KINDS.items()} == {
        **dict.fromkeys(("residuals", "orbital-phase", "frequency", "day-of-year", "elevation", "serial", "dm"), both),
        **dict.fromkeys(("qq", "histogram", "periodogram", "dmx", "noise", "delays"), either),
        **dict.fromkeys(("correlation", "grid", "prediction"), after),
    }


@pytest.mark.parametrize(("free", "said"), [(0, "there are 0 residuals"), (1, "there is 1 residual")])
def test_too_few_residuals_that_a_fit_leaves_free(free: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.where(np.arange(5) < free, 1.5, 0.0)
    monkeypatch.setattr(module, "fitted_rows", lambda what, toas: (Made(psr="X"), None, Made(processes=())))
    monkeypatch.setattr(module, "standardised", lambda rows: scores)
    toas: Any = [0] * 5
    with pytest.raises(InputError, match=rf"^a histogram takes 2 residuals or more that a fit leaves free; {said}$"):
        module.standard_scores(None, toas, "a histogram")  # type: ignore[arg-type]


def test_two_residuals_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured DMs, the rows behind the TOAs, are not among them."""
    monkeypatch.setattr(module, "fitted_rows", lambda what, toas: (Made(psr="X"), None, Made(processes=("RED",))))
    monkeypatch.setattr(module, "standardised", lambda rows: np.array([2.0, -1.0, 0.0, 9.0, 9.0, 9.0]))
    found = module.standard_scores(None, [0, 0, 0], "a histogram")  # type: ignore[arg-type]
    assert found.z.tolist() == [-1.0, 2.0]
    assert found.label == "Whitened residual (standard deviations)"
    assert found.title == "PSR X, 3 TOAs, whitened"


def test_families_of_four_share_a_label() -> None:
    names = [
        ("F0", "F"),
        ("F1", "F"),
        *((f"DMX_{i:04d}", "DMX") for i in range(4)),
        *((f"JUMP{i}", "JUMP") for i in range(3)),
    ]
    rows = matrix_rows(names)
    assert [(row.label, row.first, row.n) for row in rows] == [
        ("F0", 0, 1), ("F1", 1, 1), ("DMX (4)", 2, 4), ("JUMP0", 6, 1), ("JUMP1", 7, 1), ("JUMP2", 8, 1),
    ]  # fmt: skip
    assert [MatrixRow("", 0, n).extent for n in (1, 5, 6)] == [1.0, 5.0, 5.0]
    assert _edges([MatrixRow("", 0, 1), MatrixRow("", 1, 10)]) == pytest.approx([0.0, *(1.0 + 0.5 * np.arange(11))])


def test_labels_that_would_overlap_are_left_out() -> None:
    places = np.array([0.5, 1.4, 1.5, 2.5, 3.0])
    assert _labels_with_room(places, list("abcde"), 1.0) == ([0.5, 1.5, 2.5], ["a", "c", "d"])


def test_coefficients_have_two_decimals_and_zero_no_sign() -> None:
    assert [_coefficient_text(x) for x in (-0.004, 0.999, -1.0, 0.125)] == [
        "0.00",
        "1.00",
        "\N{MINUS SIGN}1.00",
        "0.12",
    ]
