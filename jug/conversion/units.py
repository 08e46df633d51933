"""Par files from TCB to TDB and back.

TDB = TCB - L_B (TCB - T0) + TDB0 (IAU 2006, resolution B3), T0 = MJD 43144.0003725, TDB0 = -65.5 us. With K the rate
of TCB against TDB, an epoch is moved, t_TDB = T0 + (t_TCB - T0) / K + TDB0, and every other value v of time power n
(`jug.model.declare.Param.time_power`: F0 -1, a delay 1) is v_TDB = v_TCB K^-n. Lengths and GM scale as time, and
so do observing frequencies as its inverse; what is not scaled along is the constant of the solar Shapiro delay and
the au of the solar wind (below 0.01 ns). Logarithms of amplitudes and widths stay too (noise, CHROMGAUSS: 1.6e-8 of the
amplitude), and dates in UTC.

PINT 1.1.8 leaves TDB0 out, in the epochs only, so that its phases come out 65.5 us off; tempo2 has it.
"""

import warnings
from dataclasses import replace
from fractions import Fraction

from jug.conversion.par_lines import rows
from jug.core.doubledouble import DoubleDouble, add, from_fraction, mul, sub, to_fraction
from jug.errors import InputWarning, ParError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine, parse_line, parse_lines
from jug.model.parameters import Entry
from jug.model.reading.build import build

RATE = 1 + Fraction("1.55051979176e-8")
"""K, the rate of TCB against TDB: 1 / (1 - L_B) (Irwin & Fukushima 1999; as in tempo2 and PINT)."""

ORIGIN = Fraction("43144.0003725")
"""T0, MJD (1977-01-01T00:00:32.184 TT)."""

OFFSET_DAYS = Fraction("-65.5e-6") / 86400
"""TDB0 in days."""

UNITS = ("TDB", "TCB")

FROM_TCB = "UNITS TCB of the par file, converted to TDB"
"""What a model's settings say of it."""

SITE_TIMES = frozenset(("DMXR1", "DMXR2", "CMXR1", "CMXR2", "SWXR1", "SWXR2", "DMOFFMJD"))
"""Dates in UTC: they stay."""

CHROMATIC = ("CM", "CMX", "CMWXSIN", "CMWXCOS")
"""Their power of time is 1 - TNCHROMIDX, as K CM f^-TNCHROMIDX is a time."""


def units_of(par: ParFile) -> str:
    """The units of a par file, ``"TDB"`` or ``"TCB"``; without a line TDB, as in PINT.

    Raises
    ------
    ParError
        UNITS without a value, or with another one.
    """
    lines = par.find("UNITS")
    if not lines:
        return "TDB"
    word = lines[0].args[0].upper() if lines[0].args else ""
    word = "TCB" if word == "SI" else word
    if word not in UNITS:
        raise ParError("UNITS is TDB, TCB or SI (which means TCB)", par.where(lines[0]))
    return word


def convert_units(par: ParFile, units: str = "TDB") -> ParFile:
    """The par file in other units: values and uncertainties exactly scaled, epochs moved, comments and order kept.

    Parameters
    ----------
    par : ParFile
    units : {"TDB", "TCB"}

    Returns
    -------
    ParFile
        The same one where it is in these units already.

    Raises
    ------
    ParError
        A line that is not understood.
    """
    if units.upper() not in UNITS:
        raise ValueError(f"units is one of {', '.join(UNITS)}, not {units!r}")
    if units_of(par) == units.upper():
        return par
    forward = units.upper() == "TDB"
    neutral = _with_line(par, "UNITS", "TDB")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        model = build(neutral)
    index = float(model.entries["TNCHROMIDX"].value.hi) if "TNCHROMIDX" in model.entries else 4.0
    changed = {name: _converted(e, index, forward) for name, e in model.entries.items()}
    out = parse_lines((row.text for row in rows(replace(model, entries=changed))), par.path)
    out = _with_line(out, "UNITS", units.upper())
    site = par.find("TZRSITE")
    if par.find("TZRMJD") and (not site or site[0].args[:1] in (("@",), ("bat",), ("ssb",), ("bary",), ("SSB",))):
        out = _moved_tzr(out, forward)
    return out


def _converted(entry: Entry, index: float, forward: bool) -> Entry:
    """A parameter in the other units."""
    if entry.word:
        return entry
    sign = 1 if forward else -1
    if entry.param.codec == "mjd":
        if entry.param.name in SITE_TIMES:
            return entry
        error = None if entry.error is None else entry.error * float(RATE**-sign)
        return replace(entry, value=_moved(entry.value, forward), error=error)
    power = entry.param.time_power if entry.param.name not in CHROMATIC else 1.0 - index
    family = entry.param.family
    if family is not None and family.kind == "series" and family.per and entry.order:
        power -= entry.order
    if power == 0:
        return entry
    factor = _scale(-sign * power)
    error = None if entry.error is None else float(to_fraction(factor) * Fraction(entry.error))
    return replace(entry, value=mul(entry.value, factor), error=error)


def _scale(power: float) -> DoubleDouble:
    """K to a power; to a broken one by its series, exact to 1e-32."""
    if power == int(power):
        return from_fraction(RATE ** int(power))
    small, exact = RATE - 1, Fraction(power)
    total, term = Fraction(1), Fraction(1)
    for k in range(1, 6):
        term *= (exact - k + 1) * small / k
        total += term
    return from_fraction(total)


def _moved(value: DoubleDouble, forward: bool) -> DoubleDouble:
    """An epoch, days, in the other units."""
    origin = from_fraction(ORIGIN)
    if forward:
        return add(add(mul(sub(value, origin), from_fraction(1 / RATE)), origin), from_fraction(OFFSET_DAYS))
    return add(mul(sub(sub(value, from_fraction(OFFSET_DAYS)), origin), from_fraction(RATE)), origin)


def _with_line(par: ParFile, key: str, value: str) -> ParFile:
    """The par file with another value on the line of a keyword, or with a new line at its end."""
    found = par.find(key)
    number = found[0].number if found else len(par.lines) + 1
    comment = f"  {found[0].comment}" if found and found[0].comment else ""
    line = parse_line(number, f"{key:<15} {value}{comment}")
    kept: tuple[ParLine, ...] = tuple(line if old in found else old for old in par.lines)
    return replace(par, lines=kept if found else (*kept, line))


def _moved_tzr(par: ParFile, forward: bool) -> ParFile:
    """TZRMJD at the barycentre, which is a time in the units of the par file."""
    codec = CODECS["mjd"]
    line = par.find("TZRMJD")[0]
    return _with_line(par, "TZRMJD", codec.format(_moved(codec.parse(line.args[0]), forward)))
