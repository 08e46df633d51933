"""Advice where the orbit of the start may be wrong: fits from other values of its period.

An error h of the orbital period changes the delay of a nearly circular orbit of size x by up to 2 pi x h |t - T| / PB^2
at a time t, with T the epoch of the orbit. Where that is above a turn of the pulsar, the residuals are scattered over
the turn. A fit then finds no slope, and no whole number of turns for each gap helps. Of trial values whose steps are
half a turn, one is so near that a fit from it has the right turns.
"""

from math import floor, log10, pi

import numpy as np

from jug.core.constants import DAY
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

STEP_TURNS = 0.5
"""Largest change of the phases from one value to the next, turns."""


def orbit_advice(model: TimingModel, toas: TOAs) -> str:
    """Return advice on how to find the orbital period where it may be wrong.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    str
        The possible cause, and a step in the imperative; empty where the model has no orbit.
    """
    name, step = _period_step(model, toas)
    if not step:
        return ""
    unit = 10.0 ** floor(log10(step))
    trials = f"{name} in steps of {floor(step / unit) * unit:.0e} {'d' if name == 'PB' else 'Hz'} at most"
    return f"the orbit of the start may be wrong: fit from values of {trials}, keep the lowest chi2 (docs/connect.md)"


def _period_step(model: TimingModel, toas: TOAs) -> tuple[str, float]:
    """PB or FB0, and its change that moves the phases by `STEP_TURNS`, d or Hz; 0 without an orbit."""
    values = model.values
    name = "PB" if values.get("PB") else "FB0"
    epoch = values.get("TASC") or values.get("T0")
    if not values.get(name) or not epoch or not values.get("A1"):
        return name, 0.0
    rate = abs(values["F0"] * values["A1"])
    longest = float(np.max(np.abs(toas.mjd - epoch)))
    slope = 2.0 * pi * rate * longest * (values["PB"] ** -2.0 if name == "PB" else DAY)
    return name, STEP_TURNS / slope
