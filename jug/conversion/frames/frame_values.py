"""Position, motion and node of a model in the other frame: exact values, fit flags, uncertainties by the linear rule.

C' = J C J^T, with J from `jug.conversion.frames.frame_rotation`.
"""

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.conversion.error_propagation import Propagation
from jug.conversion.frames.frame_rotation import RotatedDirection, rotate_direction, rotation_jacobian
from jug.core.angles import ANGLE_DIGITS, PI
from jug.core.array import Float, K, N
from jug.core.constants import DEG, OBLIQUITY_ARCSEC
from jug.core.doubledouble import DoubleDouble, double_double, from_fraction, to_fraction
from jug.model.components.astrometry import ECLIPTIC, EQUATORIAL
from jug.model.declare import Param
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

PAIRS = ((0, 1), (2, 3), (4, 5))
"""Indices, in the parameters of a frame, of the two components of position, proper motion and its derivative."""

HALF_TURN = {"hms": (12, 3600), "dms": (180, 3600), "float": (180, 1)}
"""By the codec of an angle: its units in pi rad, and the number of seconds (or degrees) with decimals in a unit."""

POSITION_DECIMALS = {"hms": 14, "dms": 13, "float": 17}
"""Decimals of a new position in s, arcsec and deg: they move a residual by 1e-15 s at most."""

MOTION_DECIMALS = 14
"""Decimals of a new proper motion, mas/yr, of its derivative, and of KOM, deg."""

NODE_BY_PSI = {"DDK": -1, "T2": 1}
"""Derivative of KOM by psi: from growing longitude to latitude in DDK, from latitude to longitude in T2."""


class FrameValues(NamedTuple):
    """The parameters of the new frame.

    Parameters
    ----------
    entries : dict of str to Entry
        The new parameters by the name of the old one that each replaces; KOM where the model has one.
    names : tuple of str
        The uncertain parameters of the new model.
    covariance : (k, k) array
        Covariance of `names`, in the units of `TimingModel.errors`.
    notes : tuple of str
        Decisions of the conversion, in words.
    """

    entries: dict[str, Entry]
    names: tuple[str, ...]
    covariance: Float[K, K]
    notes: tuple[str, ...]


def frame_values(model: TimingModel, uncertain: Propagation, ecl: str) -> FrameValues:
    """Convert position, motion and node to the other frame.

    Parameters
    ----------
    model : TimingModel
    uncertain : Propagation
        The uncertain parameters with their covariance.
    ecl : str
        Name of the obliquity (`jug.core.constants.OBLIQUITY_ARCSEC`).

    Returns
    -------
    FrameValues
    """
    to_ecliptic = "RAJ" in model.entries
    params, new = (EQUATORIAL, ECLIPTIC) if to_ecliptic else (ECLIPTIC, EQUATORIAL)
    old = [model.entries.get(q.name) or Entry(q.name, q, None, double_double(0.0)) for q in params]
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        obliquity = Decimal(repr(OBLIQUITY_ARCSEC[ecl])) / 648000 * PI
        turn = rotate_direction(_radians(old[0]), _radians(old[1]), obliquity, to_ecliptic)
        values = [exact_angle(new[0], turn.lon), exact_angle(new[1], turn.lat)]
        for i, j in PAIRS[1:]:
            values += [_round_value(v) for v in turn.rotate(_decimal(old[i].value), _decimal(old[j].value))]
    free, notes = _fit_flags(old, new)
    made = {
        e.name: Entry(q.name, q, None, value, free=flag)
        for e, q, value, flag in zip(old, new, values, free, strict=True)
    }
    sign = _node_by_psi(model)
    if sign:
        kom = model.entries["KOM"]
        made["KOM"] = replace(kom, value=_round_value((_decimal(kom.value) + sign * turn.psi_deg) % 360), line=None)
    names, covariance = _covariance(uncertain, made, _jacobian(old[1], made, turn, sign))
    for name, e in made.items():
        variance = covariance[names.index(e.name), names.index(e.name)] if e.name in names else 0.0
        made[name] = replace(e, error=float(np.sqrt(variance)) or None)
    return FrameValues(made, names, covariance, notes)


def _fit_flags(old: list[Entry], new: tuple[Param, ...]) -> tuple[list[bool], tuple[str, ...]]:
    """Whether each new parameter is free (both of a pair where one of the old pair was), and notes about it."""
    free, notes = [], []
    for i, j in PAIRS:
        flags = (old[i].free, old[j].free)
        free += [any(flags)] * 2
        if any(flags) and not all(flags):
            one, other = (i, j) if flags[0] else (j, i)
            notes.append(
                f"{old[one].name} was free and {old[other].name} fixed: {new[i].name} and {new[j].name} are both free, "
                "because each depends on both"
            )
    return free, tuple(notes)


def _node_by_psi(model: TimingModel) -> int:
    """The derivative of KOM by psi; 0 where the binary model has no KOM."""
    has_node = "KOM" in model.entries and "BINARY" in model.entries
    return NODE_BY_PSI.get(model.entries["BINARY"].word, 0) if has_node else 0


def _jacobian(old_lat: Entry, made: dict[str, Entry], turn: RotatedDirection, sign: int) -> Float[N, K]:
    """Derivatives of the new by the old parameters, (7, 7), in the units of the values; KOM is the last."""
    new = list(made.values())[:6]
    motion, acceleration = ([float(e.value.hi) * e.scale for e in new[i : i + 2]] for i in (2, 4))
    matrix = rotation_jacobian(
        float(old_lat.value.hi) * old_lat.scale, turn, (motion[0], motion[1]), (acceleration[0], acceleration[1]), sign
    )
    own = {q.name: q for q in (*EQUATORIAL, *ECLIPTIC)}
    before = [Entry(name, own[name], None, double_double(0.0)).scale for name in list(made)[:6]]
    after = np.array([*(e.scale for e in new), DEG])
    jacobian: NDArray[np.float64] = matrix * np.array([*before, DEG]) / after[:, None]
    return jacobian


def _covariance(
    uncertain: Propagation, made: dict[str, Entry], matrix: Float[N, K]
) -> tuple[tuple[str, ...], Float[K, K]]:
    """Names and covariance of every uncertain parameter of the new model, units of the values."""
    places = list(made)
    rows = [e.name for e in made.values()]
    turned = np.zeros((len(rows), len(uncertain.names)))
    for k, name in enumerate(uncertain.names):
        if name in made:
            turned[:, k] = matrix[: len(rows), places.index(name)]
    others = [k for k, name in enumerate(uncertain.names) if name not in made]
    rows = [uncertain.names[k] for k in others] + rows
    everything = np.concatenate([np.eye(len(uncertain.names))[others], turned])
    full = everything @ uncertain.covariance @ everything.T
    known = np.flatnonzero(np.diag(full) > 0.0)
    return tuple(rows[i] for i in known), full[np.ix_(known, known)]


def _radians(e: Entry) -> Decimal:
    return _decimal(e.value) * PI / HALF_TURN[e.param.codec][0]


def exact_angle(param: Param, radians: Decimal) -> DoubleDouble[float]:
    """Convert an angle to the units of a par file, rounded to a decimal that moves no residual.

    Parameters
    ----------
    param : Param
    radians : Decimal

    Returns
    -------
    DoubleDouble
        In h, or deg.
    """
    half_turn, parts = HALF_TURN[param.codec]
    value = round(radians * half_turn * parts / PI, POSITION_DECIMALS[param.codec])
    return from_fraction(Fraction(value) / parts % (2 * half_turn) if value > 0 else Fraction(value) / parts)


def _round_value(value: Decimal) -> DoubleDouble[float]:
    return from_fraction(Fraction(round(value, MOTION_DECIMALS)))


def _decimal(value: DoubleDouble[float]) -> Decimal:
    exact = to_fraction(value)
    return Decimal(exact.numerator) / Decimal(exact.denominator)
