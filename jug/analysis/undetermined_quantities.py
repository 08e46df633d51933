"""Quantities that depend on parameters which the data do not determine, or on a weak parallax.

A distance is 1 / PX. Where PX is a few times its uncertainty, neither that nor the age, whose corrections by the motion
and by the Galaxy can have slopes that cancel, follows the linear rule. `parallax_changes` takes the whole range of one
uncertainty of PX: more than 68 per cent of all parallaxes leave a quantity within the largest change in it.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from math import hypot, inf, isfinite, sqrt

import numpy as np

from jug.analysis.spin_down import DerivedRule
from jug.conversion.error_propagation import NamedNumbers, Propagation, parameters_read_by
from jug.core.array import Float, K
from jug.errors import FitError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.text.name_lists import name_list
from jug.text.value_with_error import with_error

PARALLAX_SIGMAS = 3.0
"""Least PX in its uncertainties that tells a distance: one uncertainty less is then half as far again."""

PARALLAX_STEPS = 20
"""Number of parallaxes on either side of PX, evenly to one uncertainty away."""

FARTHEST_KPC = 60.0
"""No pulsar is known beyond the Small Magellanic Cloud; of the range of a parallax less is left out."""

FAR_FROM_LINEAR = 1.5
"""Times the uncertainty of the linear rule from which on the range of the parallax gives the uncertainty."""

OF_DISTANCE = ("DISTANCE", "VELOCITY", "PDOT_SHKLOVSKII", "PDOT_GALAXY", "PBDOT_SHKLOVSKII", "PBDOT_GALAXY")
"""Quantities that say nothing without a distance; of the others it is a correction."""

FROM_PDOT = ("AGE", "B_SURFACE", "EDOT")
"""Quantities that exist where the intrinsic derivative of the period is above 0."""


def parallax_direction(uncertain: Propagation) -> Float[K] | None:
    """Give what one uncertainty of PX changes the parameters by on average, (k,); None where PX has none."""
    if "PX" not in uncertain.names:
        return None
    i = uncertain.names.index("PX")
    variance = float(uncertain.covariance[i, i])
    return uncertain.covariance[:, i] / sqrt(variance) if variance > 0.0 and isfinite(variance) else None


def parallax_changes(rules: Mapping[str, DerivedRule], at: NamedNumbers, uncertain: Propagation) -> dict[str, float]:
    """The largest change of each quantity that takes PX while PX runs over one uncertainty on either side.

    Parameters
    ----------
    rules : mapping of str to DerivedRule
        The quantities by name.
    at : mapping of str to float
        The parameters.
    uncertain : Propagation
        Parameters that are correlated with PX move with it.

    Returns
    -------
    dict of str to float
        In the units of the quantities; infinite where the quantity does not exist in a part of the range, as an age
        where the motion is more than the observed derivative. Empty where PX has no uncertainty.
    """
    along = parallax_direction(uncertain)
    if along is None:
        return {}
    per_sigma = {name: slope for name, slope in zip(uncertain.names, along.tolist(), strict=True) if name in at}
    least = min(at.get("PX", 0.0), 1.0 / FARTHEST_KPC)
    steps = (np.arange(-PARALLAX_STEPS, PARALLAX_STEPS + 1) / PARALLAX_STEPS).tolist()
    out = {}
    for name, (_, _, _, function) in rules.items():
        read = parameters_read_by((function,), at)
        if "PX" in read:
            moving = {key: per_sigma[key] for key in read if key in per_sigma}
            places = [{**read, **{k: read[k] + t * s for k, s in moving.items()}} for t in steps]
            values = [_value(function, {**place, "PX": max(place["PX"], least)}) for place in places]
            out[name] = max(abs(value - values[PARALLAX_STEPS]) if isfinite(value) else inf for value in values)
    return out


def _value(function: Callable[[NamedNumbers], float], at: NamedNumbers) -> float:
    """The value of a quantity, infinite where it does not exist."""
    with suppress(ValueError, ArithmeticError, KeyError):
        return function(at)
    return inf


def weak_parallax(
    rules: Mapping[str, DerivedRule], at: NamedNumbers, uncertain: Propagation, changes: Mapping[str, float]
) -> dict[str, str]:
    """Say of each quantity that a weak parallax leaves undetermined that it is, and what would help.

    Parameters
    ----------
    rules, at, uncertain
        As for `parallax_changes`.
    changes : mapping of str to float
        What that returns.

    Returns
    -------
    dict of str to str
        A sentence by the quantity's name.
    """
    if not changes:
        return {}
    i = uncertain.names.index("PX")
    px, sigma = at["PX"], sqrt(uncertain.covariance[i, i])
    weak, told = px < PARALLAX_SIGMAS * sigma, f"PX of {with_error(px, sigma)} mas"
    out = {}
    for name in changes:
        start = f"{name} ({rules[name][1]}) is undetermined"
        if name == "DISTANCE" and weak:
            largest = px + 2.0 * sigma
            least = f" At 2 sigma the distance is above {1.0 / largest:.2g} kpc." if largest > 0.0 else ""
            help_ = "TOAs over more years would help, or PX with its uncertainty from elsewhere."
            out[name] = f"{start}: {told} is less than {PARALLAX_SIGMAS:g} of its uncertainties.{least} {help_}"
        elif name in OF_DISTANCE and weak:
            out[name] = f"{start}, as DISTANCE is."
        elif not isfinite(changes[name]) and name in FROM_PDOT:
            why = "is" if "PDOT_INTRINSIC" in out else "can be 0 within 1 sigma of PX"
            out[name] = f"{start}, as PDOT_INTRINSIC {why}."
        elif not isfinite(changes[name]):
            out[name] = f"{start}: {told} leaves the corrections by motion and Galaxy open; without PX there are none."
    return out


def uncertainty_of(slopes: Float[K], uncertain: Propagation, change: float) -> tuple[float | None, str]:
    """The uncertainty of a quantity: the linear rule's, or that of the range of PX where this is far larger.

    Parameters
    ----------
    slopes : (k,) array
        By each of the uncertain parameters.
    uncertain : Propagation
    change : float
        The largest change over one uncertainty of PX. The rest, what the parameters vary by at a given PX, is linear.

    Returns
    -------
    error : float or None
        None where no parameter that the quantity follows from has an uncertainty.
    told : str
        What to add to the description of the quantity.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        variance = float(slopes @ uncertain.covariance @ slopes)
    if not (isfinite(variance) and variance > 0.0):
        return None, ""
    along = parallax_direction(uncertain)
    rest = variance if along is None else max(variance - float(slopes @ along) ** 2, 0.0)
    if (wide := hypot(sqrt(rest), change)) > FAR_FROM_LINEAR * sqrt(variance):
        return wide, ", uncertainty over 1 sigma of PX"
    return sqrt(variance), ""


def undetermined_quantities(
    source: TimingModel | FitResult, rules: Mapping[str, DerivedRule], at: NamedNumbers
) -> dict[str, str]:
    """Find the quantities that rest on undetermined parameters of a fit.

    Parameters
    ----------
    source : TimingModel or FitResult
    rules : mapping of str to DerivedRule
        The quantities by name.
    at : mapping of str to float
        The parameters.

    Returns
    -------
    dict of str to str
        By the quantity's name a sentence that says why it is undetermined; empty for a model without a fit.
    """
    open_ones = undetermined_parameters(source)
    out = dict[str, str]()
    for name, (_, doc, _, function) in rules.items() if open_ones else ():
        if rests_on := tuple(key for key in open_ones if key in parameters_read_by((function,), at)):
            verb = "is" if len(rests_on) == 1 else "are"
            out[name] = f"{name} ({doc}) is undetermined, as {name_list(rests_on)} {verb}."
    return out


def undetermined_parameters(source: TimingModel | FitResult) -> tuple[str, ...]:
    """The parameters whose uncertainties mean nothing by the verdict on a fit; none without a verdict.

    Parameters
    ----------
    source : TimingModel or FitResult

    Returns
    -------
    tuple of str
    """
    if not isinstance(source, FitResult):
        return ()
    try:
        return source.verdict.undetermined
    except FitError:  # the result was changed, and has no end of a fit to judge
        return ()
