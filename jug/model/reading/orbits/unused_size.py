"""The size of the effect of a parameter that the binary model of a par file lacks, to leading order.

ECC of a circular orbit:   A1 ECC / 2         the second harmonic; the mean takes the constant, 3/2 A1 ECC sin OM
EDOT, EPS1DOT, EPS2DOT:    A1 EDOT / 2        the same, growing with time
LNEDOT:                    A1 e LNEDOT / 2    the same, e = (EPS1^2 + EPS2^2)^(1/2) or ECC
OMDOT, XOMDOT:             A1 e OMDOT / 2     the second harmonic rotates
GAMMA:                     GAMMA              the Einstein delay GAMMA sin E
A0, B0:                    A0, B0             the aberration, its sine and cosine
M2, SINI:                  2 T_sun M2 ln((1 + s) / (1 - s))                       the Shapiro delay, greatest less least
H3, STIGMA:                (4 H3 / STIGMA^3) ln((1 + STIGMA) / (1 - STIGMA))      the same
H3:                        8/3 H3             its third harmonic, the same
KIN, KOM:                  A1 mu cot KIN      the size of the orbit changes by the proper motion mu, in a year; without
                                              one A1 (AU PX) / sin KIN, the annual parallax of the orbit
"""

from collections.abc import Mapping
from math import cos, exp, hypot, log, radians, sin
from typing import NamedTuple

from jug.core.constants import DAY, MAS, T_SUN
from jug.model.reading.orbits.general_orbit import BY_MASSES
from jug.text.few_digits import few_digits

YEAR_S = 365.25 * DAY
"""Length of a year, s."""


class UnusedSize(NamedTuple):
    """The size of a term that is left out.

    Parameters
    ----------
    what : str
        The term, in words.
    ns : float
        Its amplitude, or by how much that grows in a year.
    a_year : bool
        Whether it grows.
    """

    what: str
    ns: float
    a_year: bool = False

    def text(self) -> str:
        """In words, with the number to three digits."""
        if not self.ns:
            return f"0 ns, {self.what}"
        return f"{self.what} {few_digits(self.ns)} ns{' a year' if self.a_year else ''}"


def unused_size(name: str, v: Mapping[str, float]) -> UnusedSize | None:
    """Estimate the effect of a parameter that the binary model lacks.

    Parameters
    ----------
    name : str
        The parameter.
    v : dict of str to float
        The numbers of the file by name, in par units.

    Returns
    -------
    UnusedSize or None
        None where there is no leading-order form, where other parameters of the file describe the same effect (ECC
        beside EPS1 and EPS2, M2 beside H3, those that follow from MTOT), or where it is 0. For KIN and KOM with an
        effect of 0 the text has the reason.
    """
    if "MTOT" in v and name in BY_MASSES:
        return None
    if name in ("KIN", "KOM"):
        return _kopeikin(name, v)
    size = _size(name, v)
    return size if size is not None and size.ns > 0.0 else None


def _size(name: str, v: Mapping[str, float]) -> UnusedSize | None:
    a1, low = abs(v.get("A1", 0.0)) * 1e9, hypot(v.get("EPS1", 0.0), v.get("EPS2", 0.0))
    if name == "ECC" and not low:
        return UnusedSize("the second harmonic of the orbit has an amplitude of", a1 * abs(v[name]) / 2.0)
    if name in ("EDOT", "EPS1DOT", "EPS2DOT"):
        return UnusedSize("the second harmonic of the orbit grows by", a1 * abs(v[name]) * YEAR_S / 2.0, a_year=True)
    if name in ("OMDOT", "XOMDOT", "LNEDOT"):
        turn = abs(v[name] if name == "LNEDOT" else radians(v[name]))
        what = "the second harmonic of the orbit changes by"
        return UnusedSize(what, a1 * (low or abs(v.get("ECC", 0.0))) * turn / 2.0, a_year=True)
    if name in ("A0", "B0"):
        return UnusedSize("the aberration has an amplitude of", abs(v[name]) * 1e9)
    if name == "GAMMA":
        return UnusedSize("the Einstein delay has an amplitude of", abs(v[name]) * 1e9)
    return _shapiro(name, v)


def _kopeikin(name: str, v: Mapping[str, float]) -> UnusedSize:
    other = {"KIN": "KOM", "KOM": "KIN"}[name]
    if other not in v:
        return UnusedSize(f"without {other} it has no term", 0.0)
    a1, angle = abs(v.get("A1", 0.0)) * 1e9, radians(v["KIN"])
    motion = max(hypot(v.get(a, 0.0), v.get(b, 0.0)) for a, b in (("PMRA", "PMDEC"), ("PMELONG", "PMELAT")))
    if motion and (tilt := abs(cos(angle) / (sin(angle) or 1.0))) * a1:
        return UnusedSize("the size of the orbit changes by", a1 * motion * MAS * tilt, a_year=True)
    if v.get("PX") and a1 and sin(angle):
        return UnusedSize("the annual parallax of the orbit has an amplitude of", a1 * abs(v["PX"]) * MAS / sin(angle))
    return UnusedSize("as there is no proper motion and no parallax", 0.0)


def _shapiro(name: str, v: Mapping[str, float]) -> UnusedSize | None:
    what = "the Shapiro delay varies over the orbit by"
    if (name == "M2" and "H3" not in v) or (name == "SHAPMAX" and "M2" in v and "SINI" not in v):
        sine = sin(radians(v["KIN"])) if "KIN" in v else v.get("SINI", 0.0)
        sine = 1.0 - exp(-max(v[name], 0.0)) if name == "SHAPMAX" else sine
        if 0.0 < sine < 1.0:
            return UnusedSize(what, 2e9 * T_SUN * abs(v["M2"]) * log((1.0 + sine) / (1.0 - sine)))
    if name == "H3" and "M2" not in v:
        ratio = v.get("STIGMA", 0.0)
        if not ratio:
            return UnusedSize("the third harmonic of the Shapiro delay varies by", 8e9 / 3.0 * abs(v[name]))
        if 0.0 < ratio < 1.0:
            return UnusedSize(what, 4e9 * abs(v[name]) / ratio**3 * log((1.0 + ratio) / (1.0 - ratio)))
    return None
