"""Values with which the formula of a binary model has no result, though each is within its bounds."""

from math import degrees, sin

from jug.model.components.binary.jumps import report_jumps_without_period
from jug.model.declare import ByName

SMALLEST_SINE = 1e-9
"""Below this size the sine of KIN counts as 0."""


def report_masses(p: ByName) -> tuple[str, int, str] | None:
    """Report masses from which general relativity gives no orbit.

    Parameters
    ----------
    p : dict
        MTOT and M2, s.

    Returns
    -------
    tuple or None
        Parameter, 0, why with the way out.
    """
    way_out = "give the masses, or take BINARY DD without MTOT, and M2 only where it is known"
    if "MTOT" in p and p["MTOT"] <= 0.0:
        return "MTOT", 0, f"must be above 0, since general relativity gives the orbit from it; {way_out}"
    if "MTOT" in p and "M2" in p and p["M2"] == 0.0:
        return "M2", 0, f"must not be 0 with MTOT: sin i = A1 MTOT / (a M2) has no value; {way_out}"
    return None


def report_inclination(p: ByName) -> tuple[str, int, str] | None:
    """Report an inclination without a sine, by which the effects of KIN and KOM are divided.

    Parameters
    ----------
    p : dict
        KIN, rad.

    Returns
    -------
    tuple or None
        Parameter, 0, why with the way out.
    """
    if "KIN" in p and abs(sin(float(p["KIN"]))) < SMALLEST_SINE:
        why = f"is {degrees(float(p['KIN'])):g} deg and its sine is 0: the changes of A1 and OM with the view"
        return "KIN", 0, f"{why} are divided by it; correct the value, or leave out KIN and KOM (BINARY DD)"
    return None


def report_h4(p: ByName) -> tuple[str, int, str] | None:
    """Report H4 with H3 0: the ratio H4/H3 has no value.

    Parameters
    ----------
    p : dict
        H3 and H4, s.

    Returns
    -------
    tuple or None
        Parameter, 0, why with the way out.
    """
    if "H4" in p and p["H3"] == 0.0 and p["H4"] != 0.0:
        return "H4", 0, "must be 0 where H3 is 0: the harmonics contain H4/H3; correct H3 or H4, or leave out both"
    return None


def report_general_orbit(p: ByName) -> tuple[str, int, str] | None:
    """Report what a form of BINARY T2 cannot be evaluated with.

    Parameters
    ----------
    p : dict
        In kernel units.

    Returns
    -------
    tuple or None
        Parameter, its place, why with the way out.
    """
    return report_jumps_without_period(p) or report_masses(p) or report_inclination(p) or report_h4(p)
