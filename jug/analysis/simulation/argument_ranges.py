"""Checks of dates, frequencies, uncertainties and lengths of arguments."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from jug.core.array import Float, N
from jug.errors import InputError
from jug.text.name_lists import toa_count

LARGEST_MJD = 1e6
"""Largest absolute value of an MJD: the years -880 and 4596."""

LARGEST_ERROR_US = 86400e6
"""Largest uncertainty of a TOA, us: one day."""


def check_dates(mjd: Float[N]) -> None:
    """Raise an error for times that cannot be MJDs.

    Parameters
    ----------
    mjd : (n,) array
        Dates, d.

    Raises
    ------
    InputError
        A date is not within +-`LARGEST_MJD`; the first is named.
    """
    bad = mjd[~(np.abs(mjd) <= LARGEST_MJD)]
    if bad.size:
        what = "an MJD" if np.isfinite(bad[0]) else "finite"
        raise InputError(f"the time {bad[0]:.15g} is not {what}", hint=f"times are MJDs within +-{LARGEST_MJD:.15g}")


def check_errors(error_us: ArrayLike) -> None:
    """Raise an error for impossible uncertainties.

    Parameters
    ----------
    error_us : number or array
        Uncertainties, us.

    Raises
    ------
    InputError
        An uncertainty is not between 0 and `LARGEST_ERROR_US`; the first is named.
    """
    errors = np.atleast_1d(np.asarray(error_us, dtype=np.float64))
    bad = errors[~((errors >= 0.0) & (errors <= LARGEST_ERROR_US))]
    if bad.size:
        hint = f"an uncertainty is from 0 to {LARGEST_ERROR_US:.15g} us (1 day)"
        raise InputError(f"error_us is {bad[0]:.15g}", hint=hint)


def check_frequencies(freq_mhz: ArrayLike) -> None:
    """Raise an error for impossible frequencies.

    Parameters
    ----------
    freq_mhz : number or array
        Frequencies, MHz; 0 is infinite frequency, as in tim files.

    Raises
    ------
    InputError
        A frequency is negative or NaN; the first is named.
    """
    values = np.atleast_1d(np.asarray(freq_mhz, dtype=np.float64))
    bad = values[~(values >= 0.0)]
    if bad.size:
        raise InputError(f"a frequency of {bad[0]:g} MHz", hint="it is positive, or 0 for infinite frequency")


def check_lengths(n_toa: int, given: Mapping[str, object]) -> None:
    """Raise an error for arguments that have neither one value nor one for each TOA.

    Parameters
    ----------
    n_toa : int
    given : mapping of str to a value or several
        The arguments, by name.

    Raises
    ------
    InputError
        An argument has another length; the first is named.
    """
    for name, value in given.items():
        shape = value.shape if isinstance(value, np.ndarray) else np.asarray(value, dtype=object).shape
        if shape not in ((), (n_toa,)):
            size = f"length {shape[0]} for {toa_count(n_toa)}" if len(shape) == 1 else f"shape {shape}"
            raise InputError(f"{name} has {size}", hint=f"give one value, or {n_toa}")
