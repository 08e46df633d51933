"""Low-eccentricity orbits (TASC, EPS1, EPS2) as eccentric ones (T0, ECC, OM), and back.

The phase of a low-eccentricity orbit is counted from the node. Its frequency is that of the node, f + OMDOT / 360 deg:

    EPS1 = e sin w, EPS2 = e cos w, TASC = T0 - (w / 360 deg) PB - 3 x EPS1 / 2      (Lange+ 2001, MNRAS 326, 274)

where PB is the period of the node. The derivatives are those of e sin w and e cos w:

    EPS1DOT = EDOT sin w + OMDOT e cos w,   EPS2DOT = EDOT cos w - OMDOT e sin w

The last term of TASC, s, is there only for a form that leaves it out of its delay (`left_out_term`).
"""

from math import atan2, cos, degrees, hypot, pi, radians, sin

from jug.conversion.binaries.left_out_term import left_out_time
from jug.conversion.binaries.orbit_values import OrbitValues, advance, orbits_per_day, set_frequency
from jug.conversion.binaries.radial_drift import radial
from jug.core.constants import DAY, YEAR


def from_laplace(form: str, v: OrbitValues, half_turns: int | None = None) -> OrbitValues:
    """Convert TASC, EPS1 and EPS2 to T0, ECC and OM, with their rates.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : dict of str to float
        Parameters in par units, epochs in days. It is changed in place.
    half_turns : int, optional
        For an eccentricity that is small compared with its change (`jug.conversion.binaries.radial_drift`).

    Returns
    -------
    dict of str to float
        ``v``, now with T0, ECC, OM, OMDOT and EDOT.
    """
    e1, e2 = v.pop("EPS1"), v.pop("EPS2")
    d1 = d2 = 0.0
    e = hypot(e1, e2)
    w = atan2(e1, e2) % (2.0 * pi)
    if form == "ELL1K":
        turning, growth = v.get("OMDOT", 0.0), v.pop("LNEDOT", 0.0) * e / YEAR
    else:
        d1, d2 = v.pop("EPS1DOT", 0.0), v.pop("EPS2DOT", 0.0)
        turning = degrees((d1 * e2 - d2 * e1) / e**2) * YEAR if e > 0.0 else 0.0
        growth = (d1 * e1 + d2 * e2) / e if e > 0.0 else 0.0
    if half_turns is not None:
        w, e, growth = radial(e1, e2, d1, d2, half_turns)
        turning = 0.0
    if turning:
        set_frequency(v, orbits_per_day(v) - turning / 360.0 * DAY / YEAR)
    shift = w / (2.0 * pi) / orbits_per_day(v)
    v.update(
        ECC=e + growth * shift * DAY,
        OM=degrees(w % (2.0 * pi)) + turning * shift * DAY / YEAR,
        OMDOT=turning,
        EDOT=growth,
    )
    advance(v, shift)
    v["T0"] = v.pop("TASC") + shift + left_out_time(form, v["A1"], e1 + d1 * shift * DAY)
    return v


def to_laplace(form: str, v: OrbitValues) -> OrbitValues:
    """Convert T0, ECC and OM to TASC, EPS1 and EPS2, with their rates.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : dict of str to float
        Parameters in par units, epochs in days. It is changed in place.

    Returns
    -------
    dict of str to float
        ``v``, now with TASC, EPS1, EPS2 and the rates that the form has.
    """
    e, w, turning, growth = v.pop("ECC"), radians(v.pop("OM")) % (2.0 * pi), v.pop("OMDOT", 0.0), v.pop("EDOT", 0.0)
    node = orbits_per_day(v) + turning / 360.0 * DAY / YEAR
    if turning:
        set_frequency(v, node)
    shift = w / (2.0 * pi) / node
    if form == "ELL1K" and abs(e - growth * shift * DAY) < 0.5 * abs(growth) * DAY / node:
        shift -= 1.0 / node  # LNEDOT needs an eccentricity at TASC: that of the next node
    w, e = w - radians(turning) * shift * DAY / YEAR, e - growth * shift * DAY
    v.update(EPS1=e * sin(w), EPS2=e * cos(w))
    advance(v, -shift)
    v["TASC"] = v.pop("T0") - shift - left_out_time(form, v["A1"], v["EPS1"])
    if form == "ELL1K":
        v.update(OMDOT=turning, LNEDOT=growth * YEAR / e if e != 0.0 else 0.0)
    else:
        rate = radians(turning) / YEAR
        v.update(EPS1DOT=growth * sin(w) + rate * e * cos(w), EPS2DOT=growth * cos(w) - rate * e * sin(w))
    for name in ("GAMMA", "DR", "DTH", "A0", "B0"):
        v.pop(name, None)
    return v
