"""Columns of a model with an orbit, astrometry, parallax and DM against automatic differentiation of its phase."""

from collections.abc import Callable
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import orbits
import pytest
from orbits import ECLIPTIC, EQUATORIAL, Size

import jug
from jug.compute.compile_cache import CPU_OPTIONS
from jug.compute.jax_import import import_jax
from jug.model.components.spin import delta_phase
from jug.model.declare import Columns, Component, Values
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import forward, gradient
from jug.model.timing_model import TimingModel

import_jax()  # makes Values a pytree

TILT = "M2 0.28 1\nKIN 71.9 1\nKOM 83.1 1\n"
LENS = "M2 0.3 1\nSINI 0.97 1\n"
FORMS = {
    "DD": (orbits.kepler_lines, LENS + "OMDOT 3.1 1\n", 0.9),
    "DDK": (orbits.kepler_lines, TILT, 0.3),
    "T2": (orbits.kepler_lines, LENS + "KIN 71.9 1\nKOM 83.1 1\nPB_2 327.3 1\nA1_2 0.8 1\nT0_2 54700.1 1\n", 0.3),
    "ELL1": (orbits.circle_lines, LENS, 1e-2),
}
SIZES = ((0.0625, 2.5), (600.0, 200.0))
COUPLED = {"RAJ", "DECJ", "PMRA", "PMDEC", "ELONG", "ELAT", "PMELONG", "PMELAT", "PX", "DM", "NE_SW", "PB", "A1", "KIN"}
COUPLED |= {"KOM", "M2", "A1_2"}

TOLERANCE = 1e-9
"""Of the largest element of a column."""


@cache
def _push(components: tuple[Component, ...]) -> Callable[..., jax.Array]:
    """The phase differentiated along a tangent of parameters; it serves again for other orbits of the same shapes."""

    def push(at: dict[str, jax.Array], tangent: dict[str, jax.Array], p: Values, x: Columns) -> jax.Array:
        base = forward(jnp, components, p, x)

        def phase(q: dict[str, jax.Array]) -> jax.Array:
            q = p.with_values(q)
            now = forward(jnp, components, q, x)
            spun = delta_phase(p["F"], q["F"] - p["F"], base.t_e - p["PEPOCH"], base.delay - now.delay)
            return spun + now.phase

        return jax.jvp(phase, (at,), (tangent,))[1]

    return jax.jit(push, compiler_options=CPU_OPTIONS)


def slope(model: TimingModel, p: Values, x: Columns) -> Callable[[str], np.ndarray]:
    """The derivative of the phase by a parameter (the first element of a vector), by automatic differentiation."""
    p, x = (jax.tree.map(jnp.asarray, part) for part in (p, x))
    at = {key: p[key] for key in COUPLED & set(p)}

    def along(key: str) -> np.ndarray:
        still = {k: jnp.zeros_like(v) for k, v in at.items()}
        unit = jnp.zeros_like(at[key]).reshape(-1).at[0].set(1.0).reshape(at[key].shape)
        return np.asarray(_push(model.components)(at, {**still, key: unit}, p, x))

    return along


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("position", [EQUATORIAL, ECLIPTIC], ids=["equatorial", "ecliptic"])
@pytest.mark.parametrize("name", FORMS)
def test_columns_of_the_whole_model(name: str, position: str) -> None:
    """Astrometry and DM reach the orbit through the time and frequency that it sees; in DDK and T2 directly too."""
    lines, more, e = FORMS[name]
    for pb, x in SIZES:
        body = f"BINARY {name}\n" + lines(Size(pb, x, e)) + more + "DM1 1e-4 1\nNE_SW 5 1\n"
        model = orbits.model(body, position)
        toas = jug.simulate(model, np.linspace(53001.1, 57001.7, 30), freq_mhz=[430.0, 1400.0] * 15, site="gbt")
        reference = make_anchor(model, toas).reference
        by = gradient(np, model.components, reference.p0, forward(np, model.components, reference.p0, reference.x))
        with jax.enable_x64(True):
            along = slope(model, reference.p0, reference.x)
            for key in sorted(COUPLED & set(reference.p0)):
                auto = along(key)
                ours = np.asarray(by[key]).reshape(len(auto), -1)[:, 0]
                assert np.max(np.abs(ours - auto)) <= TOLERANCE * np.max(np.abs(auto)), (key, pb)
