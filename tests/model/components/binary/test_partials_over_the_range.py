"""Partials of every model against automatic differentiation over the whole range of orbits, forms and options."""

from collections.abc import Callable
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import orbits
import pytest
from orbits import ECLIPTIC, EQUATORIAL, Size

from jug.compute.compile_cache import CPU_OPTIONS
from jug.compute.jax_import import import_jax
from jug.model.declare import Columns, Component, Values

import_jax()  # makes Values a pytree

TOLERANCE = 1e-9
"""Of the largest element of a column: both sides are float64 and lose at most a few digits."""

KEPLER = "OMDOT 3.1 1\nEDOT 1e-15 1\nXDOT 2e-13 1\nPBDOT -2.4e-12 1\nGAMMA 1e-4 1\n"
REST = "XPBDOT 1e-13 1\nX2DOT 1e-23 1\nDR 1e-6 1\nDTH 2e-6 1\nA0 1e-6 1\nB0 -2e-6 1\n"
CIRCLE = "EPS1DOT 1e-15 1\nEPS2DOT -1e-15 1\nXDOT 2e-13 1\nPBDOT -2.4e-12 1\n"
TILT = "KIN 71.9 1\nKOM 83.1 1\n"
WAVES = "ORBWAVE_OM 2e-8 1\nORBWAVE_EPOCH 55000\nORBWAVEC0 1e-3 1\nORBWAVES0 -2e-3 1\nORBWAVEC1 1e-4 1\nORBWAVES1 0 1\n"
STEPS = "BPJEP_1 53000\nBPJPH_1 0.01 1\nBPJA1_1 1e-6 1\nBPJEC_1 1e-9 1\nBPJOM_1 1e-3 1\nBPJPB_1 1e-3 1\n"
PIECES = "XR1_0000 52000\nXR2_0000 54000\nT0X_0000 54990.2 1\nA1X_0000 0.021 1\nXR1_0001 56000\nXR2_0001 57000\n"

ECCENTRIC = {
    "BT": KEPLER,
    "BT_piecewise": KEPLER + PIECES,
    "BTJ": KEPLER + STEPS,
    "DD": KEPLER + REST + "M2 0.3 1\nSINI 0.97 1\n",
    "DD with waves": KEPLER + "M2 0.3 1\nSINI 0.97 1\n" + WAVES,
    "DDS": KEPLER + REST + "M2 0.3 1\nSHAPMAX 5.1 1\n",
    "DDH": KEPLER + REST + "H3 3e-7 1\nSTIG 0.7 1\n",
    "DDK": KEPLER + REST + "M2 0.3 1\n" + TILT,
    "DDK without K96": KEPLER + "M2 0.3 1\nK96 N\n" + TILT,
    "T2": KEPLER + REST + "M2 0.3 1\nSINI 0.97 1\n",
    "T2 with KIN": KEPLER + REST + "M2 0.3 1\nSINI KIN\n" + TILT,
    "T2 with SHAPMAX": KEPLER + "M2 0.3 1\nSHAPMAX 3 1\nD_AOP 900 1\n" + TILT + STEPS,
    "MSS": KEPLER + REST + "M2 0.3 1\nSINI 0.97 1\nOM2DOT 1.3 1\nE2DOT 0.3 1\nORBPX 0.8 1\nSHAPMAX 2e-6 1\n",
}
CIRCULAR = {
    "ELL1": CIRCLE + "M2 0.3 1\nSINI 0.97 1\n",
    "ELL1 to first order": CIRCLE + "ELL1ORDER 1\n",
    "ELL1 with waves": CIRCLE + WAVES,
    "ELL1H": CIRCLE + "H3 -3e-7 1\n",
    "ELL1H with H4": CIRCLE + "H3 3e-7 1\nH4 2e-7 1\nNHARMS 9\n",
    "ELL1H with STIG": CIRCLE + "H3 3e-7 1\nSTIG 0.7 1\n",
    "ELL1H absorbed": CIRCLE + "H3 3e-7 1\nSTIG 0.7 1\nELL1H_SHAPIRO ABSORBED\n",
    "ELL1k": "XDOT 2e-13 1\nPBDOT -2e-12 1\nOMDOT 20 1\nLNEDOT 1e-3 1\nM2 0.3 1\nSINI 0.97 1\n",
    "T2": CIRCLE + "M2 0.3 1\nSINI 0.97 1\n" + TILT,
    "T2 with H3": CIRCLE + "H3 3e-7 1\n",
    "T2 with H4": CIRCLE + "H3 3e-7 1\nH4 2e-7 1\n",
    "T2 with STIG": CIRCLE + "H3 3e-7 1\nSTIG 0.7 1\n" + TILT,
}


QUICKLY = {**CPU_OPTIONS, "xla_backend_optimization_level": 0}
"""What is compiled for automatic differentiation runs on 40 rows, some tens of times: compiled quickly, not well."""


PLACE = {"RAJ", "DECJ", "PMRA", "PMDEC", "PMRA2", "PMDEC2"}
PLACE |= {"ELONG", "ELAT", "PMELONG", "PMELAT", "PMELONG2", "PMELAT2"}


@cache
def _along(c: Component) -> Callable[..., jax.Array]:
    """The delay of a component differentiated along a tangent; it serves again for other orbits of the same shapes."""

    def along(at: tuple, tangent: tuple, values: Values, x: Columns) -> jax.Array:
        def delay(at: tuple) -> jax.Array:
            p, t, n = at
            return c.delay(jnp, Values(p, values.rest), x._replace(n=n), t)

        return jax.jvp(delay, (at,), (tangent,))[1]

    return jax.jit(along, compiler_options=QUICKLY)


def derivatives(c: Component, values: Values, x: Columns, t: np.ndarray) -> dict:
    """By every parameter, by t and by the direction n.

    A component without KIN and KOM gets no position (a KeyError would tell that it needs one), so that one compiled
    function serves both kinds of position.
    """
    tilted = any(key in c.names for key in ("KIN", "KOM"))
    if not tilted:
        values = Values(*({n: v for n, v in part.items() if n not in PLACE} for part in (values.nearest, values.rest)))
    values, x, t = (jax.tree.map(jnp.asarray, part) for part in (values, x, t))
    at = (values.nearest, t, x.n)
    still = jax.tree.map(np.zeros_like, at)

    def by(i: int, tangent: object) -> np.ndarray:
        return np.asarray(_along(c)(at, (*still[:i], tangent, *still[i + 1 :]), values, x))

    columns = {"t": by(1, np.ones(t.shape))}
    for name, v in values.nearest.items():
        units = np.eye(v.size).reshape(v.size, *v.shape)
        each = [by(0, {**still[0], name: unit}) for unit in units]
        columns[name] = np.stack(each, axis=1) if v.ndim else each[0]
    if tilted:
        axes = [by(2, np.tile(unit, (len(t), 1))) for unit in np.eye(3)]
        columns["n"] = np.stack(axes, axis=1)
    return columns


def faults(body: str, position: str) -> list[str]:
    """Partials that are not there, or further than `TOLERANCE` from automatic differentiation."""
    model = orbits.model(body, position)
    c = orbits.binary(model)
    p, x, t = orbits.kernel_arguments(model, 40)
    by = c.partials(np, p, x, t)
    fitted = {e.param.name for e in model.entries.values() if e.param.fit}
    free = {e.param.name for e in model.entries.values() if e.free} & set(c.names)
    found = [f"no partial by {name}, which is free" for name in free - set(by)]
    with jax.enable_x64(True):
        auto = {name: np.asarray(column) for name, column in derivatives(c, p, x, t).items()}
    for name, column in auto.items():
        if name not in by:
            needed = name == "n" or name in fitted
            found += [f"no partial by {name}"] * bool(needed and column.any())
            continue
        if np.shape(by[name]) != column.shape:
            found.append(f"{name}: {np.shape(by[name])}, not {column.shape}")
            continue
        scale = np.max(np.abs(column), axis=0)
        error = np.max(np.abs(np.asarray(by[name]) - column), axis=0)
        if not np.all(error <= TOLERANCE * np.where(scale > 0, scale, 1.0)):
            found.append(f"{name}: off by {error} of {scale}")
    return found


CORNERS = (Size(0.0625, 2.5, 0.9), Size(600.0, 200.0, 1e-8))
"""For every run; the whole range in the long tests."""


def eccentric(name: str, size: Size, position: str) -> list[str]:
    return faults(f"BINARY {name.split()[0]}\n" + orbits.kepler_lines(size) + ECCENTRIC[name], position)


def circular(name: str, size: Size, position: str) -> list[str]:
    return faults(f"BINARY {name.split()[0]}\n" + orbits.circle_lines(size) + CIRCULAR[name], position)


@pytest.mark.parametrize("name", ECCENTRIC)
def test_eccentric(name: str) -> None:
    for size, position in zip(CORNERS, (EQUATORIAL, ECLIPTIC), strict=True):
        assert not eccentric(name, size, position)


@pytest.mark.parametrize("name", CIRCULAR)
@pytest.mark.filterwarnings("ignore:.*H3 -3e-07 is outside its physical range:jug.errors.InputWarning")
def test_circular(name: str) -> None:
    for size, position in zip(CORNERS, (EQUATORIAL, ECLIPTIC), strict=True):
        assert not circular(name, size._replace(e=min(size.e, 1e-2)), position)


@pytest.mark.long
@pytest.mark.parametrize("name", ECCENTRIC)
def test_eccentric_everywhere(name: str) -> None:
    for i, size in enumerate(orbits.sizes()):
        assert not eccentric(name, size, ECLIPTIC if i % 2 else EQUATORIAL)


@pytest.mark.long
@pytest.mark.parametrize("name", CIRCULAR)
@pytest.mark.filterwarnings("ignore:.*H3 -3e-07 is outside its physical range:jug.errors.InputWarning")
def test_circular_everywhere(name: str) -> None:
    for i, size in enumerate(orbits.sizes((1e-8, 1e-5, 1e-2))):
        assert not circular(name, size, ECLIPTIC if i % 2 else EQUATORIAL)


@pytest.mark.parametrize("frequencies", ["FB0 1.9e-5 1\n", "FB0 1.9e-5 1\nFB1 2e-19 1\nFB2 -1e-26 1\nFB3 1e-35 1\n"])
@pytest.mark.parametrize("name", ["DD", "BTX", "ELL1", "DDGR"])
def test_frequencies_instead_of_a_period(name: str, frequencies: str) -> None:
    size = Size(0.6, 1.9, 0.2 if name != "ELL1" else 1e-3)
    lines = orbits.circle_lines(size) if name == "ELL1" else orbits.kepler_lines(size)
    more = "MTOT 2.8 1\nM2 1.3 1\n" if name == "DDGR" else ""
    assert not faults(f"BINARY {name}\n" + frequencies + lines.split("\n", 1)[1] + more, EQUATORIAL)


def test_a_period_with_derivatives_of_the_frequency() -> None:
    """PPTA writes PB with FB1, FB2, ... and no FB0."""
    assert not faults("BINARY DD\nFB1 2e-19 1\nFB2 -1e-26 1\n" + orbits.kepler_lines(Size(0.6, 1.9, 0.2)), EQUATORIAL)


@pytest.mark.parametrize("e", [1e-8, 0.1, 0.617, 0.9])
@pytest.mark.parametrize("pb", [0.0625, 0.323, 300.0])
def test_masses(pb: float, e: float) -> None:
    x = 0.9 * (pb / 0.323) ** (2 / 3)
    body = orbits.kepler_lines(Size(pb, x, e)) + "MTOT 2.83 1\nM2 1.39 1\nXOMDOT 0.01 1\nXPBDOT 1e-13 1\nEDOT 1e-15 1\n"
    assert not faults("BINARY DDGR\n" + body + "XDOT 1e-14 1\nA0 1e-6 1\nB0 1e-6 1\n", EQUATORIAL)
    assert not faults("BINARY T2\n" + body + "XDOT 1e-14 1\n" + TILT + STEPS, ECLIPTIC)


def test_twenty_derivatives_of_the_frequency() -> None:
    series = "".join(f"FB{k} {1e-6 * 1e-9**k:.3e} 1\n" for k in range(1, 21))
    assert not faults("BINARY ELL1\nFB0 1e-5 1\n" + series + "A1 1.2 1\nTASC 55000.1 1\n", EQUATORIAL)
