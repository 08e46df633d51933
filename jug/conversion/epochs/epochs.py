"""A timing model with its values at other epochs: PEPOCH, POSEPOCH, DMEPOCH, T0, ..., with the covariance."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import reduce

import numpy as np

from jug.conversion.converted_model import ConvertedModel
from jug.conversion.epochs.epoch_values import EXACT_DAY, EXACT_YEAR, Exact, Move, position_move, series_move
from jug.conversion.epochs.moved_anomaly import anomaly_move
from jug.conversion.epochs.moved_general import general_move
from jug.conversion.epochs.moved_orientation import orientation_move
from jug.conversion.epochs.moved_relativity import relativity_move
from jug.conversion.epochs.orbit_epochs import check_orbit, orbit_move
from jug.conversion.error_propagation import Propagation, model_of, propagation
from jug.conversion.frames.frame_values import HALF_TURN, exact_angle
from jug.core.angles import ANGLE_DIGITS, PI
from jug.core.arguments.kinds import expect_values
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, K
from jug.core.doubledouble import DoubleDouble, from_fraction, to_fraction
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.components.astrometry import ECLIPTIC, EQUATORIAL
from jug.model.components.binary.ddk import K96_OFF
from jug.model.components.binary.kopeikin import FRAMES
from jug.model.editing.values import Value, number_of
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SERIES = {
    "PEPOCH": ("F", EXACT_DAY),
    "DMEPOCH": ("DM", 1 / EXACT_YEAR),
    "CMEPOCH": ("CM", 1 / EXACT_YEAR),
    "SWEPOCH": ("NE_SW", 1 / EXACT_YEAR),
}
"""Epochs of Taylor series, the family of each, and its units of time in a day."""

MOVABLE_EPOCHS = (*SERIES, "POSEPOCH", "T0", "TASC")
"""Epochs that can be moved."""

KEPT_DIGITS = 26
"""Significant digits of a new value: a phase of 1e12 turns has an error of 1e-14 turns."""

DERIVATIVE_STEP = Decimal("1e-4")
"""Step of the derivatives, in units of an uncertainty."""


@dataclass(frozen=True, eq=False, repr=False)
class MovedEpochs(ConvertedModel):
    """A model with its values at other epochs; its fields are those of `ConvertedModel`."""


def move_epochs(
    source: TimingModel | FitResult, epochs: Mapping[str, Value], *, toas: TOAs | None = None
) -> MovedEpochs:
    """Express a model at other epochs, with the covariance.

    The new values are computed with 60 digits and give the same residuals. A quantity that is given at PEPOCH because
    it has no epoch of its own (the position, DM) gets a line with the old PEPOCH.

    Parameters
    ----------
    source : TimingModel or FitResult
        A fit has a covariance; the uncertainties of a model are taken as independent.
    epochs : dict of str to float or str
        MJD by name: PEPOCH (with F0, F1, ...), POSEPOCH (position and its motion), DMEPOCH, CMEPOCH, SWEPOCH, and T0
        or TASC, which move to the passage nearest to the date.
    toas : TOAs, optional
        TOAs for the change of the residuals.

    Returns
    -------
    MovedEpochs

    Raises
    ------
    InputError
        The model does not have the epoch, or its T0 cannot be moved.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.move_epochs(model, {"PEPOCH": 54000}, toas=toas)
    >>> print(f"{found.model.values['F0']:.12f}, residuals change by {found.change_ns:.1f} ns")
    61.485476528490, residuals change by 0.0 ns
    """
    model = model_of(source)
    entries, notes = _with_own_epochs(model, expect_values(epochs, "epochs"))
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        before = {name: _exact(e) for name, e in entries.items() if not e.word}
        moves = [_move(model, entries, before, name.strip().upper(), value) for name, value in epochs.items()]
        after = reduce(lambda values, move: move(values), moves, before)
        changed = {name for name in before if after[name] != before[name]}
        names, covariance, concerned = _covariance(entries, before, moves, propagation(source))
        new = {name: replace(entries[name], value=_round_value(entries[name], after[name])) for name in changed}
    for name, sigma in zip(names, np.sqrt(np.diag(covariance)).tolist(), strict=True):
        if name in changed | concerned:
            new[name] = replace(new.get(name, entries[name]), error=sigma)
    moved = replace(model, entries={**entries, **new})
    if not isinstance(source, FitResult) and any(entries[name].error is not None for name in changed):
        notes += ("the uncertainties were taken as independent",)
    for name in ("T0", "TASC"):
        if name in changed:
            notes += (f"{name} is the passage nearest to the date, {moved.entries[name].text()}",)
    if taken := [name for name in ("XPBDOT", "XOMDOT") if name in changed and "MTOT" in entries]:
        notes += (f"{' and '.join(taken)}: what the masses give otherwise with the new PB; the residuals stay",)
    return MovedEpochs(moved, names, covariance, notes).with_change(model, toas)


def _with_own_epochs(model: TimingModel, epochs: Mapping[str, Value]) -> tuple[dict[str, Entry], tuple[str, ...]]:
    """Return the parameters, and a note on epochs without a line: they followed one that moves, and do not move."""
    wanted = {name.strip().upper() for name in epochs}
    following = [e.name for e in model.entries.values() if e.line is None and e.param.default in wanted]
    kept = [name for name in following if name not in wanted]
    verb = "keep" if len(kept) > 1 else "keeps"
    notes = (f"{', '.join(kept)} had no line and {verb} the old date",) if kept else ()
    return dict(model.entries), notes


def _move(model: TimingModel, entries: Mapping[str, Entry], values: Exact, name: str, value: Value) -> Move:
    """The move of one epoch."""
    if name not in MOVABLE_EPOCHS:
        raise InputError(f"{name} is not an epoch that can be moved", hint=f"these are {', '.join(MOVABLE_EPOCHS)}")
    if name not in values:
        raise InputError(
            f"the model has no {name}", hint=f"it has {', '.join(k for k in MOVABLE_EPOCHS if k in values)}"
        )
    if "PEPOCH" in entries and model.settings.units != "TDB":
        raise InputError(
            "epochs are moved in TDB", hint="convert the model: jug convert --units tdb (jug.convert_units)"
        )
    to = _decimal(number_of(entries[name], value))
    if name == "POSEPOCH":
        frame = EQUATORIAL if "RAJ" in values else ECLIPTIC
        if frame[0].name not in values:
            raise InputError("the model has no position")
        return position_move(tuple(q.name for q in frame), to)
    if name in SERIES:
        family, per = SERIES[name]
        own = sorted((e for e in entries.values() if e.param.name == family), key=lambda e: e.order or 0)
        if name == "DMEPOCH" and len(own) > 2 and "DM_SERIES" in entries and entries["DM_SERIES"].word == "POLY":
            raise InputError("DMEPOCH is not moved with DM_SERIES POLY", hint="write the series with factorials")
        return series_move(tuple(e.name for e in own), name, to, per)
    return _moved_orbit(entries, values, name, to)


def _moved_orbit(entries: Mapping[str, Entry], values: Exact, name: str, to: Decimal) -> Move:
    """The move of T0 or TASC, by the binary model."""
    word = entries["BINARY"].word
    check_orbit(word, values)
    ordered = sorted((e for e in entries.values() if e.param.name == "FB"), key=lambda e: e.order or 0)
    frequencies = tuple(e.name for e in ordered)
    if word == "MSS":
        return anomaly_move(values, name, to, frequencies)
    motion = next(((frame.mu_l, frame.mu_b) for frame in FRAMES if frame.trigger in values), None)
    if word == "DDK" and motion and not ("K96" in entries and entries["K96"].word.upper() in K96_OFF):
        return orientation_move(values, name, to, frequencies, motion)
    plain = relativity_move if "MTOT" in values else orbit_move
    move = plain(word, values, name, to, frequencies)
    return general_move(move, name, frequencies, motion) if word == "T2" and motion and "KIN" in values else move


@without_numpy_warnings
def _covariance(
    entries: Mapping[str, Entry], before: Exact, moves: list[Move], uncertain: Propagation
) -> tuple[tuple[str, ...], Float[K, K], set[str]]:
    """The uncertain parameters at the new epochs, their covariance in units of the values, and the affected parameters.

    F1 without F2 is affected: its value does not change, but F0 at the new epoch depends on it.
    """
    sigma = np.sqrt(np.diag(uncertain.covariance))
    columns = []
    for name, error in zip(uncertain.names, sigma.tolist(), strict=True):
        h = Decimal(error) * _scale(entries[name]) * DERIVATIVE_STEP
        up, down = (
            reduce(lambda values, move: move(values), moves, {**before, name: before[name] + sign * h})
            for sign in (1, -1)
        )
        columns.append({k: (up[k] - down[k]) / (2 * h) for k in before if up[k] != down[k]})
    names = tuple(k for k in before if any(k in column for column in columns))
    matrix = np.zeros((len(names), len(columns)))
    for j, (own, column) in enumerate(zip(uncertain.names, columns, strict=True)):
        for k, slope in column.items():
            matrix[names.index(k), j] = float(slope * _scale(entries[own]) / _scale(entries[k]))
    linked = [{own, *column} for own, column in zip(uncertain.names, columns, strict=True)]
    concerned = {name for group in linked if len(group) > 1 for name in group}
    return names, matrix @ uncertain.covariance @ matrix.T, concerned & {*names}


def _scale(e: Entry) -> Decimal:
    """Units of the exact value in one par unit: rad for the angles of a position."""
    angle = e.name in {q.name for q in (*EQUATORIAL[:2], *ECLIPTIC[:2])}
    return PI / HALF_TURN[e.param.codec][0] if angle else Decimal(1)


def _exact(e: Entry) -> Decimal:
    return _decimal(e.value) * _scale(e)


def _decimal(value: DoubleDouble[float]) -> Decimal:
    exact = to_fraction(value)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


def _round_value(e: Entry, value: Decimal) -> DoubleDouble[float]:
    if _scale(e) != 1:
        return exact_angle(e.param, value)
    with localcontext() as context:
        context.prec = KEPT_DIGITS
        return from_fraction(Fraction(+value))
