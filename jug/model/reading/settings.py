"""The lines of a par file that choose conventions: ephemeris, clock, units, frame, TZR point.

An absent line is never filled in without a word: what was assumed stands in `Settings.assumed` and draws one warning.
"""

import os
import warnings

from jug.core.constants import OBLIQUITY_ARCSEC
from jug.core.doubledouble import DoubleDouble
from jug.errors import InputWarning, ParError, sentence
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.parameters import MJD_MOST
from jug.model.reading.keywords import PULSAR, SETTINGS
from jug.model.timing_model import Settings
from jug.obs.ephemeris import ephemeris_name, is_path

TEMPO_T2C = ("TEMPO",)
IAU2000 = ("IAU2000B", "IAU2000A", "IAU2000", "IAU2006")


def read_settings(par: ParFile) -> Settings:
    """Take the settings out of a par file.

    Raises
    ------
    ParError
        A setting that jug does not know, or knows and does not support.
    """
    found: dict[str, ParLine] = {}
    for line in par.lines:
        key = {"CLOCK": "CLK", "DIALATEFREQ": "DILATEFREQ"}.get(line.key, line.key)
        key = "PSR" if key in PULSAR else key
        if key == "PSR" or key in SETTINGS:
            if not line.args:
                raise ParError(f"{line.key} has no value", par.where(line))
            if key in found and found[key].args != line.args:
                raise ParError(
                    f"{line.key} is given twice, first on line {found[key].number}",
                    par.where(line),
                    "keep one of them",
                )
            found.setdefault(key, line)
    assumed = _check_conventions(par, found)
    _warn_of_meanings(par)
    word = {key: line.args[0] for key, line in found.items()}
    if "EPHEM" not in found:
        assumed.append("EPHEM DE421 (as PINT; tempo2 takes DE405)")
    if assumed:
        warnings.warn(
            InputWarning(
                sentence(f"{par.path}: no line says otherwise, so jug takes " + ", ".join(assumed))
                + "; write the line to be sure"
            ),
            stacklevel=2,
        )
    return Settings(
        psr=word.get("PSR", ""),
        ephem=_ephem(par, word.get("EPHEM", "DE421")),
        dilate="DILATEFREQ" in found and _yes(par, found["DILATEFREQ"]),
        clock=word.get("CLK", ""),
        ecl=_ecl(par, found),
        planets=_yes(par, found["PLANET_SHAPIRO"]) if "PLANET_SHAPIRO" in found else False,
        tzr_mjd=_tzr_mjd(par, found),
        tzr_site=word.get("TZRSITE", "@"),
        tzr_freq_mhz=_number(par, found["TZRFRQ"]) if "TZRFRQ" in found else 0.0,
        track=_track(par, found),
        assumed=tuple(assumed),
        lines={key: line.number for key, line in found.items()},
    )


def _check_conventions(par: ParFile, found: dict[str, ParLine]) -> list[str]:
    """Refuse conventions that jug does not have; return what is assumed for want of a line."""
    assumed = []
    if "UNITS" not in found:
        assumed.append("UNITS TDB (as PINT; tempo2 takes TCB)")
    elif found["UNITS"].args[0].upper() != "TDB":
        why = "a timing model is built in TDB, this par file has other UNITS"
        raise ParError(why, par.where(found["UNITS"]), "jug.convert_units converts TCB")
    if "TIMEEPH" in found and found["TIMEEPH"].args[0].upper() != "FB90":
        why = "jug has the time ephemeris FB90 alone: the table of IF99 comes with tempo2 and with no Python package"
        hint = "write TIMEEPH FB90 (60 ns apart, constant to 3 ns over eight years), or ignore TIMEEPH: then it is FB90"
        raise ParError(why, par.where(found["TIMEEPH"]), hint)
    if "T2CMETHOD" in found:
        method = found["T2CMETHOD"].args[0].upper()
        if method in TEMPO_T2C:
            warnings.warn(
                InputWarning(
                    sentence(
                        "T2CMETHOD TEMPO is not used: jug takes IAU 2006/2000A; the difference in the site's position "
                        "was 9 ns rms on one pulsar",
                        par.where(found["T2CMETHOD"]),
                        "write T2CMETHOD IAU2000B to silence this",
                    )
                ),
                stacklevel=3,
            )
        elif method not in IAU2000:
            raise ParError("unknown T2CMETHOD", par.where(found["T2CMETHOD"]), "use IAU2000B")
    return assumed


def _ephem(par: ParFile, word: str) -> str:
    """The name of the ephemeris, or the path of a kernel, which counts from the folder of the par file."""
    if is_path(word) and not os.path.isabs(os.path.expanduser(word)):
        beside = os.path.join(os.path.dirname(par.path), word)
        return beside if os.path.isfile(beside) else word
    return ephemeris_name(word)


_MEANINGS = {
    ("MODE", ("0",)): "MODE 0 asks for a fit without weights; jug always takes 1 / uncertainty^2",
    (
        "TNSUBTRACTRED",
        ("1",),
    ): "red noise stays in the residuals; subtract=['RED'] takes it off",
    (
        "TNSUBTRACTDM",
        ("1",),
    ): "DM noise stays in the residuals; subtract=['DM'] takes it off",
    (
        "TNSUBTRACTCHROM",
        ("1",),
    ): "chromatic noise stays in the residuals; subtract=['CHROM'] takes it off",
    ("EPHVER", ("2",)): "to tempo2 EPHVER 2 also means NE_SW 9.961 and another obliquity; jug takes what lines say",
}
"""Lines that describe, and with some words ask for what jug does not do."""


def _warn_of_meanings(par: ParFile) -> None:
    for line in par.lines:
        for (key, words), why in _MEANINGS.items():
            if line.key == key and line.args and line.args[0].upper() in words:
                warnings.warn(InputWarning(sentence(why, par.where(line))), stacklevel=3)


def _ecl(par: ParFile, found: dict[str, ParLine]) -> str:
    name = found["ECL"].args[0].upper() if "ECL" in found else "DEFAULT"
    if name not in OBLIQUITY_ARCSEC:
        raise ParError("unknown ECL", par.where(found["ECL"]), f"it is one of {', '.join(OBLIQUITY_ARCSEC)}")
    return name


def _yes(par: ParFile, line: ParLine) -> bool:
    try:
        return CODECS["bool"].parse(line.args[0]).hi != 0.0
    except ValueError as reason:
        raise ParError(f"{line.key}: {reason}", par.where(line), "use Y or N") from None


def _track(par: ParFile, found: dict[str, ParLine]) -> str:
    if "TRACK" not in found:
        return ""
    word = found["TRACK"].args[0].removesuffix(".0")
    if word not in ("-2", "0"):
        hint = "TRACK -2 takes the pulse numbers of the tim file (-pn), TRACK 0 the nearest pulses"
        raise ParError("TRACK other than -2 and 0 is not supported", par.where(found["TRACK"]), hint)
    return word


def _number(par: ParFile, line: ParLine) -> float:
    try:
        value = float(CODECS["float"].parse(line.args[0]).hi)
        if value < 0.0:
            raise ValueError("negative")
        return value
    except ValueError as reason:
        if line.args[0].lower() in ("inf", "infinity"):
            return 0.0
        raise ParError(f"{line.key}: {reason}", par.where(line), "write a number in MHz, 0 for infinity") from None


def _tzr_mjd(par: ParFile, found: dict[str, ParLine]) -> DoubleDouble | None:
    if "TZRMJD" not in found:
        for key in ("TZRSITE", "TZRFRQ"):
            if key in found:
                raise ParError(f"{key} without TZRMJD", par.where(found[key]), "add TZRMJD, or take the TZR lines out")
        return None
    try:
        mjd: DoubleDouble = CODECS["mjd"].parse(found["TZRMJD"].args[0])
        if abs(mjd.hi) > MJD_MOST:
            raise ValueError("no date")
        return mjd
    except ValueError as reason:
        raise ParError(f"TZRMJD: {reason}", par.where(found["TZRMJD"]), "write an MJD") from None
