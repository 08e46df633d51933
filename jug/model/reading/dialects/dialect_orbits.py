"""Orbits of a par file as another program describes them, changed to the lines that jug reads.

As in `jug.model.reading.dialects.dialect_values` each function gives the new text of lines by their number.
"""

from collections.abc import Callable
from decimal import Decimal
from math import asin, degrees, sqrt

from jug.io.codecs import EXACT, YES, plain_word
from jug.io.par import ParFile
from jug.model.known_terms import find_own_slot
from jug.model.programs.orbit_choice import guess_of_pint
from jug.model.reading.dialects.dialect_values import NEW, Texts, decimal_number, setting_line, with_value

SINE_AT_MOST_ONE = ("ELL1", "DD", "T2")
"""Binary models in which tempo2 sets a SINI above 1 to 1 (ELL1model.C, DDmodel.C, T2model.C)."""


def _angles(par: ParFile, word: str) -> Texts:
    """KIN and KOM in the convention of the IAU, as in tempo."""
    found = {}
    for key, whole in (("KIN", 180), ("KOM", 90)):
        for line in par.find(key):
            text = with_value(line, lambda v, whole=whole: EXACT.subtract(Decimal(whole), v))  # type: ignore[misc]
            if text is not None:
                found[line.number] = text
    return found


def _always_k96(par: ParFile, word: str) -> Texts:
    return {q.number: "" for q in par.find("K96") if q.args and plain_word(q.args[0]).upper() not in YES}


def _guess_orbit(par: ParFile, word: str) -> Texts:
    """BINARY T2 as PINT reads it with ``allow_T2``; T2 with several orbits does not change.

    For DDK PINT uses 180 deg - KIN and 90 deg - KOM, because the angles of T2 are those of the IAU.
    """
    slots = [find_own_slot(line.key) for line in par]
    name = guess_of_pint([slot.names[0] for slot in slots if slot is not None])
    lines = [q for q in par.find("BINARY") if q.args and q.args[0].upper() == "T2"]
    if not name or not lines:
        return {}
    return {**{q.number: setting_line("BINARY", name) for q in lines}, **(_angles(par, word) if name == "DDK" else {})}


def _annual(par: ParFile, word: str) -> Texts:
    """PAASCNODE of tempo's DD: the annual orbital parallax, with cot i below zero, as DDK has it with K96 N.

    tempo has cot i = -sqrt(1 / SINI^2 - 1), and the angle 90 deg - PAASCNODE in the place of KOM.
    """
    binary, sini, node = (par.find(key) for key in ("BINARY", "SINI", "PAASCNODE"))
    value = decimal_number(sini[0].args[0]) if sini and sini[0].args else None
    angle = decimal_number(node[0].args[0]) if node and node[0].args else None
    if not binary or binary[0].args[:1] != ("DD",) or angle is None or value is None or not 0 < value < 1:
        return {}
    sine = float(value)
    slope = Decimal(repr(degrees(1.0) / sqrt(1.0 - sine**2)))
    kin = with_value(sini[0], lambda v: Decimal(repr(180.0 - degrees(asin(sine)))), slope) or ""
    return {
        binary[0].number: setting_line("BINARY", "DDK"),
        sini[0].number: kin.replace("SINI", "KIN", 1),
        node[0].number: setting_line("KOM", EXACT.subtract(Decimal(90), angle)),
        NEW: setting_line("K96", "N"),
    }


def _sine_of_one(par: ParFile, word: str) -> Texts:
    """SINI above 1 becomes 1, as in ELL1, DD and T2 of tempo2."""
    binary = par.find("BINARY")
    if not binary or "".join(binary[0].args[:1]).upper() not in SINE_AT_MOST_ONE:
        return {}
    texts = {}
    for line in par.find("SINI"):
        value = decimal_number(line.args[0]) if line.args else None
        if value is not None and value > 1 and (text := with_value(line, lambda v: Decimal(1))):
            texts[line.number] = text
    return texts


ORBITS: dict[str, Callable[[ParFile, str], Texts]] = {
    "T2": _guess_orbit,
    "ANGLES": _angles,
    "K96": _always_k96,
    "PAASCNODE": _annual,
    "SINI": _sine_of_one,
}
"""The conventions of orbits that other lines express, by name."""
