"""The values of one binary model as those of another: exact numbers, uncertainties and their covariance.

Uncertainties follow by the linear rule, C' = J C J^T with J the derivatives of the new parameters by the old ones.
"""

from math import isclose
from typing import NamedTuple

import numpy as np

from jug.conversion.binaries.orbital_forms import Map, conversion
from jug.conversion.binaries.radial_drift import half_turns_of
from jug.conversion.error_propagation import NamedNumbers, Propagation, jacobian
from jug.core.array import Float, K, M, N
from jug.core.doubledouble import DoubleDouble, add_float, double_double
from jug.model.parameters import Entry
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel

ORBIT_EPOCHS = ("T0", "TASC")
"""Parameters that the conversion returns as changes in days; F0 is a change in Hz."""

EXCESS_OF = {"XPBDOT": ("XPBDOT", "PBDOT"), "XOMDOT": ("XOMDOT", "OMDOT")}
"""Excess parameters of DDGR, each with the parameters of other models from which it is computed."""

BY_RELATIVITY = ("SINI", "GAMMA", "DR", "DTH")
"""Parameters that DDGR computes from the masses."""

EQUAL_BY_MASSES = 1e-6
"""Largest relative difference of a value from that of general relativity without a warning."""

PARTLY_LOST = ("H3", "H4", "STIGMA")
"""Parameters of an orthometric Shapiro delay, a part of which other elements of the orbit absorb."""


class BinaryValue(NamedTuple):
    """A parameter of the new model, in par units."""

    value: DoubleDouble[float]
    free: bool
    error: float


class BinaryValues(NamedTuple):
    """The parameters of a binary model, made from those of another one.

    Parameters
    ----------
    values : dict of str to BinaryValue
        The new parameters. F0 is among them where it changes.
    old : dict of str to Entry
        The entries that they replace.
    names : tuple of str
        The m rows of ``matrix``.
    matrix : (m, k) array
        Derivatives by the k uncertain parameters of the old model, units of the values.
    lost : tuple of Entry
        The old parameters that are free or not 0, and on which no new parameter depends; not those that DDGR computes
        from the masses.
    implied : dict of str to float
        Values that DDGR computes from the masses and that differ from the old ones by more than `EQUAL_BY_MASSES`.
    """

    values: dict[str, BinaryValue]
    old: dict[str, Entry]
    names: tuple[str, ...]
    matrix: Float[M, K]
    lost: tuple[Entry, ...]
    implied: dict[str, float]


def convert_values(model: TimingModel, uncertain: Propagation, source: str, target: str, kom: float) -> BinaryValues:
    """Convert the values of a binary model.

    Parameters
    ----------
    model : TimingModel
    uncertain : Propagation
        The uncertain parameters with their covariance.
    source, target : str
        Binary models, in capitals (`jug.conversion.binaries.orbital_forms.FORMS`).
    kom : float
        Position angle of the node (deg) for DDK, when the model has none.

    Returns
    -------
    BinaryValues

    Raises
    ------
    InputError
        The target needs a parameter that the model does not have.
    """
    f0 = model.entries["F0"]
    own = binary_entries(model)
    absorbed = "ELL1H_SHAPIRO" in own and own["ELL1H_SHAPIRO"].word == "ABSORBED"
    epoch = "TASC" if "TASC" in own else "T0"
    at = _numbers(model, own, epoch)
    mapping = conversion(source, target, kom, float(f0.value.hi), absorbed, half_turns_of(at))
    names, matrix = jacobian(mapping, at, uncertain)
    new = mapping(at)
    _, slopes = jacobian(mapping, at, _any_step(at, [name for name in at if model.entries[name].free]))
    errors = np.sqrt(np.maximum(np.diag(matrix @ uncertain.covariance @ matrix.T), 0.0))
    values: dict[str, BinaryValue] = {}
    for name, row, error in zip(names, slopes, errors, strict=True):
        if name != "F0" and not name.startswith("PM"):
            values[name] = BinaryValue(
                _exact_value(model, own, at, name, new[name], epoch), _becomes_free(name, model, row), float(error)
            )
    i = names.index("F0")
    others = [j for j, name in enumerate(uncertain.names) if name != "F0"]
    if new["F0"] != 0.0 or np.any(matrix[i, others]):
        values["F0"] = BinaryValue(add_float(f0.value, new["F0"]), f0.free, float(errors[i]))
    else:
        names, matrix = (*names[:i], *names[i + 1 :]), np.delete(matrix, i, axis=0)
    implied = _implied_values(conversion("DDGR", "DD", kom, float(f0.value.hi))(new), at) if target == "DDGR" else {}
    return BinaryValues(values, own, names, matrix, _lost(mapping, at, own, target), implied)


def binary_entries(model: TimingModel) -> dict[str, Entry]:
    """The entries that the binary component uses."""
    params = {q for c in model.components if is_binary_model(c) for q in c.params}
    return {name: e for name, e in model.entries.items() if e.param in params}


def covariance_of(model: TimingModel, new: BinaryValues, uncertain: Propagation) -> tuple[tuple[str, ...], Float[N, N]]:
    """Return the covariance of every uncertain parameter of the new model.

    Parameters
    ----------
    model : TimingModel
        The new model.
    new : BinaryValues
    uncertain : Propagation
        The uncertain parameters of the old model with their covariance.

    Returns
    -------
    names : tuple of str
    covariance : (n, n) array
        In the units of the uncertainties.
    """
    others = [name for name in uncertain.names if name not in new.names and name in model.entries]
    rows = [np.where(np.array(uncertain.names) == name, 1.0, 0.0) for name in others]
    everything = np.concatenate([np.array(rows).reshape(len(others), len(uncertain.names)), new.matrix])
    full = everything @ uncertain.covariance @ everything.T
    names = [*others, *new.names]
    chosen = [i for i, name in enumerate(names) if name in model.entries and full[i, i] > 0.0]
    return tuple(names[i] for i in chosen), full[np.ix_(chosen, chosen)]


def _numbers(model: TimingModel, own: dict[str, Entry], epoch: str) -> dict[str, float]:
    """Input of the conversion: orbit and proper motion; changes of the epoch and of F0 from the model, both zero."""
    given = {key: float(value) for key, value in model.values.items() if key in own or key.startswith("PM")}
    given = {key: value for key, value in given.items() if not model.entries[key].word}
    if "PB" in own and "FB0" in own:
        del given["FB0"]
    return {**given, epoch: 0.0, "F0": 0.0}


def _lost(mapping: Map, at: dict[str, float], own: dict[str, Entry], target: str) -> tuple[Entry, ...]:
    """The parameters that have an effect in the old model, and on which no parameter of the new model depends.

    BT has no Shapiro delay: its A1 and EPS1 absorb the first harmonics of an orthometric one, the others are lost.
    """
    implied = BY_RELATIVITY if target == "DDGR" else ()
    candidates = [e for e in own.values() if e.name in at and e.param.fit and (e.free or e.value.hi != 0.0)]
    candidates = [e for e in candidates if e.name not in implied]
    _, slopes = jacobian(mapping, at, _any_step(at, [e.name for e in candidates]))
    in_part = PARTLY_LOST if target == "BT" else ()
    return tuple(e for e, column in zip(candidates, slopes.T, strict=True) if e.name in in_part or not np.any(column))


def _implied_values(by_masses: NamedNumbers, at: dict[str, float]) -> dict[str, float]:
    """The values of general relativity for parameters that have another value."""
    return {
        name: by_masses[name]
        for name in BY_RELATIVITY
        if at.get(name, 0.0) != 0.0 and not isclose(at[name], by_masses[name], rel_tol=EQUAL_BY_MASSES)
    }


def _any_step(at: dict[str, float], names: list[str]) -> Propagation:
    """Steps of parameters for derivatives, independent of their uncertainties."""
    return Propagation(tuple(names), np.diag([(1e-5 * abs(at[name]) or 1e-12) ** 2 for name in names]))


def _becomes_free(quantity: str, model: TimingModel, slopes: Float[N]) -> bool:
    """Whether a parameter is free: it depends on a free parameter, and was not fixed before."""
    named = [model.entries[name] for name in EXCESS_OF.get(quantity, (quantity,)) if name in model.entries]
    was = [e for e in named if not e.word]
    return bool(np.any(slopes != 0.0)) and (not was or any(e.free for e in was))


def _exact_value(
    model: TimingModel, own: dict[str, Entry], at: dict[str, float], name: str, value: float, epoch: str
) -> DoubleDouble[float]:
    """A value in double-double: an unchanged one with all its digits, an epoch as the old one plus its change."""
    if name in ORBIT_EPOCHS:
        return add_float(model.entries[epoch].value, value)
    return own[name].value if name in own and at.get(name) == value else double_double(value + 0.0)
