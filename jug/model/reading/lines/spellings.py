"""The standard keyword for each spelling of a keyword in a par file."""

from functools import cache

from jug.model.known_terms import find_own_slot
from jug.model.reading.lines.keywords import SETTING_ALIASES, SETTINGS


@cache
def canonical_keyword(key: str) -> str:
    """Find the standard keyword for a keyword, which may be an alias.

    Parameters
    ----------
    key : str
        In capitals.

    Returns
    -------
    str
        The keyword itself where it is not an alias.
    """
    if key in SETTING_ALIASES:
        return SETTING_ALIASES[key]
    slot = None if key in SETTINGS else find_own_slot(key)
    if slot is None or (slot.param.family is not None and slot.param.family.line):
        return key
    own = slot.param.name
    spelt = max((word for word in (own, *slot.param.aliases) if key.startswith(word)), key=len, default=own)
    return own + key.removeprefix(spelt)
