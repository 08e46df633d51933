"""Measured dispersion measures of simulated TOAs."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.simulation.argument_ranges import check_lengths
from jug.core.array import Float, Toa
from jug.io.tim.flag_column import encode
from jug.io.tim.raw_toas import RawTOAs
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.evaluate import dm_residuals
from jug.model.evaluation.wideband import DM_FLAG, ERROR_FLAG, measured_dms
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def with_model_dms(model: TimingModel, toas: TOAs) -> TOAs:
    """Set the measured DMs of wideband TOAs to the model's DMs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    TOAs
    """
    data = measured_dms(model, toas)
    if data is None:
        return toas
    anchor = make_anchor(model, toas)
    dm = data.dm - dm_residuals(np, model.components, anchor.reference.p0, anchor.state)
    return replace(toas, raw=with_dms(toas.raw, dm))


def with_dm_errors(raw: RawTOAs, error: ArrayLike | None) -> RawTOAs:
    """Add measured DMs of zero to TOAs.

    Parameters
    ----------
    raw : RawTOAs
    error : float or (n,) array, or None
        Uncertainties of the DMs, pc cm^-3; None changes nothing.

    Returns
    -------
    RawTOAs

    Raises
    ------
    InputError
        There is neither one uncertainty nor one for each TOA.
    """
    if error is None:
        return raw
    check_lengths(len(raw), {"dm_error": error})
    return with_dms(raw, np.zeros(len(raw)), np.broadcast_to(np.asarray(error, dtype=np.float64), len(raw)))


def with_dms(raw: RawTOAs, dm: Float[Toa], error: Float[Toa] | None = None) -> RawTOAs:
    """Add measured DMs to TOAs as flags.

    Parameters
    ----------
    raw : RawTOAs
    dm : (n,) array
        pc cm^-3.
    error : (n,) array, optional
        Uncertainties, pc cm^-3; when absent, the TOAs' flags of uncertainty are kept.

    Returns
    -------
    RawTOAs
    """
    flags = {**raw.flags, DM_FLAG: encode([repr(value) for value in dm.tolist()])}
    if error is not None:
        flags[ERROR_FLAG] = encode([repr(value) for value in error.tolist()])
    return replace(raw, flags=flags)
