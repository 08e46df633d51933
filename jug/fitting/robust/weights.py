"""Weights of a robust fit from its residuals: the white part of each, the scale, the loss.

The residual r of a datum is timing error, correlated noise and white noise. With the weights w of the last round, the
most probable white part is e = N_w C_w^-1 (r - offset), N_w = diag(sigma^2 / w), C_w = N_w + F Phi F^T. The next weight
is w(u) of the loss with u = e / (scale sigma). Correlated noise keeps its prior: a robust fit weighs white noise alone.

The scale is that of the residuals, not 1: where uncertainties are too small by a factor, a fixed limit in their units
would cut good TOAs. It is the median of |e| / (sigma sqrt(1 - h)) over 0.6745, which stays finite with up to one half
of bad data. h is the leverage, the share of a datum in its own prediction; data with more than ``MOST_LEVERAGE`` are
left out. TOAs and measured DMs have a scale each.
"""

from typing import NamedTuple

import numpy as np

from jug.core.arithmetic import median
from jug.core.array import Datum, Float
from jug.fitting.robust.loss import Loss
from jug.model.covariance.gaussian import weigh_residuals, whitener
from jug.model.covariance.plain_prior import make_plain_prior
from jug.model.evaluation.anchor import Reference

LEAST_WEIGHT = 1e-16
"""Smallest weight: an uncertainty 1e8 times as large."""

MOST_LEVERAGE = 0.9
"""Leverage above which a datum is left out of the scale: its residual is small whatever its error."""

LEAST_SCALE = 1e-2
"""Smallest scale: residuals a hundred times below their uncertainties cannot be right."""

NORMAL_MEDIAN = 0.6744897501960817
"""Median of |x| of a normal variable with a standard deviation of 1."""


class Weighing(NamedTuple):
    """The weights at the end of a robust fit.

    Parameters
    ----------
    loss : Loss
    weights : (rows,) array
        From 0 to 1, of the TOAs, then of the measured DMs of wideband data.
    size : (rows,) array
        White part of each residual in units of its uncertainty and of the scale.
    scale : (rows,) array
        Scale of the TOAs, and of the measured DMs.
    n_parameters : (rows,) array
        Degrees of freedom that timing, offset and correlated noise take from the TOAs, and from the measured DMs.
    """

    loss: Loss
    weights: Float[Datum]
    size: Float[Datum]
    scale: Float[Datum]
    n_parameters: Float[Datum]


def white_part(reference: Reference, residual: Float[Datum], weights: Float[Datum], offset: bool) -> Float[Datum]:
    """Find the most probable white part of residuals that have been fitted with these weights.

    Parameters
    ----------
    reference : Reference
        Uncertainties and correlated noise.
    residual : (rows,) array
        Turns, then pc cm^-3.
    weights : (rows,) array
        From 0 to 1, no unit.
    offset : bool
        Whether an overall offset is fitted.

    Returns
    -------
    (rows,) array
        In units of the uncertainties.
    """
    sigma2 = reference.sigma**2 / weights
    by = whitener(np, sigma2, make_plain_prior(reference.prior))
    weighed = weigh_residuals(np, by, residual)
    if offset:
        column = np.ones_like(residual) if reference.offset_mask is None else reference.offset_mask
        of_column = weigh_residuals(np, by, column)
        weighed = weighed - of_column * (column @ weighed) / (column @ of_column)
    return np.asarray(weighed * sigma2 / reference.sigma)


def kinds(reference: Reference) -> tuple[slice, ...]:
    """Return the rows of the TOAs, and those of the measured DMs where there are some.

    Parameters
    ----------
    reference : Reference

    Returns
    -------
    tuple of slice
    """
    n, rows = len(reference.rate), len(reference.sigma)
    return (slice(0, n),) if rows == n else (slice(0, n), slice(n, rows))


def scale_of(size: Float[Datum], leverage: Float[Datum], rows: tuple[slice, ...]) -> Float[Datum]:
    """Estimate the scale of the residuals of each kind from the median of their sizes.

    Parameters
    ----------
    size : (rows,) array
        White parts in units of the uncertainties.
    leverage : (rows,) array
        From 0 to 1, no unit.
    rows : tuple of slice
        As `kinds` gives them.

    Returns
    -------
    (rows,) array
        1 for a kind without a datum that determines the scale.
    """
    scale = np.ones_like(size)
    for kind in rows:
        seen = leverage[kind] < MOST_LEVERAGE
        if np.any(seen):
            free = np.abs(size[kind][seen]) / np.sqrt(1.0 - leverage[kind][seen])
            scale[kind] = max(median(free) / NORMAL_MEDIAN, LEAST_SCALE)
    return scale
