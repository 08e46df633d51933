"""The Shapiro delay and the steady effects of masses and orientation, in the parameters of every binary model.

In DDGR, XPBDOT and XOMDOT are the differences of a model's PBDOT and OMDOT from general relativity. T2's KIN and KOM
are 180 deg - KIN and 90 deg - KOM of DDK.
"""

from math import asin, cos, degrees, exp, log, pi, radians, sin, sqrt
from typing import cast

from jug.conversion.binaries.orbit_values import OrbitValues, orbits_per_day
from jug.core.constants import DAY, DEG, MAS, T_SUN, YEAR
from jug.errors import InputError
from jug.model.components.binary.ddgr import Relativity, relativity
from jug.model.declare import ByName

ORTHOMETRIC_MODELS = ("ELL1H", "DDH")

MASS_ITERATIONS = 6
"""Number of iterations for masses from SINI. The relation of SINI to the masses differs from Kepler's by 1e-5."""


def from_companion(form: str, v: OrbitValues) -> OrbitValues:
    """Replace the companion's parameters of a form by M2, SINI and secular changes.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : dict of str to float
        Parameters in par units. It is changed in place.

    Returns
    -------
    dict of str to float
        Parameters of the general orbit, in par units.
    """
    if "SHAPMAX" in v and form != "MSS":
        v["SINI"] = 1.0 - exp(-v.pop("SHAPMAX"))
    if "H3" in v:
        h3, ratio = v.pop("H3"), v.pop("STIGMA", 0.0)
        if "H4" in v:
            ratio = v.pop("H4") / h3
        if ratio > 0.0:
            v.update(M2=h3 / ratio**3 / T_SUN, SINI=2.0 * ratio / (1.0 + ratio**2))
        else:
            v["_H3"] = h3
    if "MTOT" in v:
        v = _from_relativity(v, form == "T2")
    if form == "T2" and "KIN" in v:
        sini = v.get("SINI")
        v.update(KIN=180.0 - v["KIN"], KOM=90.0 - v["KOM"])
        v = _from_kopeikin(v)
        v["SINI"] = v["SINI"] if sini is None else sini
    if form == "DDK":
        v = _from_kopeikin(v)
    for name in ("OM2DOT", "E2DOT", "ORBPX", "SHAPMAX", "D_AOP", "NHARMS"):
        v.pop(name, None)
    return v


def with_first_harmonics(v: OrbitValues) -> OrbitValues:
    """Return a low-eccentricity orbit without the first two harmonics of the Shapiro delay, which it absorbed with H3.

    Eq. 28 of Freire & Wex (2010, MNRAS 409, 199) is eq. 29 less -4 r s sin Phi + 2 r s^2 cos 2 Phi, with s = STIGMA and
    r = H3 / s^3. The orbit x sin Phi - x EPS1 / 2 cos 2 Phi has these terms instead. They are subtracted from it.
    """
    ratio = v["H4"] / v["H3"] if "H4" in v else v.get("STIGMA", 0.0)
    if ratio <= 0.0:
        return v
    r = v["H3"] / ratio**3
    a1 = v["A1"] - 4.0 * r * ratio
    return {**v, "A1": a1, "EPS1": (v["A1"] * v["EPS1"] - 4.0 * r * ratio**2) / a1}


def _motion(v: OrbitValues) -> tuple[float, float]:
    """Proper motion along and across, rad/s."""
    pair = ("PMELONG", "PMELAT") if "PMELONG" in v else ("PMRA", "PMDEC")
    along, across = (v.get(name, 0.0) * MAS / YEAR for name in pair)
    return along, across


def _kopeikin(v: OrbitValues, kin: float, kom: float) -> tuple[float, float]:
    """Secular changes by proper motion: of A1 (light-s/s) and OM (deg/yr)."""
    along, across = _motion(v)
    i, w = kin * DEG, kom * DEG
    i_rate = across * cos(w) - along * sin(w)
    return v["A1"] * i_rate * cos(i) / sin(i), degrees((along * cos(w) + across * sin(w)) / sin(i)) * YEAR


def _from_kopeikin(v: OrbitValues) -> OrbitValues:
    kin, kom = v.pop("KIN"), v.pop("KOM")
    a1dot, omdot = _kopeikin(v, kin, kom)
    v.update(SINI=sin(kin * DEG), A1DOT=v.get("A1DOT", 0.0) + a1dot, OMDOT=v.get("OMDOT", 0.0) + omdot)
    v.update(_KIN=kin, _KOM=kom)
    return v


def _relativity(v: OrbitValues, mtot: float, m2: float, tempo2: bool = False) -> Relativity:
    """Post-Keplerian parameters of general relativity for two masses, in solar masses."""
    period = {"PB": v["PB"] * DAY} if "PB" in v else {"FB": [v["FB0"]]}
    p = {"MTOT": mtot * T_SUN, "M2": m2 * T_SUN, "XOMDOT": 0.0, **period}
    return relativity(cast(ByName, p), v["A1"], v["ECC"], tempo2)


def _omdot(g: Relativity) -> float:
    """deg/yr."""
    return degrees(g.k * g.n) * YEAR


def _from_relativity(v: OrbitValues, tempo2: bool) -> OrbitValues:
    g = _relativity(v, v.pop("MTOT"), v["M2"], tempo2)
    v.update({"SINI": float(g.sini), "GAMMA": float(g.gamma), "DR": float(g.dr), "DTH": float(g.dth)})
    v["PBDOT"] = float(g.pbdot)
    v["OMDOT"] = _omdot(g) + v.pop("XOMDOT", 0.0)
    return v


def _masses(v: OrbitValues) -> tuple[float, float]:
    """Total mass and companion's mass, solar masses. MTOT follows from OMDOT, else from M2 and SINI; M2 is given, or
    follows from GAMMA, else from SINI."""
    n, e, m2, sini = 2.0 * pi * orbits_per_day(v) / DAY, v["ECC"], v.get("M2", 0.0), v.get("SINI", 0.0)
    omdot, gamma = radians(v.get("OMDOT", 0.0)) / YEAR, v.get("GAMMA", 0.0)
    f = n**2 * v["A1"] ** 3 / T_SUN
    if omdot <= 0.0:
        if m2 <= 0.0 or sini <= 0.0:
            raise InputError("DDGR needs two masses", hint="give OMDOT with M2, GAMMA or SINI; or M2 with SINI")
        mtot = sqrt((m2 * sini) ** 3 / f)
        for _ in range(MASS_ITERATIONS):
            mtot *= (sini / float(_relativity(v, mtot, m2).sini)) ** 1.5
        return mtot, m2
    mtot = (omdot / n * (1.0 - e**2) / 3.0) ** 1.5 / n / T_SUN
    if m2 > 0.0:
        return mtot, m2
    if gamma > 0.0 and e > 0.0:
        product = gamma * n * (mtot * T_SUN / n**2) ** (1.0 / 3.0) * mtot / e / T_SUN
        return mtot, 0.5 * (sqrt(mtot**2 + 4.0 * product) - mtot)
    if sini > 0.0:
        m2 = (f * mtot**2) ** (1.0 / 3.0) / sini
        for _ in range(MASS_ITERATIONS):
            m2 *= float(_relativity(v, mtot, m2).sini) / sini
        return mtot, m2
    raise InputError("DDGR needs the companion's mass too", hint="give M2, GAMMA or SINI")


def _to_relativity(v: OrbitValues, m2: float, sini: float) -> OrbitValues:
    mtot, m2 = _masses({**v, "M2": m2, "SINI": sini})
    g = _relativity(v, mtot, m2)
    v.update(M2=m2, MTOT=mtot)
    v["XOMDOT"] = v.pop("OMDOT", 0.0) - _omdot(g)
    if abs(v["XOMDOT"]) < 1e-12 * _omdot(g):
        v["XOMDOT"] = 0.0
    v["XPBDOT"] = v.get("XPBDOT", 0.0) + v.pop("PBDOT", 0.0) - float(g.pbdot)
    for name in ("GAMMA", "DR", "DTH"):
        v.pop(name, None)
    return v


def to_companion(form: str, v: OrbitValues, kom: float) -> OrbitValues:
    """Replace M2, SINI and secular changes by the companion's parameters of a form.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : dict of str to float
        Parameters of the general orbit, in par units. It is changed in place.
    kom : float
        KOM of DDK, deg, where the general orbit has none.

    Returns
    -------
    dict of str to float
        Parameters of the form, in par units.

    Raises
    ------
    InputError
        The form needs masses or an inclination that do not follow from the orbit.
    """
    kin, own_kom, h3_alone = v.pop("_KIN", None), v.pop("_KOM", kom), v.pop("_H3", None)
    if h3_alone is not None:
        if form != "ELL1H":
            raise InputError(
                "H3 alone does not determine M2 and SINI", hint="fit H4 or STIGMA too, or convert to ELL1H"
            )
        return {**v, "H3": h3_alone}
    m2, sini = v.pop("M2", 0.0), v.pop("SINI", 0.0)
    if form == "DDGR":
        return _to_relativity(v, m2, sini)
    if form == "DDK" or (form == "T2" and kin is not None):
        if kin is None and sini <= 0.0:
            raise InputError("without SINI there is no KIN", hint="give M2 and SINI")
        kin = degrees(asin(min(sini, 1.0))) if kin is None else kin
        a1dot, omdot = _kopeikin(v, kin, own_kom)
        v.update(M2=m2, KIN=kin, KOM=own_kom, A1DOT=v.get("A1DOT", 0.0) - a1dot, OMDOT=v.get("OMDOT", 0.0) - omdot)
        if form == "T2":
            v.update(KIN=180.0 - kin, KOM=90.0 - own_kom)
    elif (sini >= 1.0 and form == "DDS") or (sini > 1.0 + 1e-12 and form in ORTHOMETRIC_MODELS):
        raise InputError(f"an orbit seen edge on, SINI 1, has no slopes in {form}", hint="give SINI a little below 1")
    elif form == "DDS":
        v.update(M2=m2, SHAPMAX=-log(1.0 - sini))
    elif form in ORTHOMETRIC_MODELS:
        if sini <= 0.0:
            raise InputError("without SINI there is no STIGMA", hint="give M2 and SINI")
        ratio = sini / (1.0 + sqrt(max(1.0 - sini**2, 0.0)))
        v.update(H3=m2 * T_SUN * ratio**3, STIGMA=ratio)
    elif form != "BT":
        v.update(M2=m2, SINI=sini)
    if form == "BT":
        for name in ("DR", "DTH", "A0", "B0"):
            v.pop(name, None)
    return v
