"""One setting or description of a par file (EPHEM, CLK, TZRMJD, START, ...) as ``model["EPHEM"]`` gives it."""

from math import nan

from jug.errors import NoSuchParameterError
from jug.io.codecs import plain_number
from jug.io.par import ParFile
from jug.model.editing.setting_lines import is_setting
from jug.model.parameter_value import ParameterValue
from jug.model.reading.lines.keywords import SETTING_ALIASES
from jug.model.settings import Settings

UNITS = {
    **dict.fromkeys(("TZRMJD", "START", "FINISH"), "d"),
    **dict.fromkeys(("NTOA", "CHI2", "CHI2R", "NITS"), ""),
    "TZRFRQ": "MHz",
    "TRES": "us",
}
"""Settings and descriptions that are numbers, and their units; every other one is a word."""


def setting_value(par: ParFile, settings: Settings, name: str) -> ParameterValue:
    """Make the value of a setting.

    Parameters
    ----------
    par : ParFile
    settings : Settings
        Have the values for absent lines.
    name : str
        Keyword or alias, in any case.

    Returns
    -------
    ParameterValue
        Its value is NaN where the line has a word and no number.

    Raises
    ------
    NoSuchParameterError
        The par file has no such line, and there is no value for its absence.
    """
    key, text = _keyword(name), _text(par, settings, name)
    if text is None:
        raise NoSuchParameterError(f"the par file has no line {key}", hint=f"model.set({key}=...) adds it")
    value = _number(text.split()[0]) if key in UNITS and text else nan
    return ParameterValue(key, value, None, UNITS.get(key, ""), text, free=False)


def has_setting(par: ParFile, settings: Settings, name: str) -> bool:
    """Whether `setting_value` gives a value.

    Parameters
    ----------
    par : ParFile
    settings : Settings
    name : str
        In any case.

    Returns
    -------
    bool
        False for the name of a parameter.
    """
    return is_setting(name) and _text(par, settings, name) is not None


def _keyword(name: str) -> str:
    key = name.strip().upper()
    return SETTING_ALIASES.get(key, key)


def _text(par: ParFile, settings: Settings, name: str) -> str | None:
    """The words of the line, or the value that is used where it is absent."""
    key = _keyword(name)
    own = [line for line in par if _keyword(line.key) == key]
    if own:
        return " ".join(own[0].args)
    taken = {
        "EPHEM": settings.ephem,
        "UNITS": settings.units,
        "TIMEEPH": settings.time_ephemeris,
        "PLANET_SHAPIRO": "Y" if settings.planets else "N",
        "DILATEFREQ": "Y" if settings.dilate else "N",
    }
    return taken.get(key)


def _number(word: str) -> float:
    number = plain_number(word)
    return nan if number is None else number
