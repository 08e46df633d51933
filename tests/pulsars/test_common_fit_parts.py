"""Parts of a fit of common parameters: the joint step, its halving, its end, and what the result says."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.errors import FitError, InputError
from jug.fitting.tolerances import DECREASE_TOLERANCE
from jug.pulsars.common_fit import common_fit, profile
from jug.pulsars.common_fit.common_result import CommonFit
from jug.pulsars.common_fit.profile import SharedProfile


def shared(curvature: list[list[float]], slope: list[float]) -> SharedProfile:
    return SharedProfile(np.array(curvature), np.array(slope), np.zeros((0, len(slope))))


def test_the_joint_step_is_that_of_the_sums() -> None:
    """Two pulsars of which each alone determines one combination: chi2 falls by s^T A^-1 s, to its minimum."""
    two = [shared([[4.0, 2.0], [2.0, 1.0]], [2.0, 1.0]), shared([[1.0, -1.0], [-1.0, 1.0]], [0.5, -0.5])]
    step, covariance, decrease = common_fit._joint_step(two, ("NE_SW", "PX"))
    total, slope = np.array([[5.0, 1.0], [1.0, 2.0]]), np.array([2.5, 0.5])
    np.testing.assert_allclose(covariance, np.linalg.inv(total), rtol=1e-12)
    np.testing.assert_allclose(total @ step, -slope, rtol=1e-12)
    assert decrease == pytest.approx(slope @ np.linalg.inv(total) @ slope, rel=1e-12)


def test_common_parameters_that_no_toa_shows_and_that_cannot_be_told_apart() -> None:
    """A correlation of 1 - 1e-12 is the limit: the least eigenvalue of the scaled matrix is 1e-12."""
    with pytest.raises(FitError, match=r"^no TOA of any pulsar depends on PX; leave it out of common$"):
        common_fit._joint_step([shared([[1.0, 0.0], [0.0, 0.0]], [1.0, 0.0])], ("NE_SW", "PX"))

    def nearly(left: float) -> SharedProfile:
        r = 2.0 * (1.0 - left)
        return shared([[4.0, r], [r, 1.0]], [0.0, 0.0])

    common_fit._joint_step([nearly(1.1e-12)], ("A", "B"))
    with pytest.raises(
        FitError, match=r"^A, B cannot be told apart with these pulsars; leave one of them out of common"
    ):
        common_fit._joint_step([nearly(0.9e-12)], ("A", "B"))


def pulsars_at(values: Any, chi2: float) -> Any:
    return common_fit._PulsarsAt(np.asarray(values), (Made(model=None, converged=True),), chi2)


def test_a_step_that_raises_chi2_is_halved_ten_times_at_most() -> None:
    tried: list[float] = []

    def fit_all_at(values: Any, starts: Any) -> Any:
        tried.append(float(values[0]))
        return pulsars_at(values, found(tried[-1]))

    def found(x: float) -> float:
        return 100.0 if x <= 1.25 else 100.1

    there = common_fit._pulsars_after_step(pulsars_at([1.0], 100.0), np.array([1.0]), fit_all_at)
    assert tried == [2.0, 1.5, 1.25]
    assert there is not None
    assert there.values[0] == 1.25
    tried.clear()
    assert common_fit._pulsars_after_step(pulsars_at([1.0], 99.0), np.array([1.0]), fit_all_at) is None
    assert tried == [1.0 + 0.5**n for n in range(10)]


@pytest.mark.parametrize(("rise", "taken"), [(0.9e-4, True), (1.1e-4, False)])
def test_chi2_may_rise_by_1e_6_of_itself(rise: float, taken: bool) -> None:
    """Each fit ends within its own tolerance."""
    there = common_fit._pulsars_after_step(
        pulsars_at([0.0], 100.0), np.array([1.0]), lambda values, starts: pulsars_at(values, 100.0 + rise)
    )
    assert (there is not None) == taken


@pytest.fixture
def one_pulsar(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a fit of one pulsar whose every step promises a decrease; chi2 is 1 or what is given."""

    def run(decrease: float, chi2: float = 1.0) -> CommonFit:
        model: Any = Made(free=("F0",), values={"NE_SW": 3.0}, units={"NE_SW": "cm^-3"}, set=lambda **given: model)
        model.freeze = lambda *names: model
        result = Made(model=model, chi2=chi2, dof=9, converged=True)
        monkeypatch.setattr(common_fit, "_common_names", lambda pairs, common: ("NE_SW",))
        monkeypatch.setattr(common_fit, "fit_of", lambda *of: result)
        monkeypatch.setattr(common_fit, "_profiles", lambda *of: [None])
        monkeypatch.setattr(common_fit, "_with_common_parameters", lambda one, *of: one)
        monkeypatch.setattr(common_fit, "_joint_step", lambda *of: (np.array([0.5]), np.array([[0.04]]), decrease))
        return common_fit.fit_common({"J1": (model, None)}, ["NE_SW"], {})  # type: ignore[dict-item]

    return run


def test_the_fit_ends_where_no_decrease_is_left(one_pulsar: Any) -> None:
    """Below the tolerance of every fit, or the rounding of a large chi2."""
    ended = one_pulsar(0.99 * DECREASE_TOLERANCE)
    assert (ended.n_steps, ended.converged, ended.values) == (0, True, {"NE_SW": 3.0})
    assert one_pulsar(0.99e-6, chi2=1e6).n_steps == 0
    for decrease, chi2 in ((1.01 * DECREASE_TOLERANCE, 1.0), (DECREASE_TOLERANCE, 1.0), (1.01e-6, 1e6)):
        going_on = one_pulsar(decrease, chi2)
        assert (going_on.n_steps, going_on.converged) == (20, False)
        assert going_on.values == {"NE_SW": 3.0 + 20 * 0.5}


def test_what_the_result_says() -> None:
    """Two pulsars with own parameters counted, less the two common ones."""
    results: Any = {"J1": Made(chi2=10.25, dof=9), "J2": Made(chi2=20.5, dof=19)}
    covariance = np.array([[0.04, 0.0], [0.0, 9.0]])
    units = {"NE_SW": "cm^-3", "PX": "mas"}
    found = CommonFit({"NE_SW": 7.5, "PX": 1.0}, covariance, units, results, 3, converged=False)
    assert found.errors == {"NE_SW": 0.2, "PX": 3.0}
    assert (found.chi2, found.dof) == (30.75, 26)
    about, _, head, _, *rows = (" ".join(line.split()) for line in found.summary().splitlines())
    assert about == "2 pulsars, chi2 30.7500, degrees of freedom 26, not converged"
    assert head == "Common Value Uncertainty Unit"
    assert rows == ["NE_SW 7.5 0.2 cm^-3", "PX 1 3 mas"]
    assert found.to_json() == {
        "values": {"NE_SW": 7.5, "PX": 1.0}, "errors": found.errors, "units": units,
        "covariance": covariance.tolist(), "pulsars": ["J1", "J2"], "chi2": 30.75, "dof": 26, "n_steps": 3,
        "converged": False,
    }  # fmt: skip


def test_names_of_common_parameters() -> None:
    with pytest.raises(InputError, match=r"^no common parameter is named; name some: common=\[\"NE_SW\"\]$"):
        common_fit._common_names({}, ["NE_SW"])


def test_a_column_of_zeros_has_the_length_one_and_projections_leave_nothing() -> None:
    """The second pass removes what rounding leaves of columns that are nearly in the space."""
    assert profile._lengths(np.array([[3.0, 0.0], [4.0, 0.0]])).tolist() == [5.0, 1.0]
    basis = np.linalg.qr(np.vander(np.linspace(0.0, 1.0, 50), 6))[0]
    column = 1e8 * basis[:, :1] + np.sin(np.arange(50.0))[:, None]
    left = profile._project_out(basis, column)
    assert np.max(np.abs(basis.T @ left)) < 1e-14
