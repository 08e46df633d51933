"""Wideband data: a measured dispersion measure with each TOA, as further data of the same fit.

The fit of a frequency-resolved template to the whole band gives a time and a DM (Pennucci, Demorest & Ransom 2014, ApJ
790, 93). The tim file has the DM as the flag ``-pp_dm`` and its uncertainty as ``-pp_dme``, in pc cm^-3. The data of n
TOAs are then 2 n rows of one least-squares problem: phase residuals, and measured less model DM (Alam et al. 2021, ApJS
252, 5, section 4).

As in PINT 1.1.8 the flags decide: data are wideband where every TOA has -pp_dm, whatever DMDATA says (tempo asks for
DMDATA 1). `jug.model.timing_model.TimingModel.with_wideband` overrides that.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Toa
from jug.core.decimal_text import nearest_floats
from jug.errors import TimError
from jug.io.codecs import YES, plain_word
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

DM_FLAG, ERROR_FLAG = "pp_dm", "pp_dme"
# pc cm^-3. Weights are 1/error^2: beside a smaller error all other weights round to zero; a larger one has no weight.
LEAST_ERROR, GREATEST_ERROR = 1e-12, 1e100

NO = ("0", "N", "NO", "F", "FALSE")


class MeasuredDms(NamedTuple):
    """Measured dispersion measures as in the tim file.

    Parameters
    ----------
    dm, error : (n,) arrays
        The DMs and their uncertainties, pc cm^-3.
    """

    dm: Float[Toa]
    error: Float[Toa]


def measured_dms(model: TimingModel, toas: TOAs) -> MeasuredDms | None:
    """Return the measured DMs of wideband data.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    MeasuredDms or None
        None where the model does not fit DMs (`jug.model.settings.Settings.wideband`), or no TOA has one.

    Raises
    ------
    TimError
        Only some TOAs have a DM; a DM has no uncertainty, or one outside its bounds; a value is not a number.
    """
    choice, there = model.settings.wideband, has_value(toas, DM_FLAG)
    if choice is False or (choice is None and not there.any()):
        return None
    if not there.all():
        what = "has no -pp_dm, but others have" if there.any() else "has no -pp_dm, the DM of wideband data"
        hint = "give every TOA one, or fit the times alone: --narrowband (wideband=False)"
        raise TimError(f"this TOA {what}", toas.raw.where(int(np.argmin(there))), hint)
    have = has_value(toas, ERROR_FLAG)
    if not have.all():
        hint = "give the uncertainty of the DM, pc cm^-3, or fit the times alone: --narrowband (wideband=False)"
        raise TimError("this TOA has -pp_dm and no -pp_dme", toas.raw.where(int(np.argmin(have))), hint)
    dm, error = _flag_numbers(toas, DM_FLAG), _flag_numbers(toas, ERROR_FLAG)
    fine = (error > LEAST_ERROR) & (error < GREATEST_ERROR)
    if not fine.all():
        first = int(np.argmin(fine))
        why = (
            f"is below {LEAST_ERROR:g} or above {GREATEST_ERROR:g} pc cm^-3"
            if error[first] > 0.0
            else "is not positive"
        )
        raise TimError(f"-pp_dme {why}", toas.raw.where(first))
    return MeasuredDms(dm, error)


def wideband_note(model: TimingModel, toas: TOAs) -> str:
    """Return a note for the user where DMDATA and the flags of the TOAs differ.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    str
        Empty where they agree.
    """
    lines = model.par.find("DMDATA")
    word = plain_word(lines[0].args[0]) if lines and lines[0].args else ""
    asked = word.upper() in YES
    if word and word.upper() not in (*YES, *NO):
        return f"DMDATA (line {lines[0].number}) is {word}, neither 0 nor 1: the flags of the TOAs decide (-pp_dm)"
    if asked and not has_value(toas, DM_FLAG).any():
        return "DMDATA asks for a fit of measured DMs, but no TOA has one (-pp_dm): the times alone are fitted"
    if lines and not asked and model.settings.wideband is None and has_value(toas, DM_FLAG).all():
        return (
            f"DMDATA is {lines[0].args[0] if lines[0].args else 'empty'}, but every TOA has a measured DM (-pp_dm): "
            "they are fitted, as in PINT; --narrowband (wideband=False) takes the times alone"
        )
    return ""


def has_value(toas: TOAs, key: str) -> Bool[Toa]:
    """Find which TOAs have a flag with a value.

    Parameters
    ----------
    toas : TOAs
    key : str
        Name of the flag, without the hyphen.

    Returns
    -------
    (n,) bool array
    """
    column = toas.raw.flags.get(key)
    if column is None:
        return np.zeros(len(toas), dtype=bool)
    return np.array([bool(word) for word in (*column.values, "")])[column.codes]


def _flag_numbers(toas: TOAs, key: str) -> Float[Toa]:
    """The values of a flag that every TOA has, (n,).

    Raises
    ------
    TimError
        A value that is not a number.
    """
    column = toas.raw.flags[key]
    try:
        return np.array(nearest_floats(column.values))[column.codes]
    except ValueError:  # the word may be one that no TOA has
        found = np.zeros(len(column.values))
    for code in dict.fromkeys(column.codes.tolist()):
        try:
            [found[code]] = nearest_floats([column.values[code]])
        except ValueError as reason:
            where = toas.raw.where(int(np.argmax(column.codes == code)))
            raise TimError(f"-{key}: {reason}", where) from None
    return found[column.codes]
