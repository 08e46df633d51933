"""polyco.dat, as tempo and tempo2 write and read it.

The columns have the widths that tempo2 writes. Programs read words, so there must be a blank between them: a logarithm
of the rms below -9.999 is written as -9.999. tempo has one letter for the site, and ``D`` in exponents.
"""

import re
from datetime import timedelta
from os import PathLike

import numpy as np

from jug.core.arguments.kinds import expect, path_text
from jug.core.decimal_text import is_number, to_decimal
from jug.core.times import BadMJD, parse_mjd
from jug.core.written_times import MJD_ZERO
from jug.errors import InputError, Where
from jug.folding.polyco import Polyco, PolycoSegment
from jug.io.files import read_text, write_text

PER_LINE = 3
"""Number of coefficients on a line."""

LEAST_LOG_RMS = -9.999
"""Least log10 of the rms of the fit that the columns of the file hold."""

TOUCHING = re.compile(r"(\.\d{3})(-\d\d\.\d{3})$", re.ASCII)

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def polyco_text(polyco: Polyco, style: str = "tempo2") -> str:
    """Return the content of polyco.dat.

    Parameters
    ----------
    polyco : Polyco
    style : {"tempo2", "tempo"}

    Returns
    -------
    str

    Raises
    ------
    InputError
        tempo has no letter for the site.
    """
    if style not in ("tempo", "tempo2"):
        raise InputError(f"{style!r} is not a format of a polyco", hint="give tempo or tempo2")
    if style == "tempo" and len(polyco.site) != 1:
        raise InputError(
            f"tempo has no letter for the site {polyco.site}", hint="give --format tempo2 (in Python: style='tempo2')"
        )
    exponent = "D" if style == "tempo" else "e"
    return "".join(_segment_text(polyco, segment, exponent) for segment in polyco.segments)


def write_polyco(polyco: Polyco, path: str | PathLike[str], style: str = "tempo2") -> None:
    """Write polyco.dat.

    Parameters
    ----------
    polyco : Polyco
    path : path-like
    style : {"tempo2", "tempo"}

    Raises
    ------
    InputError
        tempo has no letter for the site; a file that cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.polyco(model, 53801.0, 53801.5, site="gbt")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_polyco(made, f"{folder}/polyco.dat")
    ...     found = jug.read_polyco(f"{folder}/polyco.dat")
    >>> found.phase(["53801.25"]).turn == made.phase(["53801.25"]).turn
    array([ True])
    """
    expect(polyco=(polyco, Polyco))
    write_text(path, polyco_text(polyco, style))


def read_polyco(path: str | PathLike[str]) -> Polyco:
    """Read polyco.dat.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    Polyco

    Raises
    ------
    InputError
        No such file; a line in another format.

    Examples
    --------
    >>> import jug, tempfile
    >>> made = jug.polyco(jug.load_model(jug.data.example("NGC6440E")[0]), 53801.0, 53801.5)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jug.write_polyco(made, f"{folder}/polyco.dat")
    ...     len(jug.read_polyco(f"{folder}/polyco.dat").segments)
    12
    """
    name = path_text(path)
    lines = read_text(path, "polyco", InputError).splitlines()
    at, heads, segments = 0, [], []
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        head, segment, at = _read_segment(lines, at, name)
        heads.append(head)
        segments.append(segment)
    if len(set(heads)) > 1:
        raise InputError("this polyco is of several pulsars, sites or frequencies", Where(name, 1), "split the file")
    psr, site, freq_mhz = heads[0]
    return Polyco(psr, site, freq_mhz, tuple(segments))


def is_polyco(path: str | PathLike[str]) -> bool:
    """Whether a file looks like polyco.dat: a line of seven words, the fourth an MJD, then one of six or eight.

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
    lines = read_text(path, "par file or polyco", InputError).splitlines()[:2]
    words = [_words(line) for line in lines]
    if len(words) < 2 or len(words[0]) != 7 or len(words[1]) not in (6, 8):
        return False
    return is_number(words[0][3]) and is_number(words[1][0])


def _words(line: str) -> list[str]:
    """The words of a line; tempo2 leaves no blank between the Doppler shift and a logarithm of the rms below -10."""
    return TOUCHING.sub(r"\1 \2", line.rstrip()).split()


def _segment_text(polyco: Polyco, segment: PolycoSegment, exponent: str) -> str:
    """The lines of a segment; `exponent` is the letter before exponents."""
    mid = segment.mid
    day = MJD_ZERO + timedelta(days=int(mid.day))
    when = f"{day.day:2d}-{MONTHS[day.month - 1]}-{day.year % 100:02d}"
    seconds = int(float(mid.sec.hi) + 0.005)
    utc = 10000.0 * (seconds // 3600) + 100.0 * (seconds // 60 % 60) + seconds % 60
    orbit = "" if segment.orbit is None else f"{segment.orbit[0]:7.4f}{segment.orbit[1]:9.4f}"
    phase = f"{segment.turn + segment.fraction:20.6f}"
    first = f"{polyco.psr:<10.10s} {when:>9s}{utc:11.2f}{segment.middle:>20s}{segment.dm:21.6f} "
    second = f"{phase:>20s}{segment.f0:18.12f}{polyco.site:>5s}{segment.span_min:5d}{len(segment.coefficients):5d}"
    lines = [
        f"{first}{segment.doppler * 1e4:6.3f}{max(segment.log_rms, LEAST_LOG_RMS):7.3f}",
        f"{second}{polyco.freq_mhz:10.3f}{orbit:>16s}",
    ]
    words = [f"{one:25.17e}".replace("e", exponent) for one in segment.coefficients]
    lines += ["".join(words[i : i + PER_LINE]) for i in range(0, len(words), PER_LINE)]
    return "\n".join(lines) + "\n"


def _read_segment(lines: list[str], at: int, name: str) -> tuple[tuple[str, str, float], PolycoSegment, int]:
    """Pulsar, site and frequency, which are common to all segments; the segment; and the index of the line after it."""
    line = at
    try:
        psr, _, _, middle, dm, doppler, log_rms = _words(lines[at])
        parse_mjd(middle)
        line = at + 1
        phase, f0, site, span, count, freq, *orbit = lines[at + 1].split()
        exact, n = to_decimal(phase), int(count)
        if not 1 <= n <= 100 or not 1 <= int(span) <= 1440:
            raise ValueError("an impossible length or number of coefficients")
        coefficients: list[float] = []
        while len(coefficients) < n:
            line += 1
            coefficients += [float(to_decimal(word)) for word in lines[line].split()]
        if len(coefficients) != n:
            raise ValueError(f"{len(coefficients)} coefficients, not {n}")
        whole = int(exact.to_integral_value(rounding="ROUND_FLOOR"))
        pair = (float(orbit[0]), float(orbit[1])) if len(orbit) == 2 else None
        figures = float(to_decimal(f0)), int(span), float(dm), float(doppler) * 1e-4, float(log_rms)
        segment = PolycoSegment(middle, whole, exact - whole, np.array(coefficients), *figures, pair)
        return (psr, site, float(freq)), segment, line + 1
    except IndexError:
        raise InputError(
            "this polyco ends in the middle of a segment", Where(name, len(lines)), "make it again"
        ) from None
    except (ValueError, BadMJD) as reason:
        why = f"this line is not as in a polyco ({reason})"
        raise InputError(why, Where(name, line + 1), "jug polyco makes one") from None
