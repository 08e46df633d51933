"""PAASCNODE of tempo: it is not used, and a note has the size of the terms that are left out.

From it tempo computes the terms by which the Earth's motion and the proper motion change the view of the orbit. They
are bounded (Kopeikin 1995, ApJ 439, L5; Kopeikin 1996, ApJ 467, L93) by

annual orbital parallax   x (r / d) (cot i + 1 / sin i)
proper motion             x mu t (cot i + 1 / sin i)

with x = A1 in light-seconds, r = 1 au, d the distance, and mu the proper motion.
"""

from collections.abc import Mapping
from math import hypot, sqrt

from jug.core.constants import MAS
from jug.io.par import ParFile
from jug.model.parameters import Entry, par_numbers
from jug.model.reading.findings import Findings
from jug.text.few_digits import few_digits


def note_paascnode(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Note a line PAASCNODE, with the bounds of its terms in ns where the file gives what they need.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
    """
    lines = par.find("PAASCNODE")
    why = f"PAASCNODE is not used: {_size(par_numbers(entries))}"
    findings.assume(why, par.where(lines[0]), "BINARY DDK with KIN and KOM has these terms")


def _size(v: Mapping[str, float]) -> str:
    """The bounds of the terms, in words."""
    if "A1" not in v:
        return "there is no orbit, so that it changes nothing"
    sini = v.get("SINI", 0.0)
    known = 0.0 < sini < 1.0
    factor = (1.0 + sqrt(1.0 - sini**2)) / sini if known else 1.0 + sqrt(2.0)
    mu = hypot(v.get("PMRA", v.get("PMELONG", 0.0)), v.get("PMDEC", v.get("PMELAT", 0.0)))
    by_motion = v["A1"] * mu * MAS * factor * 1e9
    parallax = v.get("PX", 0.0)
    by_parallax = v["A1"] * parallax * MAS * factor * 1e9
    at = "" if known else ", for an inclination of 45 deg"
    first = f"at most {few_digits(by_parallax, 2)} ns" if parallax > 0.0 else "unknown without PX"
    return f"its annual term is {first}, its secular term at most {few_digits(by_motion, 2)} ns a year{at}"
