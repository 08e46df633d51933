"""The exact part: columns, and the pulse phase at the reference parameters, once, on the host, in double-double.

phase = spin(t_e - PEPOCH) + the other phase terms,   t_e = TDB - delay

The spin phase is 1e10 turns and more: F0 and t_e are double-doubles and so is the Taylor sum. What is left after the
nearest integer is taken off is float64 with an error below 1e-15 turns. Everything after this works on small changes
from here (`jug.model.evaluation.chain.change_of_phase`).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core import doubledouble as double
from jug.core.array import Array
from jug.core.chunks import over_chunks
from jug.core.doubledouble import DoubleDouble
from jug.core.times import since
from jug.errors import InputError, Where
from jug.io.tim.pulse_numbers import added_turns, pulse_numbers, whole_turns
from jug.model.components.spin import frequency
from jug.model.covariance.noise import Noise, Prior, noise_of, prior_of
from jug.model.declare import Columns
from jug.model.evaluation.chain import ForwardPass, forward
from jug.model.evaluation.columns import columns, tzr_point
from jug.model.evaluation.joined_passes import joined
from jug.model.parameters import seconds_between
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

MOST_TURNS = 2.0**62
"""Largest phase that is accepted, turns: a larger pulse number does not fit into 64 bits."""


class Reference(NamedTuple):
    """The arrays of the anchor that the fast kernels read; arrays only, so that they can be sent to a device.

    Parameters
    ----------
    x : Columns
        Columns, n + 1 rows: the TOAs and the TZR point.
    p0 : dict
        Parameters at the anchor, kernel units.
    t_e : (n + 1,) array
        Emission time, s since the model's epoch.
    delay, phase : (n + 1,) arrays
        Sum of the delays (s) and of the phase terms other than spin (turns).
    residual : (n,) array
        Phase residual, turns.
    rate : (n,) array
        Spin frequency at each TOA, Hz, which turns phase into time.
    sigma : (rows,) array
        White uncertainties, turns; for wideband data those of the measured DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise, turns, and pc cm^-3.
    level : (rows,) array or None
        Where the TOAs are not all rows: 1 on them, what an overall offset moves, and 0 on measured DMs.
    """

    x: Columns
    p0: dict[str, Any]
    t_e: Array
    delay: Array
    phase: Array
    residual: Array
    rate: Array
    sigma: Array
    prior: Prior | None
    offset_mask: Array | None = None


@dataclass(frozen=True, eq=False)
class Anchor:
    """The anchor of a model on a set of TOAs: reference arrays, pulse numbers, the forward pass and the noise."""

    reference: Reference
    pulse_number: NDArray[np.int64]
    state: ForwardPass
    noise: Noise

    def in_time(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Convert phase rows from turns to s; the DM rows after them stay in pc cm^-3."""
        rate = self.reference.rate
        return np.concatenate([rows[: len(rate)] / rate, rows[len(rate) :]])


def _uncountable(model: TimingModel, toa: Where) -> InputError:
    """Make the error for a phase that is not finite or too large.

    It names a parameter outside its bounds, which can occur in a model whose values were changed; else the TOA.
    """
    for e in model.entries.values():
        low, high = e.param.bounds
        if (low is not None and e.value.hi < low) or (high is not None and e.value.hi > high):
            why = f"the model's phase is not finite with {e.name} = {e.value.hi:.12g}, outside its bounds"
            return InputError(why, model.par.where(e.line) if e.line else None, "correct the value")
    what = "the model's phase at this TOA is not finite, or too large to count pulses"
    return InputError(what, toa, "check the par file for a value of the wrong magnitude")


def make_anchor(model: TimingModel, toas: TOAs, pulse_number: NDArray[np.int64] | None = None) -> Anchor:
    """Evaluate a model exactly.

    Parameters
    ----------
    pulse_number : (n,) int64 array, optional
        Turns since the TZR point that each TOA is taken to be. When absent, the numbers of the tim file as TRACK says
        (all moved by one number where the mean is removed, so that the first residual is below half a turn), else the
        nearest pulses: as in PINT 1.1.8 relative to the first TOA when the mean is removed, else to the TZR point.
        Whole turns of PHASE commands are added after the nearest pulse is taken, as in tempo.

    Raises
    ------
    InputError
        TOAs prepared for another ephemeris or TZR point than the model's, or a phase that is not finite.
    """
    x = columns(model, toas)
    p0 = model.kernel_values
    with np.errstate(invalid="ignore"):  # an error follows below for a phase that is NaN
        state, phase = _exact(model, toas, p0, x)
    turns = double.add_float(DoubleDouble(phase.hi[:-1], phase.lo[:-1]), 0.0)
    added = added_turns(toas.raw, float(p0["F"][0]))
    turns = double.add_float(double.sub(turns, DoubleDouble(phase.hi[-1], phase.lo[-1])), added)
    countable = np.abs(turns.hi) < MOST_TURNS
    if not np.all(countable):
        raise _uncountable(model, toas.raw.where(int(np.argmin(countable))))
    if pulse_number is None:
        pulse_number = _tracked(model, toas, turns)
    if pulse_number is None:
        first = double.round_split(DoubleDouble(turns.hi[:1], turns.lo[:1]))[1] if model.removes_mean else np.zeros(1)
        number, rest = double.round_split(double.add_float(turns, -first[0]))
        whole = whole_turns(toas.raw)
        number, rest = number - whole, rest + first[0] + whole
    else:
        number = pulse_number
        rest = double.add(turns, double.neg(_whole(number))).hi
    rate = frequency(p0["F"], x.tdb[:-1] - p0["PEPOCH"])
    with np.errstate(over="ignore", invalid="ignore"):  # `too_strong` reports it with the residuals
        noise = noise_of(np, model.components, p0, state.x)
    others = np.ones(len(noise.sigma) - len(rate))
    offset_mask = np.concatenate([np.ones_like(rate), 0.0 * others]) if len(others) else None
    rates = np.concatenate([rate, others])
    prior = prior_of(np, noise, rates)
    reference = Reference(
        x, p0, state.t_e, state.delay, state.phase, rest, rate, noise.sigma * rates, prior, offset_mask
    )
    return Anchor(reference, number, state, noise)


def _tracked(model: TimingModel, toas: TOAs, turns: DoubleDouble) -> NDArray[np.int64] | None:
    """The pulse numbers that the tim file gives, if they are to be used."""
    track = model.settings.track
    if track == "0" or not (track or "pn" in toas.raw.flags):
        return None
    number, known = pulse_numbers(toas.raw)
    if not known.all():
        if track:
            where = toas.raw.where(int(np.argmin(known)))
            raise InputError(
                "TRACK -2, and this TOA has no pulse number", where, "give it one with -pn, or take TRACK out"
            )
        return None
    if not model.removes_mean:
        return number
    first = double.round_split(DoubleDouble(turns.hi[:1], turns.lo[:1]))[0]
    moved: NDArray[np.int64] = number + (first - number[0])
    return moved


def _whole(number: NDArray[np.int64]) -> DoubleDouble:
    """Integers up to 2^63 as double-doubles."""
    hi = number.astype(np.float64)
    return DoubleDouble(hi, (number - hi.astype(np.int64)).astype(np.float64))


def _exact(model: TimingModel, toas: TOAs, p0: dict[str, Any], x: Columns) -> tuple[ForwardPass, DoubleDouble]:
    """The forward pass, and the total phase of every row in double-double, turns."""
    times = (toas.tdb, tzr_point(toas).tdb)
    hi, lo = (np.concatenate(part) for part in zip(*(since(t, model.epoch_day) for t in times), strict=True))
    offset = seconds_between(model.entries["PEPOCH"].value, double.dd(float(model.epoch_day)))
    orders = [e for e in model.entries.values() if e.param.name == "F"]
    coefficients = [double.dd(0.0)] + [e.value for e in sorted(orders, key=lambda e: e.order or 0)]

    def of(rows: slice) -> tuple[ForwardPass, DoubleDouble]:
        state = forward(np, model.components, p0, x.by_row(lambda a: a[rows]))
        t = double.sub(double.add_float(DoubleDouble(hi[rows], lo[rows]), -state.delay), offset)
        return state, double.add_float(double.horner_taylor(coefficients, t), state.phase)

    states, phases = zip(*over_chunks(of, len(hi)), strict=True)
    return joined(states, x), DoubleDouble(*(np.concatenate(part) for part in zip(*phases, strict=True)))
