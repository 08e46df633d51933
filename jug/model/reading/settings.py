"""The lines of a par file that choose conventions: ephemeris, clock, units, frame, TZR point.

Where a line is absent and programs differ, the value that jug assumes is in `Settings.assumed`, and one warning
names all of them.
"""

import os
from collections.abc import Mapping

from jug.core.constants import OBLIQUITY_ARCSEC
from jug.core.doubledouble import DoubleDouble
from jug.errors import ParError
from jug.io.codecs import CODECS, plain_word
from jug.io.par import ParFile, ParLine
from jug.model.parameters import MJD_MOST
from jug.model.reading.findings import Findings
from jug.model.reading.lines.extra_words import check_one_word
from jug.model.reading.lines.keywords import SETTING_ALIASES, SETTINGS
from jug.model.settings import DEFAULT_EPHEMERIS, Settings
from jug.obs.ephemeris import ephemeris_name, is_path
from jug.obs.time_ephemeris import FROM_FB90, TIME_EPHEMERIDES

TIME_UNITS = ("TDB", "TCB")
UNITS_WORDS = {"TDB": "TDB", "TCB": "TCB", "SI": "TCB"}
"""The units for each word of a line UNITS."""

TEMPO_T2C = ("TEMPO",)
IAU2000 = ("IAU2000B", "IAU2000A", "IAU2000", "IAU2006")

_WORDS_WITHOUT_EFFECT = {
    ("MODE", "0"): "MODE 0 asks for a fit without weights; jug always takes 1 / uncertainty^2",
    ("TNSUBTRACTRED", "1"): "red noise stays in the residuals; subtract=['RED'] takes it off",
    ("TNSUBTRACTDM", "1"): "DM noise stays in the residuals; subtract=['DM'] takes it off",
    ("TNSUBTRACTCHROM", "1"): "chromatic noise stays in the residuals; subtract=['CHROM'] takes it off",
    ("EPHVER", "2"): "to tempo2 EPHVER 2 also means NE_SW 9.961 and another obliquity; jug reads only their own lines",
    ("TEMPO1", ""): "TEMPO1 is not used, as in PINT: where no line says otherwise jug takes UNITS TDB, TIMEEPH FB90, "
    "DILATEFREQ N, PLANET_SHAPIRO N and CORRECT_TROPOSPHERE N, which it stands for in tempo2; there it also "
    "overrules such lines above it (--as tempo2, dialect='tempo2'), and means T2CMETHOD TEMPO, 9 ns rms in the site's "
    "position",
}
"""The warning for a line with this word (TEMPO1 needs none): it chooses what jug does not do in another program."""


def read_settings(par: ParFile, conventions: Mapping[str, str], findings: Findings) -> Settings:
    """Read the settings of a par file.

    Parameters
    ----------
    par : ParFile
    conventions : dict of str to str
        The word of each convention (`jug.model.reading.dialects.conventions`); it becomes part of the settings.
    findings : Findings
        Gets the settings that jug does not know, or knows and does not support.

    Returns
    -------
    Settings

    Warns
    -----
    InputWarning
        For what is assumed because a line is absent, and for settings that have no effect in jug.
    """
    found = _setting_lines(par, findings)
    units = findings.attempt(TIME_UNITS[0], lambda: units_word(par, found.get("UNITS")))
    with findings.collect_errors():
        _check_t2c_method(par, found, findings)
    _warn_of_words_without_effect(par, findings)
    assumed = _assumed_settings(par, found)
    if assumed:
        why = f"{par.path}: no line says otherwise, so jug takes {', '.join(assumed)}; write the line to be sure"
        findings.warn(why, noted=True)
    word = {key: line.args[0] for key, line in found.items()}
    attempt = findings.attempt
    return Settings(
        psr=word.get("PSR", ""),
        ephem=_ephem(par, word.get("EPHEM", DEFAULT_EPHEMERIS)),
        dilate=attempt(False, lambda: "DILATEFREQ" in found and _read_yes(par, found["DILATEFREQ"])),
        time_ephemeris=attempt(TIME_EPHEMERIDES[0], lambda: _time_ephemeris(par, found, conventions, findings)),
        clock=word.get("CLK", ""),
        units=units,
        ecl=attempt("DEFAULT", lambda: _ecl(par, found)),
        planets=attempt(False, lambda: "PLANET_SHAPIRO" in found and _read_yes(par, found["PLANET_SHAPIRO"])),
        tzr_mjd=attempt(None, lambda: _tzr_mjd(par, found, findings)),
        tzr_site=word.get("TZRSITE", "@"),
        tzr_freq_mhz=attempt(0.0, lambda: _freq_mhz(par, found["TZRFRQ"]) if "TZRFRQ" in found else 0.0),
        track=attempt("", lambda: _track(par, found)),
        robust=_robust(par, found.get("ROBUST"), conventions.get("ROBUST"), findings),
        assumed=tuple(assumed),
        lines={key: line.number for key, line in found.items()},
        conventions=conventions,
    )


def _setting_lines(par: ParFile, findings: Findings) -> dict[str, ParLine]:
    """The line of each setting, by its keyword; aliases by their keyword."""
    found: dict[str, ParLine] = {}
    for line in par:
        key = SETTING_ALIASES.get(line.key, line.key)
        if key != "PSR" and key not in SETTINGS:
            continue
        with findings.collect_errors(key):
            first = found.get(key, line)
            if key == "PSR" and _is_another_name(line, first):
                why = f"{line.key} {line.args[0]} is another name than {first.key} {first.args[0]}, which is used"
                findings.assume(why, par.where(line))
                check_one_word(par, line)
                continue
            _check_setting(par, line, first)
            found.setdefault(key, line)
            if first is not line and key != "PSR":
                findings.repeated[line.number] = f"{line.key} (lines {first.number} and {line.number})"
    return found


def _is_another_name(line: ParLine, first: ParLine) -> bool:
    """Whether PSR, PSRJ, PSRB or PSRNAME has another name than a line with another of these keywords."""
    return bool(line.args and first.args) and line.key != first.key and line.args[0].upper() != first.args[0].upper()


def _check_setting(par: ParFile, line: ParLine, first: ParLine) -> None:
    """Refuse a setting without a word, or one that differs from the first line of its keyword."""
    if not line.args:
        raise ParError(f"{line.key} has no value", par.where(line))
    if not _are_same(SETTING_ALIASES.get(line.key, line.key), first.args[0], line.args[0]):
        why = f"{line.key} is given twice, first on line {first.number}"
        raise ParError(why, par.where(line), "keep one of them")
    check_one_word(par, line)


def _are_same(key: str, first: str, second: str) -> bool:
    """Whether two words are one word in any case, one number, one answer, or one observatory."""
    if UNITS_WORDS.get(first.upper(), first.upper()) == UNITS_WORDS.get(second.upper(), second.upper()):
        return True
    if key == "TZRSITE":
        from jug.obs.sites import same_site  # a site given twice is rare

        return same_site(first, second)
    try:
        codec = CODECS["bool" if key in ("PLANET_SHAPIRO", "DILATEFREQ") else "mjd"]
        return bool(codec.parse(first) == codec.parse(second))
    except ValueError:
        return False


def units_word(par: ParFile, line: ParLine | None) -> str:
    """Read the units of a par file; without a line they are TDB, as in PINT.

    Parameters
    ----------
    par : ParFile
    line : ParLine or None
        The line UNITS.

    Returns
    -------
    {"TDB", "TCB"}

    Raises
    ------
    ParError
        UNITS without a value, or with another one.
    """
    if line is None:
        return TIME_UNITS[0]
    word = line.args[0].upper() if line.args else ""
    if word not in UNITS_WORDS:
        raise ParError("UNITS is TDB, TCB or SI (which means TCB)", par.where(line))
    return UNITS_WORDS[word]


def _check_t2c_method(par: ParFile, found: Mapping[str, ParLine], findings: Findings) -> None:
    if "T2CMETHOD" not in found:
        return
    method, where = found["T2CMETHOD"].args[0].upper(), par.where(found["T2CMETHOD"])
    hint = "write T2CMETHOD IAU2000B to silence this"
    if method in TEMPO_T2C:
        why = (
            "T2CMETHOD TEMPO is not used: jug takes IAU 2006/2000A; the difference in the site's position was 9 ns rms "
            "on one pulsar"
        )
        findings.warn(why, where, hint)
    elif method not in IAU2000:
        why = (
            f"T2CMETHOD {method} is not a word that a program knows: jug takes IAU 2006/2000A, as without the line and "
            "as PINT (tempo2 takes IAU2000B, below 1 ns from it)"
        )
        findings.assume(why, where, hint)


def _warn_of_words_without_effect(par: ParFile, findings: Findings) -> None:
    keys = {key for key, _ in _WORDS_WITHOUT_EFFECT}
    for line in (line for line in par if line.key in keys):
        word = plain_word(line.args[0]).upper() if line.args and line.key != "TEMPO1" else ""
        why = _WORDS_WITHOUT_EFFECT.get((line.key, word))
        if why is not None:
            findings.warn(why, par.where(line))


def _assumed_settings(par: ParFile, found: Mapping[str, ParLine]) -> list[str]:
    """The assumptions of jug for absent lines, where programs differ."""
    ephem = f"EPHEM {DEFAULT_EPHEMERIS} (as PINT; tempo2 takes DE405)"
    sign = "UNITS" not in found and par.find("EPHVER") and par.find("EPHVER")[0].args[:1] == ("5",)
    units = f"tempo2 takes TCB{', and EPHVER 5 is a line of tempo2' if sign else ''}"
    assumed = {"UNITS": f"UNITS TDB (as PINT; {units})", "EPHEM": ephem}
    return [text for key, text in assumed.items() if key not in found]


def _time_ephemeris(
    par: ParFile, found: Mapping[str, ParLine], conventions: Mapping[str, str], findings: Findings
) -> str:
    if "TIMEEPH" not in found:
        return TIME_EPHEMERIDES[0]
    word = found["TIMEEPH"].args[0].upper()
    if word not in TIME_EPHEMERIDES:
        taken = conventions.get("TIMEEPH", TIME_EPHEMERIDES[0])
        why = (
            f"TIMEEPH {word} is not a word that a program knows: jug takes {taken} (PINT takes FB90, tempo2 IF99, and "
            f"the two are {FROM_FB90})"
        )
        findings.assume(why, par.where(found["TIMEEPH"]), f"write one of {', '.join(TIME_EPHEMERIDES)} to silence this")
        return taken
    return word


def _ephem(par: ParFile, word: str) -> str:
    """The name of the ephemeris, or the path of a kernel; a relative path starts at the folder of the par file."""
    if is_path(word) and not os.path.isabs(os.path.expanduser(word)):
        beside = os.path.join(os.path.dirname(par.path), word)
        return beside if os.path.isfile(beside) else word
    return ephemeris_name(word)


def _ecl(par: ParFile, found: Mapping[str, ParLine]) -> str:
    """The name of the obliquity."""
    name = found["ECL"].args[0].upper() if "ECL" in found else "DEFAULT"
    if name not in OBLIQUITY_ARCSEC:
        raise ParError("unknown ECL", par.where(found["ECL"]), f"it is one of {', '.join(OBLIQUITY_ARCSEC)}")
    return name


def _read_yes(par: ParFile, line: ParLine) -> bool:
    try:
        return bool(CODECS["bool"].parse(line.args[0]).hi != 0.0)
    except ValueError as reason:
        raise ParError(f"{line.key}: {reason}", par.where(line), "use Y or N") from None


def _track(par: ParFile, found: Mapping[str, ParLine]) -> str:
    if "TRACK" not in found:
        return ""
    word = plain_word(found["TRACK"].args[0])
    if word not in ("-2", "0"):
        hint = "TRACK -2 takes the pulse numbers of the tim file (-pn), TRACK 0 the nearest pulses"
        raise ParError("TRACK other than -2 and 0 is not supported", par.where(found["TRACK"]), hint)
    return word


def _robust(par: ParFile, line: ParLine | None, convention: str | None, findings: Findings) -> str:
    if line is None:
        return "none"
    from jug.model.reading.robust_line import robust_word  # few par files have it

    return robust_word(par, line, convention, findings)


def _freq_mhz(par: ParFile, line: ParLine) -> float:
    """A frequency in MHz; 0 for an infinite one."""
    try:
        value = float(CODECS["float"].parse(line.args[0]).hi)
        if value < 0.0:
            raise ValueError("negative")
        return value
    except ValueError as reason:
        if line.args[0].lower() in ("inf", "infinity"):
            return 0.0
        raise ParError(f"{line.key}: {reason}", par.where(line), "write a number in MHz, 0 for infinity") from None


def _tzr_mjd(par: ParFile, found: Mapping[str, ParLine], findings: Findings) -> DoubleDouble[float] | None:
    """TZRMJD, d."""
    if "TZRMJD" not in found:
        for key in ("TZRSITE", "TZRFRQ"):
            if key in found and "TZRMJD" not in findings.left_out:
                raise ParError(f"{key} without TZRMJD", par.where(found[key]), "add TZRMJD, or take the TZR lines out")
        return None
    try:
        mjd: DoubleDouble[float] = CODECS["mjd"].parse(found["TZRMJD"].args[0])
        if abs(mjd.hi) > MJD_MOST:
            raise ValueError("not a date")
        return mjd
    except ValueError as reason:
        raise ParError(f"TZRMJD: {reason}", par.where(found["TZRMJD"]), "write an MJD") from None
