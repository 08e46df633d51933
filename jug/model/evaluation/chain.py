"""The chain rule: delays and phases of all components in order, and their derivatives by one reverse sweep.

Before this: `jug.model.evaluation.columns` makes the columns of the TOAs, and each component (for F0, F1, ...:
`jug.model.components.spin`) has the formula of its own delay, phase or signal and of its partial derivatives.
After this: `jug.model.evaluation.evaluate` arranges the derivatives as blocks of the design matrix.

Forward pass (`forward`). A signal component sets its field of the columns. Each delay is evaluated at the time t less
the delays before it. The phase terms are evaluated at the emission time t_e = t - D, with D the sum of the delays.

Reverse sweep (`gradient`). Let Phi be the phase, and d_k the k-th delay, evaluated at t_k; t_(k+1) = t_k - d_k. The
sweep goes from the last component to the first. It keeps the derivatives of Phi by the time and by the signals:

    dPhi/dtheta += (dPhi/dout) (dout/dtheta)   for every parameter theta of a component with the output "out"
    dPhi/dt_k    = dPhi/dt_(k+1) (1 - dd_k/dt_k)

Spin and the other phase terms come after all delays, so F1's partial dt^2/2 is taken as it is (dPhi/dout = 1). The
derivative by a delay's parameter has dPhi/dout = -dPhi/dt_(k+1): minus the spin frequency times the factors (1 - dd/dt)
of later delays. The derivatives are exact, including the dependence of frequency-dependent delays on the position
through the Doppler shift.

Every function here is a pure function of the array namespace ``xp`` and runs unchanged under jax.jit.
"""

from typing import NamedTuple, Protocol

from jug.core.array import Array, Float, Row, Xyz
from jug.core.index_sums import store_once
from jug.core.namespace import Namespace
from jug.model.components.spin import delta_phase
from jug.model.declare import SIGNALS, Binned, ByName, Columns, Component, Partial, Values, is_free


class ForwardPass(NamedTuple):
    """The result of a forward pass; the number of rows n includes the TZR point.

    Parameters
    ----------
    x : Columns
        The columns with the signals.
    times, lows : tuples of (n,) arrays
        For each component, the time at which it is evaluated, s, and the rounding error of that time in float64, s.
    t_e : (n,) array
        Emission time, s since the model's epoch.
    delays : tuple of (name, (n,) array)
        Each delay, s.
    delay : (n,) array
        Their sum, s.
    phases : tuple of (name, (n,) array)
        Each phase term other than spin, turns.
    phase : (n,) array
        Their sum, turns.
    """

    x: Columns
    times: tuple[Float[Row], ...]
    lows: tuple[Float[Row], ...]
    t_e: Float[Row]
    delays: tuple[tuple[str, Float[Row]], ...]
    delay: Float[Row]
    phases: tuple[tuple[str, Float[Row]], ...]
    phase: Float[Row]


class AnchorArrays(Protocol):
    """The arrays of the anchor that `change_of_phase` reads; `jug.model.evaluation.anchor.Reference` has them."""

    @property
    def p0(self) -> Values:
        """Parameters, kernel units."""

    @property
    def t_e(self) -> Float[Row]:
        """Emission time, (n,) s since the model's epoch."""

    @property
    def delay(self) -> Float[Row]:
        """Sum of the delays, (n,) s."""

    @property
    def phase(self) -> Float[Row]:
        """Sum of the phase terms other than spin, (n,) turns."""


def forward(xp: Namespace, components: tuple[Component, ...], p: Values, x: Columns) -> ForwardPass:
    """Evaluate every component in order.

    A time is the sum t + t_lo: t = tdb - delay in float64 has a rounding error of 0.06 us after 20 years, in which a
    pulsar in a tight orbit moves 0.2 light-ns.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
        The terms of the model, in the order of evaluation.
    p : Values
        Parameters, kernel units.
    x : Columns
        Columns without signals.

    Returns
    -------
    ForwardPass
    """
    t, low = x.tdb, x.tdb_lo
    x = x._replace(t_lo=low)
    zero = 0.0 * t
    delay, phase = zero, zero
    times, lows, delays, phases = [], [], [], []
    for c in components:
        times.append(t)
        lows.append(low)
        if c.signal is not None:
            signal = c.signal(xp, p, x, t)
            both = signal if isinstance(signal, tuple) else (signal,)
            x = x.with_signals(dict(zip((c.signal_name, c.second_signal_name), both, strict=False)))
        elif c.delay is not None:
            d = c.delay(xp, p, x, t)
            delay = delay + d
            t = store_once(xp, x.tdb - delay)
            low = ((x.tdb - t) - delay) + x.tdb_lo
            x = x._replace(t_lo=low)
            delays.append((c.name, d))
        elif c.phase is not None:
            turns = c.phase(xp, p, x, t)
            phase = phase + turns
            phases.append((c.name, turns))
    return ForwardPass(x, tuple(times), tuple(lows), t, tuple(delays), delay, tuple(phases), phase)


def _weigh_partial(weight: Float[Row] | Float[Row, Xyz], partial: Partial) -> Partial:
    """Return ``weight``, (n,) or (n, 3), times a partial; where the weight is (n, 3), summed over the three."""
    if isinstance(partial, Binned):
        return Binned(partial.member, weight * partial.values, partial.shift)
    if weight.ndim == 2:
        terms: list[Array] = [weight[:, i] * partial[:, i] for i in range(partial.shape[1])]
        return sum(terms[1:], terms[0])
    column: Array = weight if partial.ndim == 1 else weight[:, None]
    return column * partial


def _accumulate(into: dict[str, Partial], key: str, term: Partial) -> None:
    """Add a term to the derivative of that key."""
    before = into.get(key)
    if before is None:
        into[key] = term
    elif isinstance(term, Binned) and isinstance(before, Binned):
        into[key] = term._replace(values=before.values + term.values)
    else:
        assert not isinstance(term, Binned), key
        assert not isinstance(before, Binned), key
        into[key] = before + term


def _take_signal_partials(taken: dict[str, Partial], c: Component) -> Array | None:
    """Take out the derivative by the signals of a component, (n,) or (n, 3); None where nothing depends on them."""
    wanted = [taken.pop(name) for name in (c.signal_name, c.second_signal_name) if name in taken]
    arrays = [partial for partial in wanted if not isinstance(partial, Binned)]
    return sum(arrays[1:], arrays[0]) if arrays else None


def gradient(xp: Namespace, components: tuple[Component, ...], p: Values, state: ForwardPass) -> dict[str, Partial]:
    """Return the derivatives of the phase by every parameter, by one reverse sweep.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters, kernel units.
    state : ForwardPass
        The forward pass at ``p``.

    Returns
    -------
    dict
        dPhi/dtheta, turns per kernel unit: (n,) for a plain parameter, (n, k) or `Binned` for a family. Parameters
        without effect, and those by which the evaluation needs no derivative, are absent.
    """
    columns: dict[str, Partial] = {}
    taken: dict[str, Partial] = {"t": 0.0 * state.t_e}
    x = state.x
    for c, t, low in zip(reversed(components), reversed(state.times), reversed(state.lows), strict=True):
        if c.partials is None:
            continue
        x = x if x.t_lo is low else x._replace(t_lo=low)
        by = c.partials(xp, p, x, t)
        if c.signal is not None:
            out = _take_signal_partials(taken, c)
            if out is None:
                continue
            out = store_once(xp, out)
        elif c.delay is not None:
            by_time = taken["t"]
            assert not isinstance(by_time, Binned)
            out = store_once(xp, -by_time)
        else:
            out = 1.0 + 0.0 * state.t_e
        for key, partial in by.items():
            into = taken if key == "t" or key in SIGNALS else columns
            if into is taken or is_free(x, key):
                _accumulate(into, key, _weigh_partial(out, partial))
    return columns


def dispersion_measure(xp: Namespace, components: tuple[Component, ...], p: Values, state: ForwardPass) -> Float[Row]:
    """Return the model's dispersion measure on every row, with which a measured one is compared.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters, kernel units.
    state : ForwardPass
        The forward pass at ``p``.

    Returns
    -------
    (n,) array
        pc cm^-3.
    """
    total = 0.0 * state.t_e
    for c, t in zip(components, state.times, strict=True):
        if c.dm is not None:
            total = total + c.dm(xp, p, state.x, t)
    return total


def dm_gradient(xp: Namespace, components: tuple[Component, ...], p: Values, state: ForwardPass) -> dict[str, Partial]:
    """Return the derivatives of the model's dispersion measure by every parameter.

    A DM depends on the TOA's own time and, for the solar wind, on the direction; it does not depend on delays.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters, kernel units.
    state : ForwardPass
        The forward pass at ``p``.

    Returns
    -------
    dict
        dDM/dtheta, pc cm^-3 per kernel unit, with the shapes of `gradient`.
    """
    columns: dict[str, Partial] = {}
    taken: dict[str, Partial] = {}
    for c, t, low in zip(reversed(components), reversed(state.times), reversed(state.lows), strict=True):
        x = state.x._replace(t_lo=low)
        if c.dm_partials is not None:
            for key, partial in c.dm_partials(xp, p, x, t).items():
                _accumulate(taken if key in SIGNALS else columns, key, partial)
        wanted = _take_signal_partials(taken, c)
        if c.signal is not None and c.partials is not None and wanted is not None:
            for key, partial in c.partials(xp, p, x, t).items():
                _accumulate(taken if key in SIGNALS else columns, key, _weigh_partial(wanted, partial))
    return columns


def change_of_phase(
    xp: Namespace,
    components: tuple[Component, ...],
    p: Values,
    d: ByName,
    state: ForwardPass,
    anchor: AnchorArrays,
) -> Float[Row]:
    """Return the exact change of the phase from the anchor, in float64.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters, kernel units.
    d : dict
        Their change from the anchor; p - p0 would have fewer digits.
    state : ForwardPass
        The forward pass at ``p``.
    anchor : Reference
        ``p0``, ``t_e`` (s since the model's epoch), ``delay`` and ``phase`` at the anchor
        (`jug.model.evaluation.anchor.Reference`).

    Returns
    -------
    (n,) array
        Turns.
    """
    since = anchor.t_e - anchor.p0["PEPOCH"]
    spin = delta_phase(anchor.p0["F"], d["F"], since, anchor.delay - state.delay)
    return spin + (state.phase - anchor.phase)
