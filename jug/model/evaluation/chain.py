"""The components put together: delays and phases in order, and their derivatives by one reverse sweep.

Forward. Each signal component writes its signal into the columns; each delay is evaluated at t minus the delays
before it; the phase terms at the emission time t_e = t - D, D the sum of the delays.

Reverse. With Phi the phase and d_k the k-th delay at t_k, t_(k+1) = t_k - d_k, the derivative of Phi by what each
component takes in (its time, the signals) is carried from the last component to the first:

    dPhi/dtheta += (dPhi/dout) (dout/dtheta)   for every parameter theta of the component
    dPhi/dt_k    = dPhi/dt_(k+1) (1 - dd_k/dt_k)

so the columns are exact, with the factors prod (1 - dd/dt) of the delays that come later and the coupling of
frequency-dependent terms to the position through the Doppler shift.

Everything here is a pure function of the array namespace ``xp`` and runs as it is under jax.jit.
"""

from types import ModuleType
from typing import Any, NamedTuple

from jug.model.components.spin import delta_phase
from jug.model.declare import SIGNALS, Array, Binned, Columns, Component, Values, is_free


class ForwardPass(NamedTuple):
    """The result of the forward pass: times, signals, delays and phase at every row.

    Parameters
    ----------
    x : Columns
        With the signals.
    times, lows : tuples of (n,) arrays
        The time each component saw, in order, and what float64 loses of it.
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
    times: tuple[Array, ...]
    lows: tuple[Array, ...]
    t_e: Array
    delays: tuple[tuple[str, Array], ...]
    delay: Array
    phases: tuple[tuple[str, Array], ...]
    phase: Array


def forward(xp: ModuleType, components: tuple[Component, ...], p: Values, x: Columns) -> ForwardPass:
    """Evaluate every component in order.

    Times are kept as a sum t + t_lo: t = tdb - delay is rounded, by 0.06 us after 20 years, in which a pulsar in a
    tight orbit moves 0.2 light-ns.
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
            pair = {c.signal_name: signal[0], c.second_signal_name: signal[1]} if c.second_signal_name else None
            x = x._replace(**pair or {c.signal_name: signal})
        elif c.delay is not None:
            d = c.delay(xp, p, x, t)
            delay = delay + d
            t = x.tdb - delay
            low = ((x.tdb - t) - delay) + x.tdb_lo
            x = x._replace(t_lo=low)
            delays.append((c.name, d))
        elif c.phase is not None:
            turns = c.phase(xp, p, x, t)
            phase = phase + turns
            phases.append((c.name, turns))
    return ForwardPass(x, tuple(times), tuple(lows), t, tuple(delays), delay, tuple(phases), phase)


def _weighted(weight: Array, partial: Any) -> Any:
    """``weight`` (n,) or (n, 3), times a partial of matching rows; a trailing axis of both is summed away."""
    if isinstance(partial, Binned):
        return Binned(partial.member, weight * partial.values, partial.shift)
    if weight.ndim == 2:
        return sum(weight[:, i] * partial[:, i] for i in range(weight.shape[1]))
    return weight * partial if partial.ndim == 1 else weight[:, None] * partial


def _accumulate(into: dict[str, Any], key: str, term: Any) -> None:
    if key not in into:
        into[key] = term
    elif isinstance(term, Binned):
        into[key] = term._replace(values=into[key].values + term.values)
    else:
        into[key] = into[key] + term


def gradient(xp: ModuleType, components: tuple[Component, ...], p: Values, state: ForwardPass) -> dict[str, Any]:
    """dPhi/dtheta of the whole phase, at every row, in turns per kernel unit.

    Returns
    -------
    dict
        (n,) for a plain parameter, (n, k) or `Binned` for a family; parameters without effect are absent.
    """
    columns: dict[str, Any] = {}
    taken: dict[str, Array] = {"t": 0.0 * state.t_e}
    x = state.x
    for c, t, low in zip(reversed(components), reversed(state.times), reversed(state.lows), strict=True):
        if c.partials is None:
            continue
        x = x if x.t_lo is low else x._replace(t_lo=low)
        by = c.partials(xp, p, x, t)
        if c.signal is not None:
            wanted = [
                taken.pop(signal_name) for signal_name in (c.signal_name, c.second_signal_name) if signal_name in taken
            ]
            if not wanted:
                continue
            out = sum(wanted)
        elif c.delay is not None:
            out = -taken["t"]
        else:
            out = 1.0 + 0.0 * state.t_e
        for key, partial in by.items():
            into = taken if key == "t" or key in SIGNALS else columns
            if into is taken or is_free(x, key):
                _accumulate(into, key, _weighted(out, partial))
    return columns


def dispersion_measure(xp: ModuleType, components: tuple[Component, ...], p: Values, state: ForwardPass) -> Array:
    """The model's dispersion measure at every row, (n + 1,) pc cm^-3: what a measured one is compared with."""
    total = 0.0 * state.t_e
    for c, t in zip(components, state.times, strict=True):
        if c.dm is not None:
            total = total + c.dm(xp, p, state.x, t)
    return total


def dm_gradient(xp: ModuleType, components: tuple[Component, ...], p: Values, state: ForwardPass) -> dict[str, Any]:
    """dDM/dtheta at every row, pc cm^-3 per kernel unit, as `gradient` gives that of the phase.

    A DM depends on the TOA's own time and on the direction (the solar wind), never on delays.
    """
    columns: dict[str, Any] = {}
    taken: dict[str, Array] = {}
    for c, t, low in zip(reversed(components), reversed(state.times), reversed(state.lows), strict=True):
        x = state.x._replace(t_lo=low)
        if c.dm_partials is not None:
            for key, partial in c.dm_partials(xp, p, x, t).items():
                _accumulate(taken if key in SIGNALS else columns, key, partial)
        wanted = [
            taken.pop(signal_name) for signal_name in (c.signal_name, c.second_signal_name) if signal_name in taken
        ]
        if c.signal is not None and c.partials is not None and wanted:
            for key, partial in c.partials(xp, p, x, t).items():
                _accumulate(taken if key in SIGNALS else columns, key, _weighted(sum(wanted), partial))
    return columns


def change_of_phase(
    xp: ModuleType,
    components: tuple[Component, ...],
    p: Values,
    d: Values,
    state: ForwardPass,
    anchor: Any,
) -> Array:
    """Exact change of the phase from the anchor, in float64, (n,) turns.

    Parameters
    ----------
    p : dict
        Parameters now.
    d : dict
        Their change since the anchor, kept apart because p - p0 would lose digits.
    state : ForwardPass
        `forward` at ``p``.
    anchor : Reference
        ``p0``, ``t_e`` (s since the model's epoch), ``delay`` and ``phase`` at the anchor.
    """
    since = anchor.t_e - anchor.p0["PEPOCH"]
    spin = delta_phase(anchor.p0["F"], d["F"], since, anchor.delay - state.delay)
    return spin + (state.phase - anchor.phase)
