"""The anchor: exact pulse phases at the reference parameters, on the host, in double-double numbers.

phase = spin(t_e - PEPOCH) + the other phase terms    turns,   t_e = TDB - delay    s

The spin phase is 1e10 turns or more, so F0, t_e and the Taylor sum are double-doubles. The phase less the nearest
integer is float64 with an error below 1e-15 turns. Later evaluations compute small changes from the anchor in float64
(`jug.model.evaluation.chain.change_of_phase`).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core import doubledouble as double
from jug.core.arguments.kinds import expect
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Array, Datum, Float, Int, Row, Toa
from jug.core.doubledouble import DoubleDouble
from jug.core.execution.chunks import empty_rows, over_chunks
from jug.errors import InputError, Where
from jug.io.tim.pulse_numbers import added_turns, pulse_numbers
from jug.io.tim.whole_turns import turns_of_phase
from jug.model.components.spin import frequency
from jug.model.covariance.noise import Noise, Prior, noise_of, prior_of
from jug.model.declare import Columns, Values
from jug.model.evaluation.chain import ForwardPass
from jug.model.evaluation.columns import make_columns
from jug.model.evaluation.exact_phases import LazyForwardPass, exact_phases, needs_signals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

MOST_TURNS = 2.0**62
"""Largest phase that is accepted, turns: a larger pulse number does not fit into 64 bits."""


class Reference(NamedTuple):
    """The arrays of the anchor that the kernels read; only arrays, so that JAX can copy them to a device.

    Parameters
    ----------
    x : Columns
        Columns without signals, n + 1 rows: the TOAs and the TZR point.
    p0 : Values
        Parameters at the anchor, kernel units.
    t_e : (n + 1,) array
        Emission time, s since the model's epoch.
    delay, phase : (n + 1,) arrays
        Sum of the delays (s) and of the phase terms other than spin (turns).
    residual : (n,) array
        Phase residual, turns.
    rate : (n,) array
        Spin frequency at each TOA, Hz; a phase residual divided by it is a time residual.
    sigma : (rows,) array
        White uncertainties, turns; for wideband data those of the n measured DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise on these rows, turns and pc cm^-3.
    offset_mask : (rows,) array or None
        For wideband data: 1 on the TOAs, which an overall offset moves, and 0 on the measured DMs.
    """

    x: Columns
    p0: Values
    t_e: Float[Row]
    delay: Float[Row]
    phase: Float[Row]
    residual: Float[Datum]
    rate: Float[Datum]
    sigma: Float[Datum]
    prior: Prior | None
    offset_mask: Float[Datum] | None = None

    def by_row(self, with_tzr: Callable[[Array], Array], rows: Callable[[Array], Array]) -> "Reference":
        """Apply functions to the arrays that have one row for each TOA; prior and offset mask stay.

        Parameters
        ----------
        with_tzr : callable
            For arrays whose last row is the TZR point.
        rows : callable
            For the other ones, in which n rows of measured DMs may follow the n rows of TOAs.

        Returns
        -------
        Reference
        """
        return self._replace(
            x=self.x.by_row(with_tzr),
            t_e=with_tzr(self.t_e),
            delay=with_tzr(self.delay),
            phase=with_tzr(self.phase),
            residual=rows(self.residual),
            rate=rows(self.rate),
            sigma=rows(self.sigma),
        )


class Anchor(NamedTuple):
    """The anchor of a model on a set of TOAs.

    Parameters
    ----------
    reference : Reference
        The arrays for the kernels.
    pulse_number : (n,) int64 array
        Turns since the TZR point.
    forward_pass : LazyForwardPass
        The forward pass at the reference parameters.
    noise : Noise
        Uncertainties and correlated noise, s and pc cm^-3.
    """

    reference: Reference
    pulse_number: Int[Toa]
    forward_pass: LazyForwardPass
    noise: Noise

    @property
    def state(self) -> ForwardPass:
        """The forward pass at the reference parameters."""
        return self.forward_pass.state

    def in_time(self, rows: Float[Datum]) -> Float[Datum]:
        """Divide phase residuals by the spin frequency.

        Parameters
        ----------
        rows : (rows,) array
            n values in turns; for wideband data n values in pc cm^-3 follow.

        Returns
        -------
        (rows,) array
            n values in s; the values in pc cm^-3 are unchanged.
        """
        rate = self.reference.rate
        return np.concatenate([rows[: len(rate)] / rate, rows[len(rate) :]])


WAYS_OUT = {
    "SINI": "at conjunction the Shapiro delay is infinite: write SINI 1, or M2 0 for no Shapiro delay; in ELL1, DD and "
    "T2 --convention SINI=ONE (conventions={'SINI': 'ONE'}) or --as tempo2 (dialect='tempo2') reads SINI as 1, "
    "as tempo2 does"
}
"""The advice for a value outside its bounds with which the phase is not finite, by name."""


def _phase_error(model: TimingModel, toa: Where) -> InputError:
    """The error for a phase that is not finite: it names a value outside its bounds, else the TOA."""
    for e in model.entries.values():
        low, high = e.param.bounds
        if (low is not None and e.value.hi < low) or (high is not None and e.value.hi > high):
            why = f"the model's phase is not finite with {e.name} = {e.value.hi:.12g}, outside its bounds"
            return InputError(why, model.par.where(e.line), WAYS_OUT.get(e.name, "correct the value"))
    what = "the model's phase at this TOA is not finite, or too large to count pulses"
    return InputError(what, toa, "check the par file for a value of the wrong magnitude")


@without_numpy_warnings
def make_anchor(model: TimingModel, toas: TOAs, pulse_number: Int[Toa] | None = None) -> Anchor:
    """Evaluate the pulse phases and the residuals of a model exactly, at its own parameters.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    pulse_number : (n,) int64 array, optional
        Turns since the TZR point of each TOA. When absent, the numbers of the tim file are used if TRACK asks for them;
        where the mean is removed, one constant is added to them so that the first residual is below half a turn.
        Otherwise each TOA gets the nearest pulse: relative to the first TOA when the mean is removed, as in PINT 1.1.8,
        else relative to the TZR point. Whole turns of PHASE commands are added after that, as in tempo.

    Returns
    -------
    Anchor

    Raises
    ------
    InputError
        TOAs prepared for another ephemeris or TZR point than the model's, or a phase that is not finite.
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    x = make_columns(model, toas)
    p0 = model.kernel_values
    exact = exact_phases(model, p0, x)  # `_phase_error` reports a phase that is not finite
    _subtract_tzr_phase(toas, exact.total, added_turns(toas.raw, float(p0["F"][0])), model)
    if pulse_number is None:
        pulse_number = _numbers_of_tim_file(model, toas, exact.total)
    number, rest, rate = _count_turns(model, toas, exact.total, x, pulse_number)
    columns = exact.forward_pass.state.x if needs_signals(model, x) else x
    noise = noise_of(np, model.components, p0, columns)  # `residuals_at_anchor` reports noise that is not finite
    others = np.ones(len(noise.sigma) - len(rate))
    offset_mask = np.concatenate([np.ones_like(rate), np.zeros_like(others)]) if len(others) else None
    rates = np.concatenate([rate, others]) if len(others) else rate
    prior = prior_of(np, noise, rates)
    sigma = np.multiply(noise.sigma, rates, out=empty_rows(len(rates)))
    reference = Reference(x, p0, exact.t_e, exact.delay, exact.phase, rest, rate, sigma, prior, offset_mask)
    return Anchor(reference, number, exact.forward_pass, noise)


def _subtract_tzr_phase(toas: TOAs, total: DoubleDouble, added: Float[Toa], model: TimingModel) -> None:
    """Subtract the phase of the TZR point from the total phases, and add the turns of the tim file, in place."""
    tzr = DoubleDouble(total.hi[-1], total.lo[-1])

    def on_rows(rows: slice) -> bool:
        turns = double.add_float(DoubleDouble(total.hi[rows], total.lo[rows]), 0.0)
        total.hi[rows], total.lo[rows] = double.add_float(double.sub(turns, tzr), added[rows])
        return bool(np.all(np.abs(total.hi[rows]) < MOST_TURNS))

    if not all(over_chunks(on_rows, len(toas))):
        raise _phase_error(model, toas.raw.where(int(np.argmin(np.abs(total.hi[:-1]) < MOST_TURNS))))


def _count_turns(
    model: TimingModel, toas: TOAs, turns: DoubleDouble, x: Columns, given: Int[Toa] | None
) -> tuple[Int[Toa], Float[Toa], Float[Toa]]:
    """The pulse number of each TOA, its phase residual in turns, and the spin frequency, Hz."""
    p0, n = model.kernel_values, len(toas)
    rest, rate = empty_rows(n), empty_rows(n)
    number: Int[Toa] = empty_rows(n).view(np.int64) if given is None else given
    first = double.round_split(DoubleDouble(turns.hi[:1], turns.lo[:1]))[1][0] if model.removes_mean else 0.0
    whole = turns_of_phase(toas.raw, model.settings.conventions.get("PHASE", "FILE")) if given is None else None
    constant = model.settings.conventions.get("RATE") == "F0"

    def on_rows(rows: slice) -> None:
        own = DoubleDouble(turns.hi[rows], turns.lo[rows])
        if whole is None:
            rest[rows] = double.add(own, double.neg(_to_double_double(number[rows]))).hi
        else:
            counted, left = double.round_split(double.add_float(own, -first))
            number[rows], rest[rows] = counted - whole[rows], left + first + whole[rows]
        since_epoch = x.tdb[rows] - p0["PEPOCH"]
        rate[rows] = frequency(p0["F"], 0.0 * since_epoch if constant else since_epoch)

    over_chunks(on_rows, n)
    return number, rest, rate


def has_pulse_numbers(model: TimingModel, toas: TOAs) -> bool:
    """Whether a model takes its pulse numbers from the tim file.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    bool
    """
    return _asks_for_numbers(model, toas) and bool(pulse_numbers(toas.raw)[1].all())


def _asks_for_numbers(model: TimingModel, toas: TOAs) -> bool:
    track = model.settings.track
    by_flags = "pn" in toas.raw.flags and model.settings.conventions.get("PN") != "TRACK"
    return track != "0" and bool(track or by_flags)


def _numbers_of_tim_file(model: TimingModel, toas: TOAs, turns: DoubleDouble) -> Int[Toa] | None:
    """The pulse numbers of the tim file, None where the model does not use them."""
    if not _asks_for_numbers(model, toas):
        return None
    track = model.settings.track
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


def _to_double_double(number: Int[Toa]) -> DoubleDouble:
    """Integers up to 2^63 as double-doubles."""
    hi = number.astype(np.float64)
    return DoubleDouble(hi, (number - hi.astype(np.int64)).astype(np.float64))
