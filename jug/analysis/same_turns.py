"""Fits with the pulse numbers of another fit, so that chi2 of the two can be compared.

A fit assigns the nearest pulse to each TOA. If residuals are near half a turn, a change of the model can change pulse
numbers. The change of chi2 then does not measure the change of the model.
"""

import warnings
from dataclasses import replace

import numpy as np

from jug.core.array import Int, Toa
from jug.errors import FitWarning
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.io.tim.flag_column import encode_numbers
from jug.io.tim.raw_toas import RawTOAs
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def fit_with_turns(model: TimingModel, toas: TOAs, number: Int[Toa], backend: str) -> FitResult:
    """Fit with given pulse numbers, without warnings, since the fit with which it is compared has given them.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        (n,)
    number : (n,) int array
        Pulse numbers of the fit with which it is compared; they are imposed if the nearest pulses are different.
    backend : {"auto", "numpy", "jax"}

    Returns
    -------
    FitResult
    """
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", FitWarning)
        if not np.ptp(make_anchor(model, toas).pulse_number - number):
            return fit(model, toas, backend=backend, robust="none", noise=False)
        tracked = replace(model, settings=replace(model.settings, track="-2"))
        numbered = replace(toas, raw=_set_pulse_numbers(toas.raw, number))
        result = fit(tracked, numbered, backend=backend, robust="none", noise=False)
    return replace(result, model=replace(result.model, settings=model.settings))


def _set_pulse_numbers(raw: RawTOAs, number: Int[Toa]) -> RawTOAs:
    """Set these pulse numbers; phases of the file are kept, since the residuals of the other fit include them too."""
    flags = {key: column for key, column in raw.flags.items() if key != "pnadd"}
    return replace(raw, flags={**flags, "pn": encode_numbers(number)})
