"""The table of the models that a choice of noise compared."""

import pytest

from jug.fitting.noise_choice.model_rows import ModelRow
from jug.fitting.noise_choice.result import NAME_WIDTH, _models


def row(name: str, kind: str = "form", evidence: float | None = None, **more: str) -> ModelRow:
    return ModelRow(name, kind, -1234.567, 3, 10.0, 20.0, evidence, **more)


@pytest.mark.parametrize(("length", "shown"), [(35, "x" * 35), (36, "x" * 36), (37, "x" * 33 + "...")])
def test_names_of_models_are_cut_to_their_column(length: int, shown: str) -> None:
    """With the mark before them they have 38 characters at most, of which the last three of a longer one are dots."""
    head, _, first, line = _models((row("no term", "start"), row("x" * length)), ()).splitlines()
    assert line.startswith(f"  {shown}  ")
    assert first.startswith("* no term  ")
    assert head.startswith("  model  ")
    assert NAME_WIDTH == 38


def test_models_are_compared_with_the_chosen_one() -> None:
    """It has the mark *; AIC, BIC and log Z are less its own; a model that could not be made has no numbers."""
    rows = (
        row("no term", "start", -1240.0)._replace(aic=14.5, bic=21.25),
        row("chosen terms", "chosen", -1236.5),
        row("broken", "form", None)._replace(taken=True),
        row("odd", "form", None, problem="no fit"),
    )
    lines = [line.split() for line in _models(rows, ()).splitlines()[-4:]]
    assert lines == [
        ["no", "term", "3", "-1234.57", "4.5", "1.2", "-3.50"],
        ["*", "chosen", "terms", "3", "-1234.57", "0.0", "0.0", "0.00"],
        [">", "broken", "3", "-1234.57", "0.0", "0.0"],
        ["odd", "none"],
    ]
