"""Levels of confidence as rises of chi2, which of them a grid shows, and the ends of its axes."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from jug.plots.grid import _draw_line, _ends, _is_unresolved, _levels_to_show, rise


@pytest.mark.parametrize("level", [0.1, 0.6827, 0.9545, 0.999])
@pytest.mark.parametrize("dimensions", [1, 2])
def test_the_rise_of_a_level_is_a_quantile_of_chi2(level: float, dimensions: int) -> None:
    assert rise(level, dimensions) == pytest.approx(chi2.ppf(level, dimensions), rel=1e-9)


def test_the_axis_of_a_line_ends_at_five_times_the_outermost_level() -> None:
    """Where the grid rises higher; a level that is left out does not count, and without any the grid is shown whole."""
    delta = np.array([40.0, 1.0, 0.0, 1.0, 40.0])
    grid: Any = Made(delta=delta, map=100.0 + delta, model_chi2=100.0, at_edge=False, names=("M2",))
    assert _levels_to_show(grid, {1.0: "68%", 4.0: "95%"}, 5.0) == ({1.0: "68%", 4.0: "95%"}, 20.0, "")
    assert _levels_to_show(grid, {}, 1.5) == ({}, 15.0, "")
    grid.at_edge = True
    assert _levels_to_show(grid, {1.0: "68%"}, 5.0) == ({}, 40.0, "least value at the edge of the grid")


def test_the_picture_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    from jug.plots import grid as module

    monkeypatch.setattr(module, "coordinates", lambda grid, name: (np.arange(5.0), "M2"))
    monkeypatch.setattr(module, "number_axis", lambda axis, values, words, unit: words)
    figure = Figure(figsize=(6.0, 4.0))
    ax = figure.subplots()
    for most, ends in ((40.0, (-0.8, 20.0)), (20.0, None)):
        ax.clear()
        delta = np.array([most, 1.0, 0.0, 1.0, 2.0])
        grid: Any = Made(delta=delta, map=100.0 + delta, model_chi2=100.0, at_edge=False, names=("M2",),
                         model=Made(units={"M2": "Msun"}))  # fmt: skip
        _draw_line(figure, ax, grid, {1.0: "68%", 4.0: "95%"})
        if ends:
            assert ax.get_ylim() == pytest.approx(ends)
        else:
            assert ax.get_ylim()[1] > 20.0
        assert [text.get_text() for text in ax.texts] == ["68%", "95%"]


def test_ends_half_a_step_beyond_the_values() -> None:
    assert _ends(np.array([1.0, 2.0, 4.0])) == (0.5, 5.0)
    assert _ends(np.array([4.0, 2.0, 1.0])) == (0.5, 5.0)


def test_a_region_narrower_than_the_grid() -> None:
    inside = np.zeros((4, 4), dtype=bool)
    assert not _is_unresolved(inside)
    inside[1, 1] = inside[1, 2] = True
    assert not _is_unresolved(inside)
    inside[3, 3] = True
    assert _is_unresolved(inside)
