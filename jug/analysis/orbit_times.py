"""The orbital phase of each TOA, and the times of periastron passages, with their uncertainties.

Both follow from the mean anomaly M(t, theta): at a given time dM = sum_i (dM/dtheta_i) dtheta_i, and at a given M
dt = -dM / (dM/dt), with the covariance of all orbital parameters.
"""

from typing import NamedTuple

import numpy as np

from jug.conversion.error_propagation import model_of, propagation
from jug.core.array import Float, N, Toa
from jug.core.constants import DAY
from jug.core.display.fields_shown import fields_text
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.components.binary.ddgr import relativity
from jug.model.components.binary.orbit import TURN, ElementRows, Orbit, orbit, orbit_rows
from jug.model.declare import Values
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

PASSAGE_STEPS = 20
"""Largest number of Newton steps for a passage; two or three are usually enough."""


class Timed(NamedTuple):
    """Times or phases with uncertainties, in the unit that the function documents.

    Attributes
    ----------
    value, error : (n,) float64
        Values and their uncertainties, 0 if none of their parameters has one.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("J0613-sim")[0])
    >>> phase = jug.orbital_phase(model, jug.simulate(model, n_toa=4))
    >>> phase.value.shape, phase.error.shape
    ((4,), (4,))
    """

    value: Float[N]
    error: Float[N]

    def __repr__(self) -> str:
        return fields_text(self)


def orbital_phase(source: TimingModel | FitResult, toas: TOAs) -> Timed:
    """Compute the orbital phase of each TOA at emission, turns in [0, 1), from periastron (T0) or the node (TASC).

    Parameters
    ----------
    source : TimingModel or FitResult
        For a fit its covariance is used; for a model the uncertainties are taken as independent.
    toas : TOAs

    Returns
    -------
    Timed
        Turns, (n,), in the order of the TOAs.

    Raises
    ------
    InputError
        The model has no binary, or its orbit jumps.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("J0613-sim")[0])
    >>> toas = jug.simulate(model, n_toa=4)
    >>> phase = jug.orbital_phase(model, toas)
    >>> phase.value.shape
    (4,)
    """
    model = _model(source)
    o, rows = _at_toas(model, make_anchor(model, toas), len(toas))
    return Timed(np.asarray(o.phase / TURN % 1.0), _error(source, model, rows) / TURN)


def has_orbital_phase(model: TimingModel) -> bool:
    """Whether the model has a binary whose orbit does not jump."""
    return any(is_binary_model(c) for c in model.components) and not _jumps(model)


def phase_at(model: TimingModel, toas: TOAs, anchor: Anchor | None = None) -> Float[Toa]:
    """Compute the orbital phase of each TOA without its uncertainty.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    anchor : Anchor, optional
        The anchor of the model at the TOAs; made when absent.

    Returns
    -------
    (n,) array
        Turns.
    """
    found, _ = _at_toas(_model(model), make_anchor(model, toas) if anchor is None else anchor, len(toas))
    return np.asarray(found.phase / TURN % 1.0)


def _at_toas(model: TimingModel, anchor: Anchor, n: int) -> tuple[Orbit, ElementRows]:
    """The orbit at the emission of each TOA."""
    component = next(c for c in reversed(model.components) if is_binary_model(c))
    own = dict(anchor.state.delays)[component.name]
    i = model.components.index(component)
    t = anchor.state.times[i] - own
    return _orbit(_values(model), t[:n], anchor.state.lows[i][:n])


def periastron_times(source: TimingModel | FitResult, start: float, stop: float) -> Timed:
    """Compute the periastron passages (TDB MJD, at the binary) between two MJDs, with uncertainties in days.

    Parameters
    ----------
    source : TimingModel or FitResult
        For a fit its covariance is used; for a model the uncertainties are taken as independent.
    start, stop : float
        MJD (TDB).

    Returns
    -------
    Timed
        In order of time, (n,); empty if there is no passage.

    Raises
    ------
    InputError
        The model has no binary, or no T0 (an orbit near a circle), or its orbit jumps.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("J0613-sim")[0])
    >>> eccentric = jug.convert_binary(model, "DD").model
    >>> start = eccentric.values["T0"]
    >>> len(jug.periastron_times(eccentric, start - 0.1, start + 2.5 * eccentric.values["PB"]).value)
    3
    """
    model = _model(source)
    p = _values(model)
    if "T0" not in p:
        raise InputError("the model has no T0", hint="convert it: jug.convert_binary(model, 'DD')")
    ends = (np.array([start, stop]) - model.epoch_day) * DAY
    at = _orbit(p, ends, 0.0 * ends)[0]
    first, last = np.ceil(at.turns[0] + at.phase[0] / TURN), np.floor(at.turns[1] + at.phase[1] / TURN)
    number = np.arange(first, last + 1)
    t = np.interp(number, at.turns + at.phase / TURN, ends)
    for _ in range(PASSAGE_STEPS):
        o, rows = _orbit(p, t, 0.0 * t)
        step = (TURN * (o.turns - number) + o.phase) / rows["t"]["M"]
        t = t - step
        if not np.any(np.abs(step) > 1e-6):
            break
    error = _error(source, model, rows) / rows["t"]["M"] / DAY
    return Timed(model.epoch_day + t / DAY, np.asarray(error))


def _model(source: TimingModel | FitResult) -> TimingModel:
    model = model_of(source)
    if not any(is_binary_model(c) for c in model.components):
        raise InputError("the model has no binary", hint="give a par file with a BINARY line")
    if jumps := _jumps(model):
        raise InputError(
            f"the orbit jumps ({jumps[0]}), so its phase is not continuous",
            hint="remove the jumps from the par file first",
        )
    return model


def _jumps(model: TimingModel) -> list[str]:
    """The parameters that make the orbit jump."""
    return [key for key in model.entries if key.startswith(("BPJEP_", "T0X_"))]


def _values(model: TimingModel) -> Values:
    """The parameters of the orbit; for DDGR including the period derivative computed from its masses."""
    p = model.kernel_values
    if "MTOT" not in p:
        return p
    return p.with_values({"PBDOT": relativity(p, p["A1"], p.get("ECC", 0.0)).pbdot})


def _orbit(p: Values, t: Float[N], low: Float[N]) -> tuple[Orbit, ElementRows]:
    epoch = "T0" if "T0" in p else "TASC"
    o = orbit(np, p, t, low, p.exact(epoch))
    return o, orbit_rows(np, p, t, o, epoch)


def _error(source: TimingModel | FitResult, model: TimingModel, rows: ElementRows) -> Float[Toa]:
    """Uncertainty of the mean anomaly, rad, (n,)."""
    uncertain = propagation(source)
    columns = []
    for name in uncertain.names:
        entry = model.entries[name]
        slope = np.asarray(rows.get(entry.param.name, {}).get("M", 0.0 * rows["t"]["M"]))
        columns.append((slope[:, entry.order] if slope.ndim == 2 else slope) * entry.scale)
    if not columns:
        return np.zeros(np.size(rows["t"]["M"]))
    by = np.stack(columns, axis=1)
    return np.asarray(np.sqrt(np.maximum(np.einsum("ni,ij,nj->n", by, uncertain.covariance, by), 0.0)))
