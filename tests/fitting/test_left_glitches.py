"""A glitch that is not in the model, and what is like one."""

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
