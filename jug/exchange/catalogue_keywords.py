"""The keywords of the ATNF pulsar catalogue that a timing model can have, and their units."""

import re

from jug.model.parameters import Entry

KEYWORDS = (
    *("RAJ", "DECJ", "ELONG", "ELAT", "PMRA", "PMDEC", "PMELONG", "PMELAT", "PX", "POSEPOCH"),
    *("F", "PEPOCH", "DM", "DMEPOCH", "RM"),
    *("BINARY", "PB", "PBDOT", "FB", "A1", "A1DOT", "A12DOT", "ECC", "ECCDOT", "T0", "OM", "OMDOT", "OM2DOT"),
    *("TASC", "EPS1", "EPS2", "SINI", "KIN", "KOM", "M2", "H3", "H4", "STIG", "GAMMA", "DTHETA", "XOMDOT"),
)
"""Keywords of the catalogue that a timing model can have, in the order in which they are written."""

OTHER_NAMES = {"EDOT": "ECCDOT", "A1DOT2": "A12DOT", "STIGMA": "STIG", "DTH": "DTHETA"}
"""Keywords of parameters that have another name in the catalogue."""

TENS = {"DTHETA": 6}
"""Keywords whose unit in the catalogue is 10 to minus this power."""

EPOCHS = ("POSEPOCH", "DMEPOCH")
"""Epochs that are written even if the par file has no line for them."""

FAMILY = re.compile(r"(F|DM|FB)[0-9]{0,2}")
COMPANION = re.compile(r"(T0|PB|A1|OM|ECC|TASC|EPS1|EPS2|SINI|M2)_[23]")


def keyword(entry: Entry) -> str:
    """Return the keyword of a parameter in the catalogue; empty for none."""
    key = OTHER_NAMES.get(entry.name, entry.name)
    return key if _base(key) in KEYWORDS and not entry.selector else ""


def place_in_record(key: str) -> int:
    """Return the place of a keyword in a record: that of its family, or of the first companion."""
    return KEYWORDS.index(_base(key))


def _base(key: str) -> str:
    """The keyword of its family, or of the first companion."""
    for pattern in (FAMILY, COMPANION):
        if found := pattern.fullmatch(key):
            return found[1]
    return key
