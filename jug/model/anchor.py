"""The exact part: columns, and the pulse phase at the reference parameters, once, on the host, in double-double.

phase = spin(t_e - PEPOCH) + the other phase terms,   t_e = TDB - delay

The spin phase is 1e10 turns and more: F0 and t_e are double-doubles and so is the Taylor sum. What is left after the
nearest integer is taken off is float64 with an error below 1e-15 turns. Everything after this works on small changes
from here (`jug.model.chain.change_of_phase`).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug import double
from jug.constants import ARCSEC, OBLIQUITY_ARCSEC
from jug.double import DD
from jug.errors import InputError, ParError
from jug.model.chain import State, forward
from jug.model.components.spin import frequency
from jug.model.table import seconds_between
from jug.model.timing import TimingModel, require_same
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.times import since


class Reference(NamedTuple):
    """What the fast kernels need of the anchor; arrays only, so that it can go to a device.

    Parameters
    ----------
    x : dict
        Columns, n + 1 rows: the TOAs and the TZR point.
    p0 : dict
        Parameters at the anchor, kernel units.
    t_e : (n + 1,) array
        Emission time, s since the model's epoch.
    delay, phase : (n + 1,) arrays
        Sum of the delays (s) and of the phase terms other than spin (turns).
    turns : (n,) array
        Phase residual, turns.
    rate : (n,) array
        Spin frequency at each TOA, Hz, which turns phase into time.
    """

    x: dict[str, Any]
    p0: dict[str, Any]
    t_e: NDArray[np.float64]
    delay: NDArray[np.float64]
    phase: NDArray[np.float64]
    turns: NDArray[np.float64]
    rate: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Anchor:
    """The anchor of a model on a set of TOAs: reference arrays, pulse numbers, and the forward pass behind them."""

    reference: Reference
    pulse_number: NDArray[np.int64]
    state: State


def make_anchor(model: TimingModel, toas: TOAs, pulse_number: NDArray[np.int64] | None = None) -> Anchor:
    """Evaluate a model exactly.

    Parameters
    ----------
    pulse_number : (n,) int64 array, optional
        Turns since the TZR point that each TOA is taken to be; the nearest pulse when absent. As in PINT 1.1.8, when
        the mean is removed the pulses are the nearest ones relative to the first TOA, else to the TZR point.

    Raises
    ------
    InputError
        TOAs prepared for another ephemeris or TZR point than the model's, or a phase that is not finite.
    """
    x = columns(model, toas)
    p0 = model.kernel_values
    state = forward(np, model.components, p0, x)
    phase = _exact_phase(model, toas, state)
    turns = double.add_float(DD(phase.hi[:-1], phase.lo[:-1]), 0.0)
    turns = double.sub(turns, DD(phase.hi[-1], phase.lo[-1]))
    if not np.all(np.isfinite(turns.hi)):
        raise InputError(
            "the phase is not finite",
            toas.raw.where(int(np.argmin(np.isfinite(turns.hi)))),
            "look at this TOA and at the par file",
        )
    if pulse_number is None:
        first = double.round_split(DD(turns.hi[:1], turns.lo[:1]))[1] if model.removes_mean else np.zeros(1)
        number, rest = double.round_split(double.add_float(turns, -first[0]))
        rest = rest + first[0]
    else:
        number = pulse_number
        rest = double.add(turns, double.neg(_whole(number))).hi
    since_pepoch = x["tdb"][:-1] - p0["PEPOCH"]
    reference = Reference(x, p0, state.t_e, state.delay, state.phase, rest, frequency(p0["F"], since_pepoch))
    return Anchor(reference, number, state)


def _whole(number: NDArray[np.int64]) -> DD:
    """Integers up to 2^63 as double-doubles."""
    hi = number.astype(np.float64)
    return DD(hi, (number - hi.astype(np.int64)).astype(np.float64))


def _exact_phase(model: TimingModel, toas: TOAs, state: State) -> DD:
    """Total phase of every row in double-double, turns."""
    times = (toas.tdb, _tzr(model, toas).tdb)
    hi, lo = (np.concatenate(part) for part in zip(*(since(t, model.epoch_day) for t in times), strict=True))
    offset = seconds_between(model.entries["PEPOCH"].value, double.dd(float(model.epoch_day)))
    t = double.sub(double.add_float(DD(hi, lo), -state.delay), offset)
    orders = [e for e in model.entries.values() if e.param.name == "F"]
    coefficients = [double.dd(0.0)] + [e.value for e in sorted(orders, key=lambda e: e.order or 0)]
    return double.add_float(double.horner_taylor(coefficients, t), state.phase)


def columns(model: TimingModel, toas: TOAs) -> dict[str, Any]:
    """The columns that components read (see `jug.model.declare`), for the TOAs and, last, the TZR point."""
    require_same(model, toas.ephem, toas.planets)
    tzr = _tzr(model, toas)
    both = (toas, tzr)
    x: dict[str, Any] = {
        "tdb": np.concatenate([since(s.tdb, model.epoch_day).hi for s in both]),
        "inv_freq_site": np.concatenate([1.0 / s.freq_hz for s in both]),
        "r_obs": np.concatenate([s.r_obs for s in both]),
        "v_obs": np.concatenate([s.v_obs for s in both]),
        "on_site": np.concatenate([np.where(s.at_barycentre, 0.0, 1.0) for s in both]),
        "is_toa": np.concatenate([np.ones(len(toas)), np.zeros(1)]),
        "ecliptic_to_icrs": _ecliptic_to_icrs(model.settings.ecl),
    }
    bodies = tuple(toas.bodies) if model.settings.planets else ("sun",)
    x.update({f"r_{body}": np.concatenate([s.bodies[body] for s in both]) for body in bodies})
    x.update(_selections(model, toas, tzr))
    return x


def _tzr(model: TimingModel, toas: TOAs) -> TOAs:
    """The prepared TZR point, checked to be the model's."""
    if toas.tzr is None:
        raise ParError("the TOAs have no TZR point", hint="load them with the model: jug.load(par, tim)")
    return toas.tzr


def _ecliptic_to_icrs(name: str) -> NDArray[np.float64]:
    """Rotation about the x axis by the obliquity, (3, 3)."""
    angle = OBLIQUITY_ARCSEC[name] * ARCSEC
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def _selections(model: TimingModel, toas: TOAs, tzr: TOAs) -> dict[str, Any]:
    """Each selected family's rows: an index where its members are disjoint, else a 0/1 mask (see `pick`)."""
    families: dict[str, list[Any]] = {}
    for e in model.entries.values():
        if e.selector is not None:
            families.setdefault(e.param.name, []).append(e)
    return {f"sel_{name}": _selection(members, toas, tzr) for name, members in families.items()}


def _selection(members: list[Any], toas: TOAs, tzr: TOAs) -> Any:
    """Index of the member that covers each row, k for none; a 0/1 mask (n + 1, k) where members overlap."""
    k = len(members)
    index = np.full(len(toas) + 1, k, dtype=np.int32)
    for j, e in enumerate(members):
        covered = np.concatenate([mask(e.selector, toas), mask(e.selector, tzr)])
        if np.any(index[covered] < k):
            rows = [np.concatenate([mask(m.selector, toas), mask(m.selector, tzr)]) for m in members]
            return np.stack(rows, axis=1).astype(np.float64)
        index[covered] = j
    return index
