"""Quantities that depend on parameters which the data do not determine, or on a weak parallax.

A distance is 1 / PX. If PX is only a few times its uncertainty, the linear propagation of uncertainties is wrong for
the distance, and for the age, where the slopes of the corrections for motion and Galaxy can cancel. So
`parallax_changes` evaluates a quantity over the whole range of one uncertainty of PX: with more than 68 per cent of all
parallaxes, the quantity changes by at most the largest change in this range.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from math import hypot, inf, isfinite, sqrt

import numpy as np

from jug.analysis.derived.spin_down import DerivedRule
from jug.conversion.error_propagation import NamedNumbers, Propagation, parameters_read_by
from jug.core.array import Float, K
from jug.errors import FitError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.text.name_lists import name_list
from jug.text.value_with_error import with_error

PARALLAX_SIGMAS = 3.0
"""Smallest PX, in its uncertainties, for a distance: with one uncertainty less the distance is half as far again."""

PARALLAX_STEPS = 20
"""Number of parallaxes on either side of PX, evenly to one uncertainty away."""

FARTHEST_KPC = 60.0
"""Smallest parallax of the range: no pulsar is known beyond the Small Magellanic Cloud."""

FAR_FROM_LINEAR = 1.5
"""Multiple of the linear uncertainty above which the range of the parallax gives the uncertainty."""

OF_DISTANCE = ("DISTANCE", "VELOCITY", "PDOT_SHKLOVSKII", "PDOT_GALAXY", "PBDOT_SHKLOVSKII", "PBDOT_GALAXY")
"""Quantities that are meaningless without a distance; in the others it only enters a correction."""

FROM_PDOT = ("AGE", "B_SURFACE", "EDOT")
"""Quantities that exist only if the intrinsic derivative of the period is above 0."""


def parallax_direction(uncertain: Propagation) -> Float[K] | None:
    """The mean changes of the parameters for a change of PX by its uncertainty, (k,); None if PX has none."""
    if "PX" not in uncertain.names:
        return None
    i = uncertain.names.index("PX")
    variance = float(uncertain.covariance[i, i])
    return uncertain.covariance[:, i] / sqrt(variance) if variance > 0.0 and isfinite(variance) else None


def parallax_changes(rules: Mapping[str, DerivedRule], at: NamedNumbers, uncertain: Propagation) -> dict[str, float]:
    """Compute the largest change of each quantity that depends on PX, within one uncertainty of PX on either side.

    Parameters
    ----------
    rules : mapping of str to DerivedRule
        The quantities by name.
    at : mapping of str to float
        The parameters.
    uncertain : Propagation
        Uncertainties; parameters that are correlated with PX change with it.

    Returns
    -------
    dict of str to float
        In the units of the quantities; infinite if the quantity does not exist in a part of the range, for example an
        age if the contribution of the motion exceeds the observed derivative. Empty if PX has no uncertainty.
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
    """The value of a quantity, infinite if it does not exist."""
    with suppress(ValueError, ArithmeticError, KeyError):
        return function(at)
    return inf


def weak_parallax(
    rules: Mapping[str, DerivedRule], at: NamedNumbers, uncertain: Propagation, changes: Mapping[str, float]
) -> dict[str, str]:
    """Describe each quantity that is undetermined because of a weak parallax, and what would help.

    Parameters
    ----------
    rules, at, uncertain
        As for `parallax_changes`.
    changes : mapping of str to float
        The result of `parallax_changes`.

    Returns
    -------
    dict of str to str
        A sentence by the quantity's name.
    """
    if not changes:
        return {}
    i = uncertain.names.index("PX")
    px, sigma = at["PX"], sqrt(uncertain.covariance[i, i])
    weak, px_text = px < PARALLAX_SIGMAS * sigma, f"PX of {with_error(px, sigma)} mas"
    out = {}
    for name in changes:
        start = f"{name} ({rules[name][1]}) is undetermined"
        if name == "DISTANCE" and weak:
            largest = px + 2.0 * sigma
            least = f" At 2 sigma the distance is above {1.0 / largest:.2g} kpc." if largest > 0.0 else ""
            help_ = "TOAs over more years would help, or PX with its uncertainty from elsewhere."
            out[name] = f"{start}: {px_text} is less than {PARALLAX_SIGMAS:g} of its uncertainties.{least} {help_}"
        elif name in OF_DISTANCE and weak:
            out[name] = f"{start}, as DISTANCE is."
        elif not isfinite(changes[name]) and name in FROM_PDOT:
            why = "is" if "PDOT_INTRINSIC" in out else "can be 0 within 1 sigma of PX"
            out[name] = f"{start}, as PDOT_INTRINSIC {why}."
        elif not isfinite(changes[name]):
            why = f"{px_text} leaves the corrections by motion and Galaxy open; without PX there are none."
            out[name] = f"{start}: {why}"
    return out


def uncertainty_of(slopes: Float[K], uncertain: Propagation, change: float) -> tuple[float | None, str]:
    """Compute the uncertainty of a quantity: the linear one, or that over the range of PX if it is far larger.

    Parameters
    ----------
    slopes : (k,) array
        Derivatives by each of the uncertain parameters.
    uncertain : Propagation
    change : float
        The largest change over one uncertainty of PX. The variation of the other parameters at a given PX is linear.

    Returns
    -------
    error : float or None
        None if none of the quantity's parameters has an uncertainty.
    remark : str
        Text to add to the description of the quantity.
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
    """Find the quantities that depend on undetermined parameters of a fit.

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
        By the quantity's name, a sentence on why it is undetermined; empty for a model without a fit.
    """
    open_ones = undetermined_parameters(source)
    out = dict[str, str]()
    for name, (_, doc, _, function) in rules.items() if open_ones else ():
        if rests_on := tuple(key for key in open_ones if key in parameters_read_by((function,), at)):
            verb = "is" if len(rests_on) == 1 else "are"
            out[name] = f"{name} ({doc}) is undetermined, as {name_list(rests_on)} {verb}."
    return out


def undetermined_parameters(source: TimingModel | FitResult) -> tuple[str, ...]:
    """List the parameters whose uncertainties are meaningless according to the verdict on a fit, if there is one.

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
    except FitError:  # the result was changed, so there is no end of a fit to judge
        return ()
