"""Times at the barycentre of the solar system, for a pulsar's position or any place on the sky.

A time at the barycentre is the TDB of an observation less every delay before that of the binary: Roemer, Shapiro,
parallax, and the dispersion where a frequency is given.
"""

from collections.abc import Sequence

from numpy.typing import ArrayLike

from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.core.arithmetic import without_numpy_warnings
from jug.core.times import Times
from jug.errors import InputError
from jug.exchange.pulsar_data import pulsar_data
from jug.fitting.result.fit_result import FitResult
from jug.folding.coverage import check_covered
from jug.folding.phase import read_times, toas_at_times
from jug.io.par import parse_lines
from jug.loading import load_model
from jug.model.timing_model import TimingModel
from jug.obs.files import Files

POSITION = "<position>"
"""What messages call the par file of a position."""


@without_numpy_warnings
def barycentric_times(
    source: TimingModel | FitResult,
    mjd: ArrayLike | Times | Sequence[str],
    *,
    site: str,
    freq_mhz: float = 0.0,
    files: Files | None = None,
) -> Times:
    """Convert times to the barycentre of the solar system.

    Parameters
    ----------
    source : TimingModel or FitResult
        With a position (`jug.sky_model` for a place on the sky).
    mjd : array-like, Times, or sequence of str
        Site UTC, MJD. A float64 holds 0.6 us; text holds all its digits.
    site : str
        Observatory, or ``geocenter``.
    freq_mhz : float
        Observing frequency, MHz; 0 is infinite.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    Times
        (n,) TDB at the barycentre, before the delay of a binary; `jug.core.times.to_mjd` makes MJDs of them.

    Raises
    ------
    InputError
        A model without a position; no time; an unknown site; a time outside the ephemeris.

    Examples
    --------
    >>> import jug
    >>> from jug.core.times import format_mjds
    >>> model = jug.sky_model("17:48:52.75", "-20:21:29.0", ephem="DE421")
    >>> [text[:15] for text in format_mjds(jug.barycentric_times(model, ["53801.5"], site="gbt"))]
    ['53801.499676267']
    """
    model = model_of(source)
    if not {"RAJ", "ELONG"} & model.entries.keys():
        raise InputError("the model has no position", hint="add RAJ and DECJ, or ELONG and ELAT")
    times = read_times(mjd)
    check_covered(model, times, site, files)
    return pulsar_data(model, toas_at_times(model, times, site, freq_mhz, files)).barycentric


def sky_model(ra: str, dec: str, *, ephem: str, dm: float = 0.0, clock: str = "TT(BIPM2019)") -> TimingModel:
    """Make the model of a place on the sky, to convert times to the barycentre.

    Parameters
    ----------
    ra, dec : str
        ICRS, as 17:48:52.75 (hours) and -20:21:29.0 (degrees).
    ephem : str
        As ``DE421``. Its file is opened when times are converted; a missing file then raises DataError.
    dm : float
        pc cm^-3.
    clock : str
        Realisation of TT.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        Text that is not a position.

    Examples
    --------
    >>> import jug
    >>> jug.sky_model("17:48:52.75", "-20:21:29.0", ephem="DE421").values["DECJ"] < -20.0
    True
    """
    expect(ra=(ra, str), dec=(dec, str), ephem=(ephem, str))
    lines = ["PSR position", f"RAJ {ra}", f"DECJ {dec}", "F0 1", "PEPOCH 55000", f"DM {dm!r}"]
    return load_model(parse_lines([*lines, f"EPHEM {ephem}", f"CLK {clock}", "UNITS TDB"], POSITION))
