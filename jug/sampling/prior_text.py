"""Priors as text, for options of commands and TOML files: ``uniform(-20, -11)``."""

import re
from collections.abc import Callable

import numpy as np

from jug.errors import FitError, InputError
from jug.sampling.priors import ParameterPrior, cos_i, half_normal, log_uniform, normal, physical, uniform

_MADE_BY: dict[str, tuple[Callable[..., ParameterPrior], int]] = {
    "uniform": (uniform, 2),
    "normal": (normal, 2),
    "log_uniform": (log_uniform, 2),
    "half_normal": (half_normal, 1),
    "physical": (physical, 0),
    "cos_i": (cos_i, 0),
}
"""The function that makes each prior, and the number of its arguments."""

_CALL = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*")


def prior_of_text(text: str) -> ParameterPrior:
    """Read a prior.

    Parameters
    ----------
    text : str
        ``uniform(low, high)``, ``normal(mean, sigma)``, ``log_uniform(low, high)``, ``half_normal(sigma)``,
        ``physical()`` or ``cos_i()``, numbers in par units.

    Returns
    -------
    ParameterPrior

    Raises
    ------
    InputError
        The text is not a prior.
    """
    found = _CALL.fullmatch(text)
    if found is None or found[1] not in _MADE_BY:
        raise InputError(f"{text!r} is not a prior", hint=f"as uniform(-20, -11); there are {', '.join(_MADE_BY)}")
    make, count = _MADE_BY[found[1]]
    try:
        numbers = [float(word) for word in found[2].split(",")] if found[2].strip() else []
    except ValueError:
        raise InputError(f"{text!r} is not a prior: its arguments are numbers", hint="as uniform(-20, -11)") from None
    if len(numbers) != count or not np.all(np.isfinite(numbers)):
        raise InputError(f"{text!r} is not a prior: {found[1]} takes {count} finite numbers")
    try:
        return make(*numbers)
    except FitError as reason:
        raise InputError(f"{text!r} is not a prior: {reason}") from None


def prior_text(prior: ParameterPrior) -> str:
    """Write a prior as `prior_of_text` reads it.

    Parameters
    ----------
    prior : ParameterPrior

    Returns
    -------
    str
    """
    if prior.improper:
        return "physical()"
    if prior.coordinate == "cos_i":
        return "cos_i()"
    if np.isfinite(prior.sigma):
        half = prior.low == 0.0 and prior.mean == 0.0
        return f"half_normal({prior.sigma!r})" if half else f"normal({prior.mean!r}, {prior.sigma!r})"
    if prior.coordinate == "log10":
        return f"log_uniform({10.0**prior.low:.12g}, {10.0**prior.high:.12g})"
    return f"uniform({prior.low!r}, {prior.high!r})"
