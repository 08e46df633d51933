"""Every analytic partial of every component against automatic differentiation, and the whole chain too."""

from dataclasses import replace
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import term_inputs

from jug.compute.compile_cache import CPU_OPTIONS
from jug.compute.jax_import import import_jax
from jug.core.blocks import Binned
from jug.model.components.spin import delta_phase
from jug.model.declare import Columns, Component, Values
from jug.model.evaluation.chain import SIGNALS, forward, gradient

import_jax()  # makes Values a pytree

TOLERANCE = 1e-9
"""Of the largest element of the column; both sides are float64 and lose at most a few digits."""

MODELS = {
    "equatorial": tuple(c for c in term_inputs.TERMS if "ecliptic" not in c.name),
    "ecliptic": tuple(c for c in term_inputs.TERMS if "equatorial" not in c.name),
}


@pytest.fixture(autouse=True)
def _float64():
    with jax.enable_x64(True):
        yield


QUICKLY = {**CPU_OPTIONS, "xla_backend_optimization_level": 0}
"""What is compiled for automatic differentiation runs on 41 rows, a few hundred times: compiled quickly, not well."""


def dense(column: object) -> np.ndarray:
    if isinstance(column, Binned):
        k = column.shift.shape[0]
        return np.where(np.asarray(column.member)[:, None] == np.arange(k), np.asarray(column.values)[:, None], 0.0)
    return np.asarray(column)


def compare(name: str, ours: object, auto: np.ndarray) -> list[str]:
    """What is wrong with a column: its shape, a value that is not finite, or more than `TOLERANCE`."""
    ours, auto = dense(ours), np.asarray(auto)
    if ours.shape != auto.shape:
        return [f"{name}: shape {ours.shape}, autodiff {auto.shape}"]
    if not np.all(np.isfinite(ours)):
        return [f"{name}: not finite"]
    size = np.max(np.abs(auto), axis=0, keepdims=True)
    off = np.abs(ours - auto) / np.where(size > 0.0, size, 1.0)
    return [] if np.all(off <= TOLERANCE) else [f"{name}: off by {np.max(off):.1e}"]


def output(c: Component, p: Values, x: Columns, t: np.ndarray):
    """What a component gives; for spin the phase to first order, whose derivative is the phase's."""
    if c.spin:
        since = t - p["PEPOCH"]
        return delta_phase(p["F"] * 0.0, p["F"], since, 0.0 * since)
    out = (c.signal or c.delay or c.phase)(jnp, p, x, t)
    return out[1] if c.second_signal_name else out


class Slopes:
    """Derivatives of what a component gives, by automatic differentiation: one compiled function for all of them."""

    def __init__(self, c: Component, p: Values, x: Columns, t: jax.Array) -> None:
        unfitted = {q.name for q in c.params if not q.fit}
        signals = [w for w in SIGNALS if w not in (c.signal_name, c.second_signal_name)]
        self.component, self.rest = c, (p, x)
        self.at = {
            "p": {n: v for n, v in p.items() if n not in unfitted},
            "x": {w: v for w in signals if (v := getattr(x, w)) is not None},
            "t": t,
        }
        self.still = jax.tree.map(jnp.zeros_like, self.at)

    def along(self, **tangent) -> np.ndarray:
        """Along a tangent of some parameters (``p``), of signals (``x``) or of the time (``t``)."""
        parts = {k: {**self.still[k], **v} if k != "t" else v for k, v in tangent.items()}
        return np.asarray(_along(self.component)(self.at, {**self.still, **parts}, *self.rest))

    def by_parameter(self, name: str) -> np.ndarray:
        """By a number or by each element of a vector."""
        v = self.at["p"][name]
        units = np.eye(v.size).reshape(v.size, *v.shape)
        columns = np.stack([self.along(p={name: jnp.asarray(u)}) for u in units], axis=-1)
        return columns.reshape(*columns.shape[:-1], *v.shape)

    def by_row(self, name: str) -> np.ndarray:
        """Of each row by its own row of a signal, (n,) or (n, 3); a row that takes in others would show."""
        v = self.at["x"][name]
        if v.ndim == 1:
            return self.along(x={name: jnp.ones_like(v)})
        return np.stack([self.along(x={name: jnp.zeros_like(v).at[:, i].set(1.0)}) for i in range(3)], axis=-1)

    def changes(self, part: str, *names: str) -> bool:
        """Whether anything depends on these parameters or signals, by the derivative along a random tangent."""
        rng = np.random.default_rng(5)
        at = {n: np.asarray(self.at[part][n]) for n in names}
        tangent = {n: jnp.asarray(v * rng.uniform(0.5, 1.5, v.shape) + 1e-3) for n, v in at.items()}
        return bool(np.any(self.along(**{part: tangent})))


@cache
def _along(c: Component):
    """What `Slopes.along` compiles: for other values of the same shapes it serves again."""

    def along(at, tangent, p, x):
        def given(at):
            return output(c, p.with_values(at["p"]), x._replace(**at["x"]), at["t"])

        return jax.jvp(given, (at,), (tangent,))[1]

    return jax.jit(along, compiler_options=QUICKLY)


def inputs(c: Component, components: tuple[Component, ...], x: Columns) -> tuple[Values, Columns, jax.Array]:
    """What a component is evaluated at: parameters, columns and times after the components before it."""
    x = term_inputs.at_origin(x, components)
    p = jax.tree.map(jnp.asarray, term_inputs.values())
    state = forward(np, components, term_inputs.values(), x)
    x = jax.tree.map(jnp.asarray, state.x)
    x = x._replace(t_lo=jnp.asarray(state.lows[components.index(c)]))
    return p, x, jnp.asarray(state.times[components.index(c)])


def faults(c: Component, components: tuple[Component, ...], x: Columns) -> list[str]:
    """What is wrong with the partials of a component: wrong ones, and those that it does not give."""
    return faults_at(c, *inputs(c, components, x))


def faults_at(c: Component, p: Values, x: Columns, t: jax.Array) -> list[str]:
    """What is wrong with the partials of a component at given values of its parameters."""
    by, slopes = c.partials(jnp, p, x, t), Slopes(c, p, x, t)
    found = []
    for name in sorted(p):
        if name in by:
            found += compare(f"{c.name} by {name}", by[name], slopes.by_parameter(name))
    rest = [n for n in slopes.at["p"] if n not in by]
    if slopes.changes("p", *rest):
        forgotten = [n for n in rest if slopes.changes("p", n)]
        found += [f"{c.name} depends on {', '.join(forgotten)} and gives no partial"] * bool(forgotten)
    by_t = slopes.along(t=jnp.ones_like(t))
    found += compare(f"{c.name} by t", by.get("t", np.zeros_like(by_t)), by_t)
    for signal_name in slopes.at["x"]:
        if signal_name in by:
            found += compare(f"{c.name} by {signal_name}", by[signal_name], slopes.by_row(signal_name))
        elif slopes.changes("x", signal_name):
            found.append(f"{c.name} depends on {signal_name} and gives no partial")
    return found


def cases() -> list:
    """Every component in its frame (equatorial, where both have it); with overlapping selections where it selects."""
    out = []
    for c in term_inputs.TERMS:
        frame = next(name for name, components in MODELS.items() if c in components)
        selects = bool(c.ranges) or any(p.family is not None and p.family.kind == "selected" for p in c.params)
        out += [
            pytest.param(c, frame, overlap, id=f"{c.name}{' overlapping' * overlap}") for overlap in {False, selects}
        ]
    return out


@pytest.mark.parametrize(("component", "frame", "overlap"), cases())
def test_partials_of_component(component, frame, overlap):
    columns = term_inputs.overlapping(term_inputs.columns()) if overlap else term_inputs.columns()
    assert not faults(component, MODELS[frame], columns)


def with_small_terms() -> list:
    """The components with a parameter that `term_inputs.LARGER` makes larger.

    Those with MTOT are left out: M2 times its factor (9,300 solar masses) is above MTOT (2.3), so that the mass of the
    pulsar would be negative.
    """
    own = [c for c in term_inputs.TERMS if {p.name.removesuffix("_2") for p in c.params} & set(term_inputs.LARGER)]
    return [pytest.param(c, id=c.name) for c in own if "MTOT" not in {p.name for p in c.params}]


@pytest.mark.parametrize("component", with_small_terms())
def test_partials_where_small_terms_are_large(component):
    """Cross-terms, as of PX in the derivative by position, are below `TOLERANCE` of the column at ordinary values."""
    components = next(components for components in MODELS.values() if component in components)
    _, x, t = inputs(component, components, term_inputs.columns())
    p = jax.tree.map(jnp.asarray, term_inputs.larger_values())
    assert not faults_at(component, p, x, t)


@pytest.mark.long  # half a minute: the partials of each component, and their coupling, are tested by themselves too
@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("frame", MODELS)
def test_whole_chain(frame):
    components, p = MODELS[frame], term_inputs.values()
    x = term_inputs.at_origin(term_inputs.columns(), components)
    columns = gradient(np, components, p, forward(np, components, p, x))
    jx = jax.tree.map(jnp.asarray, x)
    jp = jax.tree.map(jnp.asarray, p)
    base = forward(jnp, components, jp, jx)

    def phase(q):
        state = forward(jnp, components, q, jx)
        since = base.t_e - jp["PEPOCH"]
        return delta_phase(jp["F"], q["F"] - jp["F"], since, base.delay - state.delay) + state.phase

    auto = jax.jacfwd(phase)(jp)
    fitted = {q.name for c in components for q in c.params if q.fit and q.codec != "str"}
    assert not [fault for n in fitted for fault in compare(f"{frame} chain by {n}", columns[n], auto[n])]


def test_a_wrong_partial_is_caught():
    wrong = next(c for c in term_inputs.TERMS if c.name == "dispersion")

    def off(xp, p, x, t):
        by = wrong.partials(xp, p, x, t)
        return {**by, "DM": by["DM"] * (1.0 + 1e-8)}

    broken = replace(wrong, partials=off)
    components = tuple(broken if c is wrong else c for c in MODELS["equatorial"])
    assert [fault.partition(":")[0] for fault in faults(broken, components, term_inputs.columns())] == [
        "dispersion by DM"
    ]


def test_a_forgotten_cross_term_is_caught():
    """The derivative of the parallax by the direction: 1e-8 of that of the Roemer delay for a parallax of 2 mas."""
    whole = next(c for c in term_inputs.TERMS if c.name == "Roemer and parallax")

    def without(xp, p, x, t):
        return {
            **whole.partials(xp, p, x, t),
            "n_shift": whole.partials(xp, p.with_values({"PX": 0.0 * p["PX"]}), x, t)["n_shift"],
        }

    broken = replace(whole, partials=without)
    components = tuple(broken if c is whole else c for c in MODELS["equatorial"])
    p, x, t = inputs(broken, components, term_inputs.columns())
    nearer = p.with_values({"PX": 1e-3 * p["PX"]})
    larger = jax.tree.map(jnp.asarray, term_inputs.larger_values())
    assert not faults_at(broken, nearer, x, t)
    assert any(fault.startswith(f"{broken.name} by n_shift") for fault in faults_at(broken, larger, x, t))


def test_a_forgotten_partial_is_caught():
    whole = next(c for c in term_inputs.TERMS if c.name == "Roemer and parallax")
    broken = replace(whole, partials=lambda xp, p, x, t: {"n_shift": whole.partials(xp, p, x, t)["n_shift"]})
    components = tuple(broken if c is whole else c for c in MODELS["equatorial"])
    told = f"{broken.name} depends on PX and gives no partial"
    assert told in faults(broken, components, term_inputs.columns())


def _sums(state):
    return state.delay, state.phase


def test_numpy_and_jit_agree_below_a_picosecond():
    both = MODELS["equatorial"]  # what stands in both frames is compiled once; signals and spin go with the rest
    rest = tuple(c for c in MODELS["ecliptic"] if c not in both or c.signal_name or c.second_signal_name or c.spin)
    for components in (both, rest):
        x, p = term_inputs.at_origin(term_inputs.columns(), components), term_inputs.values()
        ours = forward(np, components, p, x)
        jitted = jax.jit(lambda q, y, c=components: _sums(forward(jnp, c, q, y)), compiler_options=CPU_OPTIONS)(p, x)
        assert np.max(np.abs(ours.delay - np.asarray(jitted[0]))) < 1e-12
        assert np.max(np.abs(ours.phase - np.asarray(jitted[1]))) < 1e-12 * p["F"][0]
