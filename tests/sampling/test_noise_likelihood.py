"""The log-likelihood of noise parameters in NumPy: the value of `jug.likelihood`, and the gradient of that value."""

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.sampling.noise_likelihood import NoiseLikelihood

MORE = ("DMEFAC -fe L 1.2", "DMEQUAD -fe L 2e-4")
TEMPO = ("EFAC -fe L 1.2", "TNEQ -fe U -6.2", "RNAMP 0.05", "RNIDX -3.1", "TNREDC 8")


def slope_by_differences(like: NoiseLikelihood, at: np.ndarray) -> np.ndarray:
    found = np.zeros(len(at))
    for i, size in enumerate(np.abs(at)):
        step = 1e-4 * max(size, 1e-2)
        up, down = at.copy(), at.copy()
        up[i] += step
        down[i] -= step
        found[i] = (like.value_and_grad(up)[0] - like.value_and_grad(down)[0]) / (2.0 * step)
    return found


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("marginal", [True, False])
def test_value_and_gradient_are_those_of_the_compiled_likelihood(epochs_of_three, marginal: bool) -> None:
    model, toas = epochs_of_three(*SETS["all"])
    compiled = jug.likelihood(model, toas, marginal=True) if marginal else jug.likelihood(model, toas, free=())
    like = NoiseLikelihood(model, toas, None, marginal)
    assert like.names == compiled.names
    at = compiled.start + 0.1
    value, slope = compiled.value_and_grad(at)
    found = like.value_and_grad(at)
    assert found[0] == pytest.approx(value, abs=1e-7)  # of 1e3: the rounding of sums over 180 TOAs
    np.testing.assert_allclose(found[1], slope, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("lines", [SETS["white"], SETS["overlapping ecorr"], SETS["phoff"], TEMPO])
def test_the_gradient_is_that_of_the_value(epochs_of_three, lines: tuple[str, ...]) -> None:
    model, toas = epochs_of_three(*lines)
    like = NoiseLikelihood(model, toas, None, True)
    at = np.array([model.values[name] for name in like.names])
    np.testing.assert_allclose(like.value_and_grad(at)[1], slope_by_differences(like, at), rtol=1e-4, atol=1e-4)


def test_measured_dms_count(wideband_of) -> None:
    model, toas = wideband_of(*SETS["white"], *MORE, "TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10")
    like = NoiseLikelihood(model, toas, None, True)
    assert {"DMEFAC1", "DMEQUAD1"} < set(like.names)
    at = np.array([model.values[name] for name in like.names])
    np.testing.assert_allclose(like.value_and_grad(at)[1], slope_by_differences(like, at), rtol=1e-4, atol=1e-3)


def test_edges_and_noise_without_a_meaning(epochs_of_three) -> None:
    model, toas = epochs_of_three(*SETS["red"])
    like = NoiseLikelihood(model, toas, None, True)
    at = np.array([model.values[name] for name in like.names])
    outside, strong = at.copy(), at.copy()
    outside[like.names.index("EFAC1")] = 0.0
    strong[like.names.index("TNREDAMP")] = 9.9
    assert like.value_and_grad(outside)[0] == -np.inf
    assert (
        not np.isfinite(like.value_and_grad(strong)[0]) or like.value_and_grad(strong)[0] < like.value_and_grad(at)[0]
    )


def test_the_timing_of_another_model(epochs_of_three) -> None:
    model, toas = epochs_of_three(*SETS["red"])
    like = NoiseLikelihood(model, toas, None, False)
    other = jug.fit(model, toas).model
    at = np.array([model.values[name] for name in like.names])
    expected = NoiseLikelihood(other, toas, None, False).value_and_grad(at)[0]
    assert like.with_timing_of(other).value_and_grad(at)[0] == pytest.approx(expected, abs=1e-7)
    assert abs(expected - like.value_and_grad(at)[0]) > 1e-3
