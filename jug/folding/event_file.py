"""Files of photon events (FITS, OGIP 93-003), converted to the barycentre; with astropy, which is imported here.

The columns TIME of the events, START and STOP of the good time intervals, and the keywords TSTART and TSTOP become TDB
at the barycentre, in seconds since the same reference time. TIMESYS and TIMEREF are set accordingly.
"""

import io
import re
import warnings
from collections.abc import Callable
from os import PathLike, fspath
from typing import Any

import numpy as np

from jug.core.array import Float, N
from jug.core.times import Times
from jug.data import open_files
from jug.errors import ClockWarning, InputError, Where
from jug.folding.mission_times import at_seconds, since_reference, utc_from_tt
from jug.io.files import read_bytes
from jug.obs.files import Files
from jug.obs.sites import find_site

TIME_COLUMNS = {"EVENTS": ("TIME",), "GTI": ("START", "STOP"), "STDGTI": ("START", "STOP")}
"""Columns of times by the name of an extension; an extension with a column TIME counts as EVENTS."""

MOST_REFERENCE_MJD = 1e6
"""Largest absolute value of MJDREF, and of a time of the header, d."""

MOST_SECONDS = 1e11
"""Largest time since the reference that is accepted, s: 3,000 years."""

FITS_ERRORS = (OSError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What astropy raises for damaged headers, besides its own errors; AttributeError for an extension of zeros."""

SIZE_CARD = re.compile(rb"(?:BITPIX|NAXIS\d{0,3}|PCOUNT|GCOUNT|THEAP|TFIELDS) *=")
"""The beginning of a card by which astropy computes sizes."""

SIZE_TEXT = re.compile(rb" *[-+]?\d{1,18} *")
MOST_COUNTED = 999
"""Largest number of axes, and of columns, in FITS; astropy would count up to any number."""

CARD_BYTES = 80
"""Bytes of a card of a FITS header."""

TIME_KEYWORDS = ("TSTART", "TSTOP")
BARYCENTRIC = ("SOLARSYSTEM", "BARYCENTER", "BARYCENTRE")
SPACECRAFT_HINT = (
    "correct them to the geocentre with the mission's own tool (gtbary tcorrect=GEO, barycorr), or give --site for a "
    "telescope on the ground (in Python: site='gbt')"
)


def is_fits(path: str | PathLike[str]) -> bool:
    """Whether a file is FITS.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    bool

    Raises
    ------
    InputError
        No such file.
    """
    return read_bytes(path, "list of times", InputError).startswith(b"SIMPLE  =")


def barycentred_events(
    path: str | PathLike[str],
    convert: Callable[[Times, str], Times],
    *,
    site: str | None,
    ephem: str,
    files: Files | None = None,
) -> tuple[bytes, int]:
    """Convert the times of an event file to the barycentre.

    Parameters
    ----------
    path : path-like
    convert : callable
        From UTC at a site to TDB at the barycentre.
    site : str or None
        Where the times were taken; from the header when None.
    ephem : str
        For the header.
    files : Files, optional
        With the leap seconds, by default `jug.data.open_files`.

    Returns
    -------
    content : bytes
        The new file.
    n_events : int

    Raises
    ------
    InputError
        A file other than FITS with events; times that are barycentric already, or of a moving spacecraft.
    """
    from astropy.io.fits import VerifyError
    from astropy.utils.exceptions import AstropyWarning

    name = fspath(path)
    content = read_bytes(path, "event file", InputError)
    _check_sizes(content, name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", AstropyWarning)  # odd cards of a header, which many missions have
            warnings.filterwarnings("error", ".*(truncated|multiple of 2880)", AstropyWarning)
            return _converted_file(content, convert, site, ephem, open_files() if files is None else files, name)
    except (*FITS_ERRORS, VerifyError, AstropyWarning) as reason:
        why = str(reason).splitlines()[0] if str(reason) else type(reason).__name__
        raise InputError(f"this FITS file cannot be read ({why})", Where(name), "check that it is whole") from None


def _check_sizes(content: bytes, name: str) -> None:
    """Refuse sizes beyond that of the file, up to which astropy would count, repeat a text, or fill an array."""
    for found in SIZE_CARD.finditer(content):
        if found.start() % CARD_BYTES:
            continue
        keyword = found[0].rstrip(b" =").decode()
        value = content[found.end() : found.start() + CARD_BYTES].partition(b"/")[0]
        most = MOST_COUNTED if keyword in ("NAXIS", "TFIELDS") else len(content)
        if not SIZE_TEXT.fullmatch(value) or abs(int(value)) > most:
            why = f"{keyword} is {value.decode(errors='replace').strip()[:25]}"
            raise InputError(f"this FITS file cannot be read ({why})", Where(name), "check that it is whole")


def _converted_file(
    content: bytes, convert: Callable[[Times, str], Times], site: str | None, ephem: str, files: Files, name: str
) -> tuple[bytes, int]:
    """The content of the new file, and the number of events."""
    from astropy.io import fits

    with fits.open(io.BytesIO(content), lazy_load_hdus=False) as units:
        found = [unit for unit in units if "TIME" in _column_names(unit)]
        if not found:
            raise InputError("this FITS file has no table with a column TIME", Where(name), "give an event file")
        place = _site_of_times(found[0].header, site, files, name)
        for unit in units:
            _convert_extension(unit, place, convert, ephem, files, name)
        out = io.BytesIO()
        units.writeto(out, output_verify="fix")
        return out.getvalue(), len(found[0].data)


def _column_names(unit: Any) -> tuple[str, ...]:
    """Names of the columns of an extension, in capitals; empty for one that is not a table."""
    return tuple(name.upper() for name in unit.columns.names) if hasattr(unit, "columns") and unit.columns else ()


def _site_of_times(header: Any, asked: str | None, files: Files, name: str) -> str:
    """The site of the times of a header. A site that the user gives applies to times that the header calls local."""
    reference = str(header.get("TIMEREF", "LOCAL")).strip().upper()
    if reference in BARYCENTRIC:
        raise InputError("the times of this file are barycentric already (TIMEREF)", Where(name), "use it as it is")
    if reference.startswith("GEOCENT"):
        if asked is not None and find_site(asked, files=files).special != "geocenter":
            why = f"the times of this file are of the geocentre (TIMEREF), not of the site {asked}"
            raise InputError(why, Where(name), "leave --site out (in Python: site=None)")
        return "geocenter"
    if asked is not None:
        return asked
    telescope = str(header.get("TELESCOP", "unknown")).strip()
    why = f"these are times of a moving spacecraft ({telescope}, TIMEREF {reference}), whose orbit jug does not read"
    raise InputError(why, Where(name), SPACECRAFT_HINT)


def _convert_extension(
    unit: Any, site: str, convert: Callable[[Times, str], Times], ephem: str, files: Files, name: str
) -> None:
    """Replace the times of one extension."""
    header, columns = unit.header, _column_names(unit)
    kind = "EVENTS" if "TIME" in columns else str(header.get("EXTNAME", "")).strip().upper()
    own = [column for column in TIME_COLUMNS.get(kind, ()) if column in columns]
    keywords = [key for key in TIME_KEYWORDS if key in header]
    if not own and not (keywords and ("MJDREF" in header or "MJDREFI" in header)):
        return
    for column in own:
        if (stored := str(unit.columns[column].format).lstrip("1")) != "D":
            why = f"the column {column} is of the format {stored}, which does not hold times at the barycentre"
            raise InputError(why, Where(name), "store it in double precision (D)")
    with warnings.catch_warnings():
        if kind != "EVENTS":  # one warning for the events is enough
            warnings.simplefilter("ignore", ClockWarning)
        for column in own:
            seconds = np.asarray(unit.data[column], dtype=np.float64)
            unit.data[column] = _barycentric_seconds(seconds, header, site, convert, files, name)
        warnings.simplefilter("ignore", ClockWarning)
        for key in keywords:
            header[key] = float(
                _barycentric_seconds(np.array([float(header[key])]), header, site, convert, files, name)[0]
            )
    header["TIMESYS"], header["TIMEREF"] = "TDB", "SOLARSYSTEM"
    header["PLEPHEM"] = f"JPL-{ephem}"


def _barycentric_seconds(
    seconds: Float[N], header: Any, site: str, convert: Callable[[Times, str], Times], files: Files, name: str
) -> Float[N]:
    """Times of a column, s since the reference, at the barycentre."""
    day, sec = _reference_time(header, name)
    zero = float(header.get("TIMEZERO", 0.0))
    scale = 86400.0 if str(header.get("TIMEUNIT", "s")).strip().lower().startswith("d") else 1.0
    system = str(header.get("TIMESYS", "TT")).strip().upper()
    if system not in ("TT", "UTC"):
        raise InputError(f"the times are in {system}, not TT or UTC", Where(name), "correct TIMESYS")
    absolute = (seconds + zero) * scale
    if not np.all(np.abs(absolute) < MOST_SECONDS):
        raise InputError("a time of the file is not finite, or too large", Where(name), "check that it is whole")
    times = at_seconds(absolute, day, sec)
    utc = utc_from_tt(times, files) if system == "TT" else times
    return since_reference(convert(utc, site), day, sec) / scale - zero


def _reference_time(header: Any, name: str) -> tuple[int, float]:
    """The reference time of a header: MJD, and seconds of that day."""
    if "MJDREFI" in header:
        whole, part = int(header["MJDREFI"]), float(header.get("MJDREFF", 0.0))
        if not (abs(whole) < MOST_REFERENCE_MJD and abs(part) < MOST_REFERENCE_MJD):
            raise InputError(f"MJDREFI is {whole}, MJDREFF {part:g}", Where(name), "correct them")
        return whole, part * 86400.0
    if "MJDREF" not in header:
        raise InputError("the header has no MJDREF or MJDREFI: its times have no zero", Where(name), "add MJDREFI")
    value = float(header["MJDREF"])
    if not abs(value) < MOST_REFERENCE_MJD:
        raise InputError(f"MJDREF is {value:g}", Where(name), "correct it")
    return int(value), (value - int(value)) * 86400.0
