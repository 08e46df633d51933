"""Checks of dates, frequencies, uncertainties and lengths of arguments."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from jug.core.arguments.kinds import describe_kind, one_text
from jug.core.array import Float, N
from jug.errors import InputError, KindError
from jug.io.tim.flags import is_flag
from jug.text.name_lists import toa_count

LARGEST_MJD = 1e6
"""Largest absolute value of an MJD: the years -880 and 4596."""

LARGEST_ERROR_US = 86400e6
"""Largest uncertainty of a TOA, us: one day."""

FLAGS_HINT = 'as in: flags={"fe": "L-wide"}, or a list with one word for each TOA'


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


def check_toa_flags(n_toa: int, flags: Mapping[str, str | Sequence[str]] | None) -> dict[str, str | list[str]]:
    """Return the flags of TOAs by name, without the dash; raise an error for those that a tim file cannot hold.

    Parameters
    ----------
    n_toa : int
    flags : mapping of str to a word or n of them, or None
        By name, with or without a dash.

    Returns
    -------
    dict of str to a word or n of them

    Raises
    ------
    InputError
        Flags are not a mapping, a name or a value is not one word, a name is there twice, or the values are neither
        one nor one for each TOA.
    """
    if flags is not None and not isinstance(flags, Mapping):
        raise KindError(f"flags is {describe_kind(flags)}, not a dict", hint=FLAGS_HINT)
    found: dict[str, str | list[str]] = {}
    for key, given in (flags or {}).items():
        name, what = one_text(key, "the name of a flag").lstrip("-"), f'flags["{key}"]'
        if not is_flag(f"-{name}") or len(name.split()) != 1:
            raise InputError(f"a tim file cannot hold the flag {key!r}", hint=FLAGS_HINT)
        if name in found:
            raise InputError(f"flags has {name!r} twice, with and without a dash", hint="give one of them")
        check_lengths(n_toa, {what: given})
        words = [given] if isinstance(given, str) else list(np.atleast_1d(np.asarray(given, dtype=object)))
        for word in set(words) if all(isinstance(one, str) for one in words) else words:
            if len(one_text(word, f"a value of {what}").split()) > 1:
                raise InputError(f"{what} has {word!r}, which is more than one word", hint=FLAGS_HINT)
        found[name] = given if isinstance(given, str) else words
    return found
