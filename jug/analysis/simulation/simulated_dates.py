"""The times, frequencies and uncertainties of TOAs to be simulated."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.simulation.argument_ranges import (
    check_dates,
    check_errors,
    check_frequencies,
    check_lengths,
    check_toa_flags,
)
from jug.core.arguments.kinds import refuse_quantity
from jug.core.array import Float, Toa
from jug.core.doubledouble import double_double
from jug.core.times import Times
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.model.timing_model import TimingModel


def simulated_dates(
    model: TimingModel, mjd: ArrayLike | None, start: float | None, stop: float | None, n_toa: int
) -> Float[Toa]:
    """Return the MJDs given, or evenly spaced MJDs from start to stop.

    Parameters
    ----------
    model : TimingModel
    mjd, start, stop, n_toa
        As in `jug.simulate`.

    Returns
    -------
    (n,) array
        Dates, MJD.

    Raises
    ------
    InputError
        A time is not finite, too large, or a Quantity.
    """
    for what, value in (("mjd", mjd), ("start", start), ("stop", stop)):
        refuse_quantity(value, what, "days, as MJD")
    if mjd is not None:
        dates = np.atleast_1d(np.asarray(mjd, dtype=np.float64))
    else:
        epoch = model.entries["PEPOCH"].value.hi
        ends = epoch - 365.25 if start is None else start, epoch + 365.25 if stop is None else stop
        check_dates(np.array(ends))
        dates = np.linspace(*ends, n_toa)
    check_dates(dates)
    return dates


def simulated_raw(
    mjd: Float[Toa],
    freq_mhz: ArrayLike,
    error_us: ArrayLike,
    site: str | Sequence[str],
    flags: dict[str, str | Sequence[str]] | None,
) -> RawTOAs:
    """Make TOAs at dates, as if they had been read.

    Parameters
    ----------
    mjd : (n,) array
        Dates, MJD.
    freq_mhz, error_us, site, flags
        As in `jug.simulate`.

    Returns
    -------
    RawTOAs

    Raises
    ------
    InputError
        An uncertainty or a frequency is out of range or a Quantity, or an argument has neither one value nor one for
        each date; flags that a tim file cannot hold.
    """
    refuse_quantity(freq_mhz, "freq_mhz", "MHz")
    refuse_quantity(error_us, "error_us", "us")
    check_lengths(len(mjd), {"freq_mhz": freq_mhz, "error_us": error_us, "site": site})
    words = check_toa_flags(len(mjd), flags)
    check_errors(error_us)
    check_frequencies(freq_mhz)
    freq = np.asarray(freq_mhz, dtype=np.float64) * 1e6
    error = np.asarray(error_us, dtype=np.float64) / 1e6  # the nearest float64, as when read from a tim file
    freq = np.where(freq > 0.0, freq, np.inf)
    return make_toas(times_at_mjds(mjd), freq_hz=freq, error_s=error, site=site, flags=words, origin="<simulated>")


def times_at_mjds(mjd: Float[Toa]) -> Times:
    """Convert MJDs of double precision to times.

    Parameters
    ----------
    mjd : (n,) array
        Dates, MJD.

    Returns
    -------
    Times
        (n,)
    """
    day = np.floor(mjd)
    return Times(day.astype(np.int64), double_double((mjd - day) * 86400.0))
