"""Axes of a picture of chi2."""

from importlib import import_module
from types import SimpleNamespace

import pytest

from jug.cli.option_groups import plot_subject


@pytest.mark.parametrize(("params", "points"), [("F0", [61]), ("F0=1:3:3,DM", [3, 31]), ("F0,DM", [61, 61])])
def test_an_axis_beside_one_that_is_written_has_fewer_points(
    params: str, points: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """61 of one axis are every second one, 31, beside another: 25 at least."""
    module = import_module("jug.analysis.grids.grid_axes")
    monkeypatch.setattr(module, "grid_axes", lambda result, names: {name: [1.0] * 61 for name in names})
    monkeypatch.setattr(import_module("jug.analysis.grids.grid"), "grid", lambda model, toas, axes, **more: axes)
    args, result = SimpleNamespace(params=params, free=None, backend="numpy"), SimpleNamespace(model=None)
    axes = plot_subject._grid(args, result, None)  # type: ignore[arg-type]
    assert {name: len(axes[name]) for name in axes} == dict(zip(("F0", "DM"), points, strict=False))  # type: ignore[attr-defined, index]
