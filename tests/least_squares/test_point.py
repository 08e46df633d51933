"""A point of a least-squares problem where a residual is not finite."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.compute.solver import Normal
from jug.core.blocks import Dense
from jug.errors import DegenerateError, FitError
from jug.least_squares import problem as problem_module
from jug.least_squares.bounds import Box
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem


def test_a_point_without_equations_says_why() -> None:
    none = np.zeros(1)
    point = FitPoint(none, np.array([np.nan]), None, np.inf, none, 0.0, None, none, None)
    with pytest.raises(FitError, match="a residual is not finite; start from values inside the range of the model"):
        _ = point.equations


@pytest.mark.parametrize("element", [np.inf, np.nan])
def test_where_squares_overflow_there_is_no_step_from_a_bound(element: float) -> None:
    """A trial far away, as from STIGMA -22: its residuals are finite; SVD of its equations does not converge."""
    normal = Normal(np.array([[1.0, element], [element, 1.0]]), np.array([element, 1.0]), np.ones(2), np.nan, 0.0)
    none = np.zeros(2)
    problem: Any = SimpleNamespace(columns=np.arange(2), box=Box(none, none + 1.0))
    point = FitPoint(none, np.array([1e200]), None, np.nan, none, 0.0, None, none, normal, (0,))
    found = LeastSquaresProblem._with_bounded_step(problem, point, 0.0)
    assert (found.chi2, found.decrease, found.normal) == (np.inf, 0.0, None)
    np.testing.assert_array_equal(found.step, none)


def test_a_variance_of_zero_is_as_wrong_as_a_negative_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an inverse has one, all digits are lost: the pseudo-inverse is taken. It is 1/4 for equal columns."""
    normal = Normal(np.ones((2, 2)), np.zeros(2), np.ones(2), np.float64(1.0), np.float64(0.0))
    none = np.zeros(2)
    point = FitPoint(none, none, None, 1.0, none, 0.0, None, none, normal)
    problem: Any = SimpleNamespace(columns=np.arange(2))
    for wrong in (0.0, -1.0, np.nan):
        monkeypatch.setattr(problem_module, "covariance", lambda _, wrong=wrong: np.diag([wrong, 1.0]))
        np.testing.assert_allclose(LeastSquaresProblem.covariance(problem, point), np.full((2, 2), 0.25))
    monkeypatch.setattr(problem_module, "covariance", lambda _: np.diag([1e-300, 1.0]))
    np.testing.assert_array_equal(LeastSquaresProblem.covariance(problem, point), np.diag([1e-300, 1.0]))


def a_point(**given: Any) -> FitPoint:
    """A point of two parameters with independent columns."""
    none = np.zeros(2)
    normal = Normal(np.eye(2), none, np.ones(2), np.float64(1.0), np.float64(0.0))
    return FitPoint(none, none, None, 1.0, none, 0.0, None, none, normal)._replace(**given)


def test_weights_divide_the_uncertainties_and_raise_what_rounding_does() -> None:
    """A TOA of weight 1/4 counts as one of twice the uncertainty; rounding is in units of the uncertainty."""
    problem: Any = LeastSquaresProblem.__new__(LeastSquaresProblem)
    problem.sigma, problem.rounding = np.array([1.0, 3.0]), np.array([1e-3, 2e-3])
    problem.reference = SimpleNamespace(_replace=lambda sigma: SimpleNamespace(sigma=sigma))
    problem.kernels = SimpleNamespace(to_device=lambda reference: ("device", reference))
    found = problem.with_weights(np.array([0.25, 1.0]))
    assert found.sigma.tolist() == [2.0, 3.0]
    assert found.rounding.tolist() == [5e-4, 2e-3]
    assert found.data == ("device", found.reference)
    assert problem.sigma.tolist() == [1.0, 3.0]


def test_the_design_matrix_is_evaluated_where_a_point_has_none() -> None:
    asked: list[object] = []
    kernels = SimpleNamespace(evaluate=lambda *of: asked.append(of) or SimpleNamespace(blocks="made"))
    problem: Any = SimpleNamespace(kernels=kernels, reference="reference")
    assert LeastSquaresProblem.blocks(problem, a_point(blocks=("given",))) == ("given",)
    assert asked == []
    point = a_point()
    assert LeastSquaresProblem.blocks(problem, point) == "made"
    assert asked == [("reference", point.dx)]


def test_after_a_step_by_svd_the_design_matrix_is_kept() -> None:
    problem: Any = SimpleNamespace(
        needs_matrix=False, blocks=lambda _: "blocks", _precise=lambda point: (point.blocks, 2.0, "covariance")
    )
    found = LeastSquaresProblem._with_precise_step(problem, a_point())
    assert problem.needs_matrix is True
    assert (found.blocks, found.step, found.decrease, found.covariance) == ("blocks", "blocks", 2.0, "covariance")


def degenerate(_: object) -> object:
    raise DegenerateError("columns")


@pytest.mark.parametrize(
    ("active", "smallest", "precise", "taken"),
    [
        ((), 0.0, None, "normal"),
        ((0,), 0.5, None, "normal"),
        ((0,), 0.0, lambda _: (0, 0, "by SVD"), "by SVD"),
        ((0,), 0.0, degenerate, "pseudo"),
    ],
)
def test_how_the_covariance_of_a_point_is_made(
    monkeypatch: pytest.MonkeyPatch, active: tuple[int, ...], smallest: float, precise: Any, taken: str
) -> None:
    """By SVD at a bound where the normal equations have lost digits; what a step has made already is kept."""
    monkeypatch.setattr(problem_module, "covariance", lambda _: np.eye(2))
    monkeypatch.setattr(problem_module, "pseudo_covariance", lambda _: 2.0 * np.eye(2))
    problem: Any = SimpleNamespace(columns=np.arange(2), smallest_eigenvalue=lambda _: smallest, _precise=precise)
    found = LeastSquaresProblem.covariance(problem, a_point(active=active))
    assert isinstance(found, str) == (taken == "by SVD")
    if taken != "by SVD":
        assert found[0, 0] == {"normal": 1.0, "pseudo": 2.0}[taken]
    assert LeastSquaresProblem.covariance(problem, a_point(covariance="kept")) == "kept"
    without = a_point(active=(0,), normal=a_point().equations._replace(scale=np.array([0.0, 1.0])))
    monkeypatch.setattr(problem_module, "columns_without_effect", lambda _: [0])
    assert LeastSquaresProblem.covariance(problem, without)[0, 0] == 2.0


@pytest.mark.parametrize(
    ("prior", "column", "error"),
    [
        (None, [1.0, 2.0], "no TOA depends on F0 .a.par:3., so it cannot be fitted; fix it"),
        ("prior", [0.0, 0.0], "no TOA depends on F0"),
        ("prior", [1.0, np.nan], "no TOA depends on F0"),
        ("prior", [0.0, 2.0], "noise takes all"),
    ],
)
def test_a_column_without_effect_is_refused(
    monkeypatch: pytest.MonkeyPatch, prior: object, column: list[float], error: str
) -> None:
    """With the noise as the reason where the column itself has numbers."""
    monkeypatch.setattr(problem_module, "columns_without_effect", lambda _: [1])
    blocks = (Dense(np.column_stack([[1.0, 1.0], column])),)
    problem: Any = SimpleNamespace(
        column_names=("the overall offset", "F0 (a.par:3)"), reference=SimpleNamespace(prior=prior), offset=False,
        offset_mask=np.ones(2), blocks=lambda _: blocks, too_strong=lambda: FitError("noise takes all"),
    )  # fmt: skip
    step: Any = SimpleNamespace(normal=None)
    with pytest.raises(FitError, match=error):
        LeastSquaresProblem._refuse_without_effect(problem, a_point(), step)
    monkeypatch.setattr(problem_module, "columns_without_effect", lambda _: [0, 1])
    problem.reference.prior = None
    with pytest.raises(
        DegenerateError, match=r"depends on the overall offset, F0 .*so they cannot be fitted; fix them"
    ):
        LeastSquaresProblem._refuse_without_effect(problem, a_point(), step)
