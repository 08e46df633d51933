"""Derivatives of fitted values against the Hessian of the likelihood that JAX differentiates."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from noise_sets import SETS

import jug
from jug.analysis.information import slopes_of_fit as slopes

Pair = tuple[jug.TimingModel, jug.TOAs]

pytestmark = pytest.mark.usefixtures("embedded_only", "quick_hessian")

KINDS = ("white", "all", "phoff")
CHROMATIC = ("CM 0.01 1", "TNCHROMIDX 4 1", "TNCHROMAMP -12.5", "TNCHROMGAM 2", "TNCHROMC 5")


def by_hessian(model: jug.TimingModel, toas: jug.TOAs, names: tuple[str, ...]) -> np.ndarray:
    """-(d^2 L / dx dx)^-1 d^2 L / dx dy, par units."""
    like = jug.likelihood(model, toas, noise=names)
    second, k = like.hessian(like.start), like.vector.n_timing
    entries = [model.entries[name] for name in like.names[:k]]
    steps = like.vector.scale[:k] / np.array([e.scale for e in entries])
    return -steps[:, None] * np.linalg.solve(second[:k, :k], second[:k, k:])


def difference(model: jug.TimingModel, toas: jug.TOAs) -> float:
    """The largest difference, as a share of the largest derivative of each parameter."""
    found = jug.fit_gradient(model, toas)
    wanted = by_hessian(model.with_free(found.names), toas, found.noise)
    return float(np.max(np.abs(found.by_noise - wanted) / np.max(np.abs(wanted), axis=1, keepdims=True)))


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in SETS.items() if name in KINDS])
def test_the_slopes_are_those_of_the_hessian(epochs_of_three: Callable[..., Pair], lines: tuple[str, ...]) -> None:
    model, toas = epochs_of_three(*lines)
    assert difference(jug.fit(model, toas).model, toas) < 1e-5


def test_wideband_slopes_are_those_of_the_hessian(wideband_of: Callable[..., Pair]) -> None:
    model, toas = wideband_of("EFAC -fe L 1.2", "DMEFAC -fe L 1.3", "ECORR -fe S 0.5", "TNDMAMP -12.4", "TNDMGAM 2")
    assert difference(jug.fit(model, toas).model, toas) < 1e-5


def test_a_parameter_of_timing_and_noise_is_differentiated(epochs_of_three: Callable[..., Pair]) -> None:
    """TNCHROMIDX changes the delay of CM and the columns of the chromatic noise."""
    model, toas = epochs_of_three(*CHROMATIC)
    assert difference(jug.fit(model.freeze("TNCHROMIDX"), toas).model.free("TNCHROMIDX"), toas) < 1e-5


def test_nothing_is_compiled(run_python: Callable[[str], str]) -> None:
    """JAX took 20 s of CPU for B1855+09, which has 104 parameters; the formulas take 1 s."""
    code = """
import sys, jug
model, toas = jug.load(*jug.data.example("NGC6440E"))
model = model.add(["EFAC TEL gbt 1.1", "EQUAD TEL gbt 3"])
print(jug.fit_gradient(model, toas).by_noise.shape, "jax" in sys.modules)
"""
    assert run_python(code).splitlines()[-1] == "(5, 2) False"


def test_the_curvature_is_symmetric_and_in_steps_of_the_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """s^T d^2r/dx dx of residuals s_k x^T H_k x / 2 is sum s_k H_k; rounding makes it a little unsymmetric."""
    h = np.array([[[2.0, 1.0], [1.0, 3.0]], [[-1.0, 0.5], [0.5, 4.0]]])
    steps, weights = np.array([1e-3, 20.0]), np.array([3.0, -2.0])
    uneven = np.array([[0.0, 1e-9], [-1e-9, 0.0]])

    def vjp(_: object, components: str, layout: str, ref: SimpleNamespace, dx: np.ndarray) -> tuple[None, object]:
        assert (components, layout, ref.rate) == ("components", "layout", 5.0)
        return None, lambda turns: np.einsum("k,kij,j->i", turns, h + uneven, dx)

    monkeypatch.setattr(slopes, "residuals_and_vjp", vjp)
    monkeypatch.setattr(slopes, "layout_of", lambda model, names: "layout" if names == ("F0", "F1") else "")
    monkeypatch.setattr(slopes, "per_turn", lambda _, s, rate: s / rate)
    vector = SimpleNamespace(n_timing=2, names=("F0", "F1", "EFAC1"), scale=np.append(steps, 7.0))
    fixed = SimpleNamespace(ref=SimpleNamespace(rate=5.0))
    found = slopes._curvature(SimpleNamespace(components="components"), fixed, vector, 5.0 * weights)  # type: ignore[arg-type]
    np.testing.assert_allclose(found, np.einsum("k,kij->ij", weights, h) * np.outer(steps, steps), rtol=1e-12)
