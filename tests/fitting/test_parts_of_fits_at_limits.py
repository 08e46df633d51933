"""Curvature and slopes along a step, rounding of chi2, sizes that act alike, points with one of a pair of sizes."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting import secant
from jug.fitting.dependence import is_spin, rank_for_fixing
from jug.fitting.noise import equal_uncertainties, search, white_degeneracy
from jug.fitting.noise.white_degeneracy import WhiteDegeneracy, _change_of_variances
from jug.least_squares.problem import LeastSquaresProblem


def test_slopes_and_curvature_along_a_step() -> None:
    """The scaled equations have unit columns: g is slope times scale. The offset follows the step at its best."""
    problem: Any = Made(columns=np.array([1, 2]), offset=True)
    gram = np.array([[1.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.0]])
    normal: Any = Made(gram=gram, scale=np.array([7.0, 2.0, 5.0]), slope=np.array([9.0, 3.0, -1.0]))
    direction = np.array([0.5, -0.25])
    assert secant._slope_along(problem, normal, direction) == pytest.approx(0.5 * 3.0 * 2.0 - 0.25 * -1.0 * 5.0)
    y = np.array([0.0, 1.0, -1.25])
    y[0] = -(0.5 * y[1] + 0.1 * y[2])
    assert secant._curvature_along(problem, normal, direction) == pytest.approx(y @ gram @ y, rel=1e-14)
    problem.offset = False
    y[0] = 0.0
    assert secant._curvature_along(problem, normal, direction) == pytest.approx(y @ gram @ y, rel=1e-14)


def test_the_rounding_of_chi2() -> None:
    """Twice the residuals times their change, both at 2 units: 4 |r| rounding."""
    problem: Any = Made(centred=lambda r: r - np.mean(r), rounding=0.5)
    point: Any = Made(residual=np.array([1.0, 4.0, 7.0]))
    assert LeastSquaresProblem.rounding_of_chi2(problem, point) == pytest.approx(4.0 * np.sqrt(18.0) * 0.5)


def test_names_of_the_spin() -> None:
    """GLF0 and FB0 are none; epochs of glitches are fixed last, what others can reproduce before them."""
    for name in ("Offset", "F0", "F1", "F12"):
        assert is_spin(name)
        assert rank_for_fixing(name) == 0
    for name in ("F", "FB0", "FD1", "PF0", "GLF0_1", "F0X"):
        assert not is_spin(name)
    assert [rank_for_fixing(name) for name in ("PX", "DM", "FD2", "JUMP3", "DMX_0001", "GLPH_1", "GLEP_1")] == [
        1, 2, 2, 2, 1, 2, 3,
    ]  # fmt: skip


def test_sizes_that_act_as_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit itself they are told apart: a share of 1e-10, and the least information."""
    least = equal_uncertainties.LEAST_INFORMATION

    def like(share: float, information: float) -> WhiteDegeneracy:
        return WhiteDegeneracy("EQUAD1", ("EFAC1",), share, information)

    assert equal_uncertainties.indistinguishable_sizes([like(1e-10, least)]) == {}
    for one in (like(0.99e-10, least), like(1.0, 0.99 * least)):
        assert equal_uncertainties.indistinguishable_sizes([one]) == {
            "EQUAD1": "the uncertainties of its TOAs are equal, or nearly so: it acts as EFAC1 does"
        }


def test_points_with_one_of_a_size_and_its_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are not far below in log L, and not the point itself."""
    near = search.NEAR_OF_PAIR
    point: Any = Made(x=np.array([0.0, 1.0]), value=10.0)
    ends = {0: [np.array([0.5, 0.0]), point.x.copy(), np.array([0.7, 0.0])], 1: [np.array([9.0, 9.0])]}
    edges = Made(sizes=[0, 1], multiplier=np.array([1, -1]), other_ends=lambda i, x: ends[i])

    class Objective:
        coordinates = edges

        def __call__(self, x: Any) -> tuple[float, None]:
            return (10.0 + near - 0.1 if x[0] == 0.5 else 10.0 + near), None

    found = search._starts_with_one_of_pair(Objective(), point)  # type: ignore[arg-type]
    assert [x.tolist() for x in found] == [[0.5, 0.0]]


@pytest.mark.parametrize(
    ("keyword", "value", "changed"),
    [
        ("EFAC", 1.2, 1.8),
        ("DMEFAC", 0.8, 1.2),
        ("EQUAD", 0.5, 0.5 + 3.0),
        ("TNEQ", -6.0, 0.5 * np.log10(1e-12 + 9e-12)),
    ],
)
def test_the_change_by_which_sizes_are_compared(
    keyword: str, value: float, changed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A factor times 1.5; a typical uncertainty of 3 us more, in quadrature for the log10 of seconds."""
    asked: list[dict[str, float]] = []

    def noise(values: dict[str, float]) -> Any:
        asked.append(values)
        return Made(sigma=np.array([2.0, 1.0]))

    monkeypatch.setattr(white_degeneracy, "errors_under", lambda model, entry, toas: np.array([1e-6, 3e-6, 4e-6]))
    entry = Made(param=Made(name=keyword), value=Made(hi=value))
    trial: Any = Made(model=Made(entries={"X": entry}), anchor=Made(noise=Made(sigma=np.ones(2))), noise=noise)
    assert _change_of_variances(trial, None, "X").tolist() == [3.0, 0.0]  # type: ignore[arg-type]
    assert asked == [{"X": pytest.approx(changed, rel=1e-12)}]
