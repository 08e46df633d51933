"""Panels of a picture of chains and of a check of noise: regions, edges, labels, expected ranges."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from jug.errors import JugError
from jug.plots import corner, noise_check


def panel() -> Any:
    return Figure(figsize=(6.0, 4.0)).subplots()


def test_contours_enclose_one_and_two_sigma_of_two_dimensions() -> None:
    """1 - exp(-1/2) and 1 - exp(-2), by the highest of 100 heights; equal ones once, and one above all."""
    counts = np.arange(1.0, 101.0).reshape(10, 10)
    low, high, above = corner._levels(counts)
    for level, share in ((high, 1.0 - np.exp(-0.5)), (low, 1.0 - np.exp(-2.0))):
        inside = counts[counts >= level].sum() / counts.sum()
        assert share - 1e-3 <= inside < share + 0.02
    assert above == pytest.approx(100.0 * 1.001)
    assert corner._levels(np.ones((3, 3))) == [pytest.approx(1.001)]


def test_edges_of_bins() -> None:
    edges = corner._edges(np.array([1.0, 3.0, 2.0]))
    assert (edges[0], edges[-1], len(edges)) == (1.0, 3.0, corner.BINS + 1)
    assert corner._edges(np.array([2.0, 2.0])).tolist() == [1.5, 2.5]


def test_which_coordinates_are_drawn() -> None:
    """The first ones, as many as there is room for; or those that are named, in their order."""
    found: Any = Made(names=tuple(f"P{i}" for i in range(50)), units=("us", *[""] * 49))
    assert corner._coordinate_indices(found, None) == list(range(corner.MOST_PANELS))
    assert corner._coordinate_indices(found, ["P3", "P1"]) == [3, 1]
    with pytest.raises(KeyError, match="P51"):
        corner._coordinate_indices(found, ["P51"])
    assert corner._name(found, 1) == "P1"
    assert corner._name(found, 0).startswith("P0 (")


def test_quantiles_of_one_coordinate() -> None:
    """Median and 68 per cent; the histogram of each chain where there are few."""
    ax, x = panel(), np.linspace(0.0, 1.0, 1001)[None, :]
    corner._draw_one(ax, np.concatenate([x, x]))
    lines = [float(line.get_xdata()[0]) for line in ax.lines]
    assert lines == pytest.approx([0.16, 0.5, 0.84], abs=1e-3)
    assert [line.get_linestyle() for line in ax.lines] == [":", "-", ":"]
    assert ax.get_xlim() == (0.0, 1.0)
    assert len(ax.get_yticks()) == 0


@pytest.mark.parametrize(
    ("place", "x", "y"),
    [((0, 0, 2), False, False), ((1, 0, 2), True, True), ((1, 1, 2), True, False), ((2, 1, 4), False, False)],
)
def test_labels_stand_on_the_left_and_at_the_bottom(place: tuple[int, int, int], x: bool, y: bool) -> None:
    ax = panel()
    corner._label(ax, ("across", "up"), place)
    assert (ax.get_xlabel() == "across", ax.get_ylabel() == "up") == (x, y)


def test_chains_without_draws_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corner, "expect", lambda **given: None)
    with pytest.raises(JugError, match=r"^the chains have no draws yet$"):
        corner.plot_corner(Made(values=np.zeros((4, 1, 2))))  # type: ignore[arg-type]


def check(backends: list[str], tests: list[Any]) -> Any:
    return Made(
        backends=np.array(backends), tests=tests, mjd=55000.0 + np.arange(len(backends)), z=np.zeros(len(backends))
    )


def test_the_expected_range_of_each_backend_is_two_deviations() -> None:
    """A backend without a test has a name and no point; TOAs without a backend have a text."""
    tests = [Made(kind="chi2", group="B", value=1.5, expected=1.0, deviation=0.25),
             Made(kind="time", group="A", value=9.0, expected=9.0, deviation=9.0)]  # fmt: skip
    ax = panel()
    noise_check._draw_backends(ax, check(["B", "A", "B"], tests))
    (bar,) = ax.containers
    low, high = bar[2][0].get_segments()[0][:, 0]
    assert (low, high) == pytest.approx((0.5, 1.5))
    assert [float(line.get_xdata()[0]) for line in ax.lines if line.get_label().startswith("_child")][-1] == 1.5
    assert [text.get_text() for text in ax.get_yticklabels()] == ["A", "B"]
    assert ax.get_ylim()[0] == pytest.approx(-0.7)
    assert ax.get_ylim()[1] >= 1.7
    assert noise_check._shown_backend("X", 1) == "X"
    assert noise_check._shown_backend("", 1) == "all TOAs"
    assert noise_check._shown_backend("", 2) == noise_check.WITHOUT_BACKEND


def test_quantiles_of_the_residuals_that_a_fit_leaves_free() -> None:
    """Of n residuals the i-th is at (i + 1/2) / n; the line reaches as far as they do, one at least."""
    from scipy.special import ndtri

    ax = panel()
    one = check(["A"] * 4, [])
    one.z = np.array([2.0, 0.0, -3.0, 1.0])
    noise_check._draw_quantiles(ax, one)
    points, line = ax.lines
    np.testing.assert_allclose(points.get_xdata(), ndtri((np.arange(3) + 0.5) / 3))
    assert list(points.get_ydata()) == [-3.0, 1.0, 2.0]
    assert list(line.get_xdata()) == [-3.0, 3.0]
    assert ax.get_xlim() == (-4.5, 4.5)
    other = panel()
    noise_check._draw_quantiles(other, check(["A"] * 3, []))
    assert list(other.lines[1].get_xdata()) == [-1.0, 1.0]
