"""Whether two minima are the same, and how one is related to the other."""

import math
from itertools import product

from jug.core.doubledouble import sub
from jug.fitting.minima.glitches import turn_d
from jug.fitting.minima.orbits import SAMPLING_D, SMALL_ECC, orbital_frequency
from jug.fitting.minima.orientation import TURNS, motion_angle
from jug.model.timing_model import TimingModel

SAME_SIGMA = 0.3
"""Largest difference of a parameter, in uncertainties, between fits that ended in the same minimum."""

NEAR_DEG = 20.0
"""Largest difference of an angle from a reflected one, deg; or its uncertainty where that is larger. The annual terms
shift the angles a little."""

NEAR_ALIAS = 0.2 / max(SAMPLING_D.values())
"""Largest difference of an orbital frequency from an alias, 1/d."""

NAMED_CHANGES = 3
"""Number of parameters that are named where no symmetry is known."""


def differences_in_sigma(one: TimingModel, other: TimingModel) -> dict[str, float]:
    """Return the differences of the free parameters in uncertainties, angles by the shorter way, T0 by whole orbits.

    The periastron of circular orbits is left out.

    Parameters
    ----------
    one : TimingModel
        Fitted; its uncertainties are the units.
    other : TimingModel

    Returns
    -------
    dict of str to float
        Absolute differences.
    """
    circular = one.values.get("ECC", 1.0) <= 0.0 and other.values.get("ECC", 1.0) <= 0.0
    found = {}
    for name in one.free:
        if circular and name in ("OM", "T0"):
            continue
        a, b = one.entries[name], other.entries[name]
        difference = sub(b.value, a.value).hi
        if name in TURNS:
            difference = math.remainder(difference, 360.0)
        if name in ("T0", "TASC") and (f := orbital_frequency(one)):
            difference = math.remainder(difference, 1.0 / f)
        error = a.error or 0.0
        found[name] = abs(difference) / error if math.isfinite(error) and error > 0.0 else 0.0
    return found


def same_minimum(one: TimingModel, other: TimingModel) -> bool:
    """Whether two fitted models are the same minimum.

    Parameters
    ----------
    one, other : TimingModel

    Returns
    -------
    bool
    """
    return max(differences_in_sigma(one, other).values(), default=0.0) < SAME_SIGMA


def relation(lowest: TimingModel, other: TimingModel) -> str:
    """Describe how a minimum is related to the lowest one.

    Parameters
    ----------
    lowest, other : TimingModel
        Fitted.

    Returns
    -------
    str
    """
    words = [*_orientation_in_words(lowest, other), *_alias_in_words(lowest, other), *_glitches_in_words(lowest, other)]
    if words:
        return ", ".join(words)
    if periastron := _periastron_in_words(lowest, other):
        return periastron
    far = sorted(differences_in_sigma(lowest, other).items(), key=lambda item: -item[1])[:NAMED_CHANGES]
    return "; ".join(f"{name} {size:.1f} sigma away" for name, size in far if size >= SAME_SIGMA)


def _orientation_in_words(lowest: TimingModel, other: TimingModel) -> list[str]:
    """A change of the sign of cos i, and the relation of KOM to that of the lowest minimum, in words."""
    a, b, words = lowest.values, other.values, []
    if "KIN" in lowest.free and math.cos(math.radians(a["KIN"])) * math.cos(math.radians(b["KIN"])) < 0.0:
        words.append("KIN reflected")
    if "KOM" in lowest.free and differences_in_sigma(lowest, other)["KOM"] > SAME_SIGMA:
        theta, kom = motion_angle(lowest), b["KOM"]
        known = {"KOM + 180 deg": a["KOM"] + 180.0}
        if theta is not None:
            known["KOM reflected"] = 2.0 * theta - a["KOM"]
            known["KOM reflected + 180 deg"] = 2.0 * theta - a["KOM"] + 180.0
        off = {text: abs(math.remainder(kom - angle, 360.0)) for text, angle in known.items()}
        nearest = min(off, key=lambda text: off[text])
        change = math.remainder(kom - a["KOM"], 360.0)
        near = off[nearest] < min(max(NEAR_DEG, lowest.errors["KOM"]), 0.5 * abs(change))
        words.append(nearest if near else f"KOM {change:+.0f} deg")
    return words


def _alias_in_words(lowest: TimingModel, other: TimingModel) -> list[str]:
    """The alias of the orbital period, in words."""
    old, new = orbital_frequency(lowest), orbital_frequency(other)
    if not old or abs(new - old) < NEAR_ALIAS:
        return []
    for name, period in SAMPLING_D.items():
        for mirror, turns in product((1, -1), (1, -1, 2, -2)):
            if abs(mirror * new - (old + turns / period)) < NEAR_ALIAS:
                number = "an orbit" if abs(turns) == 1 else f"{abs(turns)} orbits"
                sky = "" if mirror > 0 else ", the other way round"
                return [f"PB by {number} per {name} {'faster' if turns > 0 else 'slower'}{sky}"]
    return []


def _glitches_in_words(lowest: TimingModel, other: TimingModel) -> list[str]:
    """The turns by which epochs of glitches differ, in words."""
    words = []
    for name in (n for n in lowest.free if lowest.entries[n].param.name == "GLEP"):
        step = turn_d(lowest, name)
        turns = sub(other.entries[name].value, lowest.entries[name].value).hi / step if step else 0.0
        if abs(turns) > 0.5:
            words.append(f"{name} {abs(round(turns))} turn{'s' * (abs(round(turns)) > 1)} {_when(turns)}")
    return words


def _when(turns: float) -> str:
    return "later" if turns > 0.0 else "earlier"


def _periastron_in_words(lowest: TimingModel, other: TimingModel) -> str:
    """The angle between the periastra of orbits of small eccentricity, in words."""
    if "OM" not in lowest.free or "T0" not in lowest.free or lowest.values.get("ECC", 1.0) > SMALL_ECC:
        return ""
    if differences_in_sigma(lowest, other)["OM"] < SAME_SIGMA:
        return ""
    change = math.remainder(other.values["OM"] - lowest.values["OM"], 360.0)
    return f"periastron {change:+.0f} deg along the orbit"
