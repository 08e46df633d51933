"""Starts at further orbits: aliases of PB, other positions of periastron, and M2 with SINI at the H3 of the delay.

TOAs at intervals of P, a day or a year, do not distinguish the orbital frequency f from f + 1/P or f - 1/P: at such
times the phases differ by whole turns. At small ECC the periastron can be anywhere on an orbit with the same ascending
node.
The third harmonic H3 = M2 s^3, with s = sin i / (1 + |cos i|), is the best determined part of a Shapiro delay (Freire &
Wex 2010, MNRAS 409, 199, eqs 20 and 21).
"""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from jug.core.constants import DAY
from jug.core.doubledouble import add_float, sub
from jug.fitting.minima.start import Start
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SAMPLING_D = {"year": 365.25, "day": 1.0, "sidereal day": 0.99726957}
"""Intervals of observations, d."""

ALIAS_STEPS = 2
"""Number of steps after which the fit of an alias is given up if chi2 is hopeless, as it is for nearly all aliases with
many TOAs."""

SMALL_ECC, LEAST_ECC = 0.1, 1e-6
"""Largest eccentricity at which other positions of periastron are tried, and the least one of a start."""

FAR_TURNS = 0.5
"""Least number of orbits between two epochs at which one epoch is moved by whole orbits."""

STIGMAS = (0.2, 0.5, 0.8, 0.95)
"""Values of s that are tried."""


def orbital_frequency(model: TimingModel) -> float:
    """Return the orbital frequency.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    float
        1/d; 0 without an orbit.
    """
    values = model.values
    if values.get("PB"):
        return 1.0 / values["PB"]
    return values.get("FB0", 0.0) * DAY


def aliases(model: TimingModel, toas: TOAs) -> Iterator[Start]:
    """Yield orbits that are one turn per day or year faster and slower.

    Where the epoch is free, the orbital phase in the middle of the TOAs stays the same. No fixed parameter is changed.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Yields
    ------
    Start
    """
    name = next((n for n in ("PB", "FB0") if n in model.free), None)
    epoch = next((n for n in ("T0", "TASC") if n in model.entries), None)
    if name is None or epoch is None:
        return
    mjd = np.sort(toas.mjd)
    middle, old = float(mjd[len(mjd) // 2]), orbital_frequency(model)
    turns = (middle - model.values[epoch]) * old
    for period in SAMPLING_D.values():
        for new in (old + 1.0 / period, old - 1.0 / period):
            if new == 0.0 or abs(new) > 1e3:
                continue
            values = _values_of_orbit(model, name, epoch, new, middle, turns % 1.0)
            if all(key in model.free or value == model.values[key] for key, value in values.items()):
                yield Start(model.with_values(values), steps=ALIAS_STEPS)


def _values_of_orbit(
    model: TimingModel, name: str, epoch: str, new: float, middle: float, phase: float
) -> dict[str, float | str]:
    """Values for an orbital frequency, 1/d; a negative one is the mirror image, with the node half a turn away."""
    values: dict[str, float | str] = {}
    if new < 0.0:
        values, turn = _mirror_orbit(model, epoch)
        phase = turn - phase
    values[name] = 1.0 / abs(new) if name == "PB" else abs(new) / DAY
    if epoch in model.free:
        values[epoch] = middle - (phase % 1.0) / abs(new)
    return values


def _mirror_orbit(model: TimingModel, epoch: str) -> tuple[dict[str, float | str], float]:
    """Longitude of periastron of the mirrored orbit, 180 deg - OM, where it is free, and the turns to its epoch."""
    values, free = model.values, model.free
    if epoch == "TASC":
        return ({"EPS2": -values["EPS2"]} if "EPS2" in free else {}), 0.5
    if "OM" in free:
        return {"OM": 180.0 - values["OM"]}, 0.0
    return {}, 0.5 - values.get("OM", 0.0) / 180.0


def periastra(model: TimingModel, before: TimingModel) -> Iterator[Start]:
    """Yield orbits of small eccentricity with the same ascending node and the periastron 90, 180 and 270 deg further.

    Parameters
    ----------
    model, before : TimingModel
        After and before the first fit; where the fit ended at a circular orbit, the eccentricity before it is taken.

    Yields
    ------
    Start
    """
    e, old = model.entries, orbital_frequency(model)
    if "T0" not in e or "OM" not in e or not old or model.values.get("ECC", 1.0) > SMALL_ECC:
        return
    if "OM" not in model.free or "T0" not in model.free:
        return
    if model.values["ECC"] <= 0.0:
        model = model.with_values({"ECC": max(before.values["ECC"], LEAST_ECC)})
    for turn in (-0.25, 0.25, 0.5):
        moved = {"T0": add_float(e["T0"].value, turn / old), "OM": add_float(e["OM"].value, 360.0 * turn)}
        yield Start(model.with_values(moved))


def half_orbits(before: TimingModel) -> Iterator[Start]:
    """Yield the model before the fit with its orbit half a turn further, and the nearest pulse for each TOA.

    Parameters
    ----------
    before : TimingModel
        The model before a fit that failed.

    Yields
    ------
    Start
    """
    name, f = next((n for n in ("T0", "TASC") if n in before.free), None), orbital_frequency(before)
    if name is not None and f > 0.0:
        yield Start(before.with_values({name: add_float(before.entries[name].value, 0.5 / f)}), renumbered=True)


def near_epoch(model: TimingModel, other: TimingModel) -> TimingModel:
    """Move T0 or TASC by whole orbits, as near as possible to that of another model.

    Parameters
    ----------
    model, other : TimingModel

    Returns
    -------
    TimingModel
        The model itself where its epoch is less than half an orbit away.
    """
    name, f = next((n for n in ("T0", "TASC") if n in model.free), None), orbital_frequency(model)
    if name is None:
        return model
    turns = sub(other.entries[name].value, model.entries[name].value).hi * f
    if abs(turns) < FAR_TURNS:
        return model
    return model.with_values({name: add_float(model.entries[name].value, round(turns) / f)})


def inclinations(model: TimingModel) -> Iterator[Start]:
    """Yield pairs of M2 and SINI with the same H3.

    Parameters
    ----------
    model : TimingModel

    Yields
    ------
    Start
    """
    if "M2" not in model.free or "SINI" not in model.free:
        return
    sini = min(max(model.values["SINI"], 1e-3), 1.0)
    h3 = model.values["M2"] * _stigma(sini) ** 3
    for s in STIGMAS if h3 > 0.0 else ():
        yield Start(model.with_values({"M2": h3 / s**3, "SINI": 2.0 * s / (1.0 + s * s)}))


def _stigma(sini: float) -> float:
    return sini / (1.0 + sqrt(max(1.0 - sini * sini, 0.0)))
