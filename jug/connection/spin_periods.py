"""Spin periods measured at several epochs: read from a file, and the par file with the orbit that they show."""

from dataclasses import replace
from os import PathLike, fspath
from typing import NamedTuple

import numpy as np

from jug.connection.orbit_search import CircularOrbit
from jug.core.array import Float, N
from jug.core.decimal_text import to_decimal
from jug.errors import InputError, Where
from jug.io.files import read_text
from jug.io.par import ParFile, parse_line

LEAST_PERIODS = 6
"""Least number of epochs: an orbit and F0 are four parameters."""

MOST_MJD, MOST_S = 1e6, 1e9
"""Bounds of dates, periods and their uncertainties; the shortest period is ``1 / MOST_S``."""

SPIN_KEYWORDS = ("F0", "F", "P0", "P")


class SpinPeriods(NamedTuple):
    """Spin frequencies at the barycentre: MJD, Hz, and uncertainty in Hz, (n,) each."""

    mjd: Float[N]
    freq_hz: Float[N]
    error_hz: Float[N]


def read_periods(path: str | PathLike[str]) -> SpinPeriods:
    """Read lines of MJD, spin period (s) and its uncertainty (s), as found at the barycentre; # begins a comment.

    Parameters
    ----------
    path : path

    Returns
    -------
    SpinPeriods

    Raises
    ------
    InputError
        A line of another form, or too few lines.
    """
    name, rows, number = fspath(path), [], 0
    for number, text in enumerate(read_text(path, "file of spin periods", InputError).splitlines(), 1):
        words = text.partition("#")[0].split()
        if not words:
            continue
        try:
            mjd, period, error = (float(to_decimal(word)) for word in words[:3])
            if not (abs(mjd) < MOST_MJD and 1.0 / MOST_S < period < MOST_S and 0.0 < error < MOST_S):
                raise ValueError
        except ValueError:
            hint = "a line has MJD, period and uncertainty in s"
            raise InputError("no spin period", Where(name, number, text), hint) from None
        rows.append((mjd, 1.0 / period, error / period**2))
    if len(rows) < LEAST_PERIODS:
        raise InputError(
            f"{len(rows)} spin periods cannot show an orbit",
            Where(name, number),
            f"at least {LEAST_PERIODS} are needed",
        )
    return SpinPeriods(*np.array(rows).T)


def with_orbit(par: ParFile, orbit: CircularOrbit, factor: float) -> ParFile:
    """Put an orbit into a par file as BINARY ELL1, its parameters and F0 free, their uncertainties as priors.

    Parameters
    ----------
    par : ParFile
    orbit : CircularOrbit
    factor : float
        By which the uncertainties are multiplied.

    Returns
    -------
    ParFile

    Raises
    ------
    InputError
        The par file has an orbit.
    """
    if old := par.find("BINARY"):
        raise InputError("the par file has an orbit already", par.where(old[0]), "take its lines out, or the periods")
    lines = [f"{name} {value!r} 1 {orbit.errors[name] * factor:.6g}" for name, value in orbit.values.items()]
    lines += ["BINARY ELL1", "EPS1 0", "EPS2 0"]
    first = max(line.number for line in par.lines) + 1
    kept = tuple(line for line in par.lines if line.key not in SPIN_KEYWORDS)
    return replace(par, lines=(*kept, *(parse_line(first + k, text) for k, text in enumerate(lines))))
