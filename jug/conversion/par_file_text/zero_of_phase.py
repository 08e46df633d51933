"""The lines of the TZR point, at which the phase is zero."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jug.core.decimal_text import format
from jug.core.doubledouble import DoubleDouble
from jug.core.times import to_days
from jug.model.editing.setting_lines import with_setting
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def zero_of_phase(toas: TOAs) -> Iterator[tuple[str, str]]:
    """Yield the lines of the TZR point that a model without TZRMJD has with these TOAs.

    Parameters
    ----------
    toas : TOAs
        Prepared for the model.

    Yields
    ------
    key, words : str
        No line where the TOAs were prepared without a TZR point.
    """
    if toas.tzr is not None:
        days = to_days(toas.tzr.raw.times)
        yield "TZRMJD", format(DoubleDouble(np.float64(days.hi[0]), np.float64(days.lo[0])))
        yield "TZRSITE", "@"
        yield "TZRFRQ", "0"


def with_zero_of_phase(model: TimingModel, toas: TOAs) -> TimingModel:
    """Add the lines of the TZR point to a par file without TZRMJD, so that its phases are those of these TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        Prepared for it.

    Returns
    -------
    TimingModel
        A copy for writing; the given model where it has a TZR point.
    """
    if model.settings.tzr_mjd is not None:
        return model
    par = model.par
    for key, words in zero_of_phase(toas):
        par = with_setting(par, key, words)
    return replace(model, par=par)
