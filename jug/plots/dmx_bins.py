"""The bins of DMX for a picture: their ends, values and uncertainties."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Member
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel


class DmxBins(NamedTuple):
    """The bins of DMX of a model in the order of time, (k,) arrays.

    Parameters
    ----------
    start, end : (k,) arrays
        MJD.
    value, error : (k,) arrays
        pc cm^-3; the error is NaN for a bin without one.
    names : tuple of str
        The parameters.
    """

    start: Float[Member]
    end: Float[Member]
    value: Float[Member]
    error: Float[Member]
    names: tuple[str, ...]


def dmx_bins(model: TimingModel) -> DmxBins:
    """Collect the bins of DMX of a model.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    DmxBins

    Raises
    ------
    InputError
        The model has no bins of DMX.
    """
    rows = []
    for name, entry in model.entries.items():
        number = name.removeprefix("DMX_")
        if entry.param.name == "DMX" and f"DMXR1_{number}" in model.entries:
            start, end = (float(model.entries[f"DMXR{k}_{number}"].value.hi) for k in (1, 2))
            rows.append((start, end, float(entry.value.hi), entry.error or np.nan, name))
    if not rows:
        raise InputError("the model has no bins of DMX to draw", hint="jug edit PAR --add-dmx TIM makes them")
    rows.sort()
    start, end, value, error = np.array([row[:4] for row in rows], dtype=np.float64).T
    return DmxBins(start, end, value, error, tuple(row[4] for row in rows))


def error_about_mean(result: FitResult, bins: DmxBins) -> Float[Member]:
    """Compute the uncertainty of the value of each bin less the mean of all bins, from the covariance matrix.

    The uncertainty of an offset that all bins have in common does not enter. JUMP, FD and a fixed DM leave it large.

    Parameters
    ----------
    result : FitResult
        A fit in which every bin is free.
    bins : DmxBins

    Returns
    -------
    (k,) array
        pc cm^-3.
    """
    at = [result.names.index(name) for name in bins.names]
    covariance = result.covariance[np.ix_(at, at)]
    row = covariance.mean(axis=1)
    return np.asarray(np.sqrt(np.maximum(np.diag(covariance) - 2.0 * row + row.mean(), 0.0)))
