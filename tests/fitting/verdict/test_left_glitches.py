"""A glitch that is not in the model, and what is like one."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hard_fits import HEAD, RED, Hard, fitted, model_of, simulated, text

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


@pytest.mark.parametrize(("epoch", "size"), [(55700.0, 2e-9), (55300.0, 3e-9), (56100.0, -3e-9)])
def test_a_glitch_that_is_not_in_the_model_is_named_with_its_lines(epoch: float, size: float) -> None:
    """The next step was to fit F3, and then a step in time: chi2 stayed too large."""
    _, toas = simulated(Hard("glitch", "signal_left", f"GLEP_1 {epoch}\nGLF0_1 {size}\nGLPH_1 0", n=150))
    alone = model_of(HEAD)
    found = jug.fit(alone, jug.prepare(alone, toas.raw), backend="numpy").verdict
    assert [one.kind for one in found.signals] == ["glitch"], found.sentence
    lines = found.signals[0].line.split(", ")
    assert all(line in found.next for line in lines)
    better = model_of(text(HEAD, "\n".join(lines)))
    after = jug.fit(better, jug.prepare(better, toas.raw), backend="numpy")
    assert after.verdict.good, after.verdict.sentence
    assert after.values["GLF0_1"] == pytest.approx(size, rel=0.05)
    assert float(lines[0].split()[1]) == pytest.approx(epoch, abs=20.0)


@pytest.mark.parametrize("seed", range(4))
def test_red_noise_is_no_glitch(seed: int) -> None:
    case = Hard("red", "signal_left", RED.format(-11.3), "-TNREDAMP\n-TNREDGAM\n-TNREDC")
    assert "glitch" not in [one.kind for one in fitted(case, seed).verdict.signals]


def test_a_polynomial_is_no_glitch() -> None:
    found = fitted(Hard("F2 absent", "signal_left", "F2 1e-24", "-F2", n=150)).verdict
    assert [one.parameter for one in found.signals] == ["F2"]


@pytest.mark.parametrize(("dof", "told"), [(4, True), (3, False)])
def test_a_glitch_needs_four_degrees_of_freedom(dof: int, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of the frequency that takes 10^4 of chi2, in the second of two gaps."""
    module = import_module("jug.fitting.verdict.left_glitch")
    rest = SimpleNamespace(gram=np.eye(2), slope=np.array([1.0, 100.0]))
    extended = SimpleNamespace(extra=None, rest=lambda at: rest)
    monkeypatch.setattr(module, "normal_equations_with", lambda end, late: extended)
    mjd = np.array([54000.0, 54010.0, 54030.0, 54050.0, 54060.0])
    residuals = SimpleNamespace(dof=dof, dm=None, error_s=np.full(5, 1e-6))
    anchor = SimpleNamespace(reference=SimpleNamespace(prior=None))
    end: Any = SimpleNamespace(
        model=SimpleNamespace(entries={}), anchor=anchor, toas=SimpleNamespace(mjd=mjd), chi2=10_005.0,
        residuals=residuals, sigma_factor=1.0,
    )  # fmt: skip
    dates: Any = SimpleNamespace(n=3, member=np.array([0, 0, 1, 2, 2]))
    found = module.left_glitch(end, dates, [SimpleNamespace(kind="secular", delta_chi2=100.0)])
    assert (found is not None) == told
    if told:
        assert found.line == "GLEP_1 54040.0, GLPH_1 0 1, GLF0_1 0 1"
        assert found.form == "a change of the spin frequency between MJD 54030.0 and 54050.0"


def test_one_date_between_two_groups_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two groups of TOAs have one gap; one group has none."""
    module = import_module("jug.fitting.verdict.left_glitch")
    rest = SimpleNamespace(gram=np.eye(1), slope=np.array([100.0]))
    extended = SimpleNamespace(extra=None, rest=lambda at: rest)
    monkeypatch.setattr(module, "normal_equations_with", lambda end, late: extended)
    residuals = SimpleNamespace(dof=9, dm=None, error_s=np.full(4, 1e-6))
    anchor = SimpleNamespace(reference=SimpleNamespace(prior=None))
    toas = SimpleNamespace(mjd=np.array([54000.0, 54010.0, 54030.0, 54050.0]))
    end: Any = SimpleNamespace(
        model=SimpleNamespace(entries={}), anchor=anchor, toas=toas, chi2=10_010.0, residuals=residuals,
        sigma_factor=1.0,
    )  # fmt: skip
    left = (SimpleNamespace(kind="step", delta_chi2=100.0),)
    found = module.left_glitch(end, SimpleNamespace(n=2, member=np.array([0, 0, 1, 1])), left)
    assert found is not None
    assert found.line.startswith("GLEP_1 54020.0,")
    assert found.amplitude_s == pytest.approx(100.0 / 2.0 * 1e-6)  # sqrt(gain) over the root of the sum of the weights
    assert module.left_glitch(end, SimpleNamespace(n=1, member=np.zeros(4, dtype=int)), left) is None
    end.model.entries = {"GLEP_1": None}
    assert module.left_glitch(end, SimpleNamespace(n=2, member=np.array([0, 0, 1, 1])), left) is None
