"""When a change of the spin frequency is named: its gain, its size, its dates."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.fitting.verdict import left_glitch as module
from jug.fitting.verdict.left_glitch import left_glitch

MJD = np.array([55000.0, 55010.0, 55100.0, 55120.0, 55200.0, 55230.0])
DATES: Any = Made(n=3, member=np.array([0, 0, 1, 1, 2, 2]))
SECULAR: Any = (Made(kind="secular", delta_chi2=100.0),)


def fit_end(chi2: float = 5100.0, dof: int = 100, **more: Any) -> Any:
    residuals = Made(dof=dof, dm=None, error_s=np.full(6, 2e-6))
    own = {
        "model": Made(entries={"F0": 1}), "anchor": Made(reference=Made(prior=None)), "toas": Made(mjd=MJD),
        "chi2": chi2, "residuals": residuals, "sigma_factor": 1.5,
    }  # fmt: skip
    return Made(**{**own, **more})


@pytest.fixture
def gains(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the changes at the two dates lower chi2 by these gains; the second one has the share left that is given."""
    columns: list[Any] = []

    def set_gains(first: float, second: float, left: float = 0.5) -> list[Any]:
        rest = Made(gram=np.diag([0.25, left]), slope=np.sqrt([0.25 * first, left * second]))

        def extended(end: Any, late: Any) -> Any:
            columns.append(late)
            return Made(extra="extra", rest=lambda at: rest)

        monkeypatch.setattr(module, "normal_equations_with", extended)
        return columns

    return set_gains


def test_the_date_with_the_larger_gain(gains: Any) -> None:
    """Between the last TOA before and the first one after it; its size is that of chi2, with scaled uncertainties."""
    columns = gains(1000.0, 4990.0)
    found = left_glitch(fit_end(), DATES, SECULAR)
    assert found is not None
    assert found.form == "a change of the spin frequency between MJD 55120.0 and 55200.0"
    assert found.line == "GLEP_1 55160.0, GLPH_1 0 1, GLF0_1 0 1"
    assert (found.kind, found.parameter, found.delta_chi2) == ("glitch", "GLF0_1", pytest.approx(4990.0))
    assert found.amplitude_s == pytest.approx(3e-6 * np.sqrt(4990.0 / 6.0))
    assert columns[0].tolist() == [[max(t - 55055.0, 0.0), max(t - 55160.0, 0.0)] for t in MJD]


@pytest.mark.parametrize(
    ("second", "others", "left", "named"),
    [
        (4990.0, 100.0, 0.5, True),
        (0.98 * 5000.0 - 3.0 * np.sqrt(200.0) + 0.1, 100.0, 0.5, True),
        (0.98 * 5000.0 - 3.0 * np.sqrt(200.0) - 0.1, 100.0, 0.5, False),
        (4990.0, 4985.1, 0.5, False),
        (4990.0, 4984.9, 0.5, True),
        (4990.0, 100.0, module.LEAST_SHARE_LEFT, False),
        (4990.0, 100.0, 1.01 * module.LEAST_SHARE_LEFT, True),
    ],
)
def test_it_must_take_nearly_all_and_more_than_others(
    second: float, others: float, left: float, named: bool, gains: Any
) -> None:
    """98 per cent of the excess of 5000 less 3 deviations of chi2, and 5 more than the other signals."""
    gains(1.0, second, left)
    assert (left_glitch(fit_end(), DATES, (Made(kind="step", delta_chi2=others),)) is not None) == named  # type: ignore


def test_where_none_is_looked_for(gains: Any) -> None:
    """Without a polynomial or a step; with glitches or noise in the model; with measured DMs, or hardly any TOAs."""
    gains(1.0, 4990.0)
    assert left_glitch(fit_end(), DATES, (Made(kind="yearly", delta_chi2=1.0),)) is None  # type: ignore[arg-type]
    assert left_glitch(fit_end(model=Made(entries={"GLEP_1": 1})), DATES, SECULAR) is None
    assert left_glitch(fit_end(anchor=Made(reference=Made(prior=1))), DATES, SECULAR) is None
    assert left_glitch(fit_end(), Made(n=1, member=np.zeros(6)), SECULAR) is None  # type: ignore[arg-type]
    for dof, found in ((4, True), (3, False)):
        gains(1.0, 999990.0)
        end = fit_end(chi2=1e6 + dof, dof=dof)
        assert (left_glitch(end, DATES, SECULAR) is not None) == found
    gains(1.0, 4990.0)
    end = fit_end()
    end.residuals.dm = 1
    assert left_glitch(end, DATES, SECULAR) is None
