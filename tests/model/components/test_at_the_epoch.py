"""Every term at its epoch itself, and at the epoch of the model: a TOA may lie there, and 0 / 0 is no derivative."""

import numpy as np
import orbits
import pytest
import term_inputs
from orbits import Size

from jug.core.blocks import Binned
from jug.core.constants import AU_LS, DAY
from jug.model.components import ifunc, no_position
from jug.model.components.astrometry import _by_tie, _triad
from jug.model.components.binary.shapiro import harmonics_slopes
from jug.model.declare import Component, Values
from jug.model.evaluation.chain import dispersion_measure, forward, gradient

MODELS = {
    "equatorial": tuple(c for c in term_inputs.TERMS if "ecliptic" not in c.name),
    "ecliptic": tuple(c for c in term_inputs.TERMS if "equatorial" not in c.name),
}
EPOCH = term_inputs.TYPICAL["MJD"] * DAY
"""Of all terms of `term_inputs`, s since the epoch of the model: T0, TASC, PEPOCH, ..."""


def finite(found: object) -> bool:
    if isinstance(found, tuple) and not isinstance(found, Binned):
        return all(map(finite, found))
    return bool(np.all(np.isfinite(found.values if isinstance(found, Binned) else np.asarray(found))))


@pytest.mark.parametrize("position", MODELS)
def test_terms_and_their_derivatives_are_finite(position: str) -> None:
    p, components = term_inputs.values(), MODELS[position]
    x = term_inputs.at_origin(term_inputs.columns(), components)
    x = forward(np, components, p, x).x
    times = np.resize([EPOCH, 0.0], len(x.tdb))
    for r in x.bodies.values():
        r[0] = [AU_LS, 0.0, 0.0]
    x = x._replace(tdb=times, tdb_lo=0.0 * times, t_lo=0.0 * times)

    def wrong(c: Component) -> list[str]:
        of = c.signal or c.delay or c.phase
        found = {} if of is None else {"itself": of(np, p, x, times)}
        return [
            f"{c.name}: {name}" for name, one in {**found, **c.partials(np, p, x, times)}.items() if not finite(one)
        ]

    assert [one for c in components for one in wrong(c)] == []


CIRCLE, WIDE = orbits.circle_lines(Size(1.2, 1.0, 0.0)), orbits.kepler_lines(Size(67.8, 32.3, 0.1))
AT_PEPOCH = WIDE.replace("54990.123456789012", "55000")
NODE = "M2 0.3\nKIN 71\nKOM 30\n"


@pytest.mark.parametrize(
    "body",
    [
        f"BINARY ELL1\n{CIRCLE}M2 0.3\nSINI 0.9\n",
        f"BINARY ELL1H\n{CIRCLE}H3 3e-7\nH4 2e-7\n",
        f"BINARY ELL1K\n{CIRCLE}OMDOT 10\nLNEDOT 0\n",
        f"BINARY DD\n{WIDE}M2 0.3\nSINI 0.9\n",
        f"BINARY DDGR\n{AT_PEPOCH}M2 0.3\nMTOT 1.7\nXPBDOT 1e-12\n",
        f"BINARY DDK\n{WIDE}{NODE}",
        f"BINARY BT\n{WIDE}OMDOT 1\n",
        f"BINARY T2\n{CIRCLE}{NODE}SINI KIN\n",
        f"BINARY T2\n{WIDE}{NODE}SINI KIN\nPB_2 1000\nA1_2 3\nT0_2 55000\n",
    ],
    ids=lambda body: body.split()[1],
)
def test_orbits_at_their_epoch(body: str) -> None:
    """To the last bit, of a pulsar on the equator: sines of the orbit and the third axis of the direction are 0."""
    model = orbits.model(body)
    c, (p, x, _) = orbits.binary(model), orbits.kernel_arguments(model, n=2)
    epoch = p.exact("TASC" if "TASC" in p else "T0")
    t, low = np.full(2, epoch.hi), np.full(2, epoch.lo)
    x = x._replace(tdb=t, tdb_lo=low, t_lo=low, n=np.tile([0.6, 0.8, 0.0], (2, 1)))
    assert c.delay is not None
    assert c.partials is not None
    found = {"itself": c.delay(np, p, x, t), **c.partials(np, p, x, t)}
    assert [name for name, one in found.items() if not finite(one)] == []


def test_the_chain_without_delays() -> None:
    """A pulse emitted at the epoch: the phase by F0 is the time since PEPOCH, and nothing disperses."""
    spin = tuple(c for c in term_inputs.TERMS if c.spin)
    p, x = term_inputs.values(), term_inputs.columns()
    x = x._replace(tdb=0.0 * x.tdb, tdb_lo=0.0 * x.tdb)
    state = forward(np, spin, p, x)
    assert (state.delay.any(), state.t_e.any()) == (False, False)
    f = gradient(np, spin, p, state)["F"]
    assert isinstance(f, np.ndarray)
    np.testing.assert_allclose(f[:, :2], np.tile([-EPOCH, 0.5 * EPOCH**2], (len(f), 1)), rtol=1e-12)
    assert not dispersion_measure(np, spin, p, state).any()


def test_directions_along_an_axis() -> None:
    """A pulsar at right ascension 0 has its triad, one at the pole its derivatives by a rotation of the frame."""
    to, east, north = _triad(np, np.float64(0.0), np.float64(0.0))
    assert (to.tolist(), east.tolist(), north.tolist()) == ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    by = _by_tie(np, np.array([[0.0, 0.0, 1.0]]))
    assert [by[f"VLBIA{axis}"].tolist() for axis in "XYZ"] == [[[0, 1, 0]], [[-1, 0, 0]], [[0, 0, 0]]]


def test_a_model_without_a_position_at_the_barycentre() -> None:
    x = term_inputs.columns()._replace(r_obs=np.zeros((2, 3)))
    found = no_position.signal(np, term_inputs.values(), x.with_own(no_position.columns(np, None)), np.zeros(2))  # type: ignore[arg-type]
    assert [one.tolist() for one in found] == [[[1.0, 0.0, 0.0]] * 2, [[0.0, 0.0, 0.0]] * 2]


def test_orthometric_harmonics_at_phase_0() -> None:
    """-2 H3 sum of S^(k-3) c_k: at phase 0 the harmonics of even number have their largest or least value."""
    found = harmonics_slopes(np, np.zeros(1), np.float64(3e-7), np.float64(1.5e-7), 7)
    assert all(np.isfinite(one).all() for one in found.values())
    assert found["h3"][0] != 0.0 != found["h4"][0]


def test_an_ifunc_at_its_nodes() -> None:
    """Between the nodes at 10, 20 and 40 s it is linear; at a node, the first included, it has the slope after it."""
    p = Values({"IFUNC_MJD": np.array([10.0, 20.0, 40.0])})
    value = np.array([1.0, 3.0, -1.0])
    weight, slope = ifunc._linear(np, p, np.array([9.0, 10.0, 15.0, 20.0, 35.0, 40.0, 41.0]))
    np.testing.assert_allclose(weight @ value, [1.0, 1.0, 2.0, 3.0, 0.0, -1.0, -1.0], atol=1e-15)
    np.testing.assert_allclose(slope @ value, [0.0, 0.2, 0.2, -0.2, -0.2, -0.2, 0.0], atol=1e-15)
    weight, slope = ifunc._preceding(np, p, np.array([9.0, 10.0, 20.0, 39.0, 41.0]))
    assert (weight @ value).tolist() == [1.0, 1.0, 3.0, 3.0, -1.0]
    assert not slope.any()
