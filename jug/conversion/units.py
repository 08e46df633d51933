"""Timing models and par files from TCB to TDB and back.

TDB = TCB - L_B (TCB - T0) + TDB0 (IAU 2006, resolution B3), T0 = MJD 43144.0003725, TDB0 = -65.5 us. With K the rate of
TCB against TDB, an epoch is moved, t_TDB = T0 + (t_TCB - T0) / K + TDB0, and every other value v of time power n
(`jug.model.declare.Param.time_power`: F0 -1, a delay 1) is v_TDB = v_TCB K^-n. Lengths and GM scale as time, observing
frequencies as its inverse. The constant of the solar Shapiro delay and the au of the solar wind are not scaled (below
0.01 ns), nor are logarithms of amplitudes and widths (noise, CHROMGAUSS: 1.6e-8 of the amplitude), and dates in UTC.

PINT 1.1.8 leaves TDB0 out of the epochs, so that its phases are wrong by 65.5 us; tempo2 has it.
"""

import warnings
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from jug.conversion.par_file_text.par_lines import ParRow, par_rows, rewrite_rows
from jug.core.arguments.kinds import expect
from jug.core.doubledouble import DoubleDouble, add, from_fraction, mul, sub, to_fraction
from jug.errors import InputError, InputWarning
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.building.build import build
from jug.model.parameters import Entry
from jug.model.reading.settings import TIME_UNITS, units_word
from jug.model.timing_model import TimingModel

RATE = 1 + Fraction("1.55051979176e-8")
"""K, the rate of TCB against TDB: 1 / (1 - L_B) (Irwin & Fukushima 1999; as in tempo2 and PINT)."""

ORIGIN = Fraction("43144.0003725")
"""T0, MJD (1977-01-01T00:00:32.184 TT)."""

OFFSET_DAYS = Fraction("-65.5e-6") / 86400
"""TDB0 in days."""

FROM_TCB = "UNITS TCB of the par file, converted to TDB"
"""The note in the settings of a model that was read from a TCB par file."""

SITE_TIMES = frozenset(("DMXR1", "DMXR2", "CMXR1", "CMXR2", "SWXR1", "SWXR2", "DMOFFMJD"))
"""Dates in UTC, which are not converted."""

CHROMATIC = ("CM", "CMX", "CMWXSIN", "CMWXCOS")
"""Parameters whose power of time is 1 - TNCHROMIDX, because K CM f^-TNCHROMIDX is a time."""

BARYCENTRE = ("@", "bat", "ssb", "bary", "SSB")
"""Words of TZRSITE for the barycentre. TZRMJD is a time in the units of the par file there, else UTC."""


def units_of(par: ParFile) -> str:
    """Return the units of a par file, ``"TDB"`` or ``"TCB"``; without a line TDB, as in PINT.

    Raises
    ------
    ParError
        UNITS has no value, or an unknown one.
    """
    lines = par.find("UNITS")
    return units_word(par, lines[0] if lines else None)


def convert_units(par: ParFile, units: str = "TDB") -> ParFile:
    """Convert a par file to other units: values and uncertainties exactly scaled, epochs moved.

    Comments and the order of the lines stay. Values that do not change keep their text.

    Parameters
    ----------
    par : ParFile
    units : {"TDB", "TCB"}

    Returns
    -------
    ParFile
        The same object if it is in these units already.

    Raises
    ------
    InputError
        The units are unknown.
    ParError
        A line cannot be read.

    Examples
    --------
    >>> import jug
    >>> par = jug.read_par(jug.data.example("NGC6440E")[0])
    >>> par.find("UNITS")[0].args
    ('TDB',)
    >>> tcb = jug.convert_units(par, "TCB")
    >>> tcb.find("UNITS")[0].args
    ('TCB',)
    """
    expect(par=(par, ParFile), units=(units, str))
    if units.upper() not in TIME_UNITS:
        raise InputError(f"units is one of {', '.join(TIME_UNITS)}, not {units!r}")
    if units_of(par) == units.upper():
        return par
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        model = build(par)
    return model_in_units(model, units).par


def model_in_units(model: TimingModel, units: str) -> TimingModel:
    """Convert the values of a model from TDB to TCB, or from TCB to TDB, and write its par lines from them.

    Parameters
    ----------
    model : TimingModel
        Its values are in the units of its settings.
    units : {"TDB", "TCB"}

    Returns
    -------
    TimingModel
        Values, uncertainties and TZRMJD converted; its par file has these values and UNITS. The same model where its
        values are in these units already.
    """
    if model.settings.units == units.upper():
        return model
    tdb = units.upper() == "TDB"
    changed = replace(model, entries=entries_in_units(model.entries, tdb))
    settings = replace(model.settings, units=units.upper())
    if settings.tzr_mjd is not None and settings.tzr_site in BARYCENTRE:
        settings = replace(settings, tzr_mjd=epoch_in_units(settings.tzr_mjd, tdb))
    changed = replace(changed, settings=settings)
    new = rewrite_rows(changed, _with_settings(par_rows(changed), units.upper(), settings.tzr_mjd))
    return replace(changed, par=new.par, settings=new.settings, entries={**changed.entries, **new.entries})


def entries_in_units(entries: Mapping[str, Entry], tdb: bool) -> dict[str, Entry]:
    """Convert the values and uncertainties of a parameter table.

    Parameters
    ----------
    entries : dict of str to Entry
    tdb : bool
        From TCB to TDB; else from TDB to TCB.

    Returns
    -------
    dict of str to Entry
    """
    index = float(entries["TNCHROMIDX"].value.hi) if "TNCHROMIDX" in entries else 4.0
    return {name: _in_units(e, index, tdb) for name, e in entries.items()}


def _in_units(entry: Entry, index: float, tdb: bool) -> Entry:
    """A parameter in the other units; ``index`` is TNCHROMIDX."""
    if entry.word:
        return entry
    sign = 1 if tdb else -1
    if entry.param.codec == "mjd":
        if entry.param.name in SITE_TIMES:
            return entry
        error = None if entry.error is None else entry.error * float(RATE**-sign)
        return replace(entry, value=epoch_in_units(entry.value, tdb), error=error)
    power = entry.param.time_power if entry.param.name not in CHROMATIC else 1.0 - index
    family = entry.param.family
    if family is not None and family.kind == "series" and family.per and entry.order:
        power -= entry.order
    if power == 0:
        return entry
    factor = _scale(-sign * power)
    error = None if entry.error is None else float(to_fraction(factor) * Fraction(entry.error))
    return replace(entry, value=mul(entry.value, factor), error=error)


def _scale(power: float) -> DoubleDouble[float]:
    """K to a power; for a power that is not a whole number by its binomial series, exact to 1e-32."""
    if power == int(power):
        return from_fraction(RATE ** int(power))
    small, exact = RATE - 1, Fraction(power)
    total, term = Fraction(1), Fraction(1)
    for k in range(1, 6):
        term *= (exact - k + 1) * small / k
        total += term
    return from_fraction(total)


def epoch_in_units(value: DoubleDouble[float], tdb: bool) -> DoubleDouble[float]:
    """Convert an epoch between TCB and TDB.

    Parameters
    ----------
    value : DoubleDouble
        MJD.
    tdb : bool
        From TCB to TDB; else from TDB to TCB.

    Returns
    -------
    DoubleDouble
        MJD.
    """
    origin = from_fraction(ORIGIN)
    if tdb:
        return add(add(mul(sub(value, origin), from_fraction(1 / RATE)), origin), from_fraction(OFFSET_DAYS))
    return add(mul(sub(sub(value, from_fraction(OFFSET_DAYS)), origin), from_fraction(RATE)), origin)


def _with_settings(old: list[ParRow], units: str, tzr_mjd: DoubleDouble[float] | None) -> list[ParRow]:
    """The rows with UNITS, at the end where there was none, and TZRMJD as they are now."""
    new: list[ParRow] = []
    for row in old:
        line, text = row.line, row.text
        if line is not None and line.key == "UNITS":
            text = _setting("UNITS", units, line.comment)
        elif line is not None and line.key == "TZRMJD" and tzr_mjd is not None and not _same_epoch(line, tzr_mjd):
            text = _setting("TZRMJD", CODECS["mjd"].format(tzr_mjd), line.comment)
        new.append(row._replace(text=text))
    if not any(row.line is not None and row.line.key == "UNITS" for row in old):
        new.append(ParRow(None, (), _setting("UNITS", units)))
    return new


def _same_epoch(line: ParLine, value: DoubleDouble[float]) -> bool:
    return bool(CODECS["mjd"].parse(line.args[0]) == value)


def _setting(key: str, value: str, comment: str = "") -> str:
    """The text of a line that is not a parameter."""
    text = f"{key:<15} {value}"
    return f"{text}  {comment}" if comment else text
