"""The term -3 x eps1 / 2 of the delay, which ELL1 and ELL1H leave out (Lange+ 2001, MNRAS 326, 274, eq. A6).

ELL1k has it. Times at the pulsar in a form without it are early by d(t) = 3 x eps1(t) / 2. Where d changes (EPS1DOT,
A1DOT) the same arrival times need other frequencies at the pulsar: with r = 3 (x EPS1DOT + A1DOT EPS1) / 2,

    F0' = F0 (1 - r),   1 / PB' = (1 - r) / PB

5.8 us in 5 years for x EPS1DOT = 2.4e-14. Left out are F1 d and the curvature of d: below 1 ns for millisecond pulsars.
"""

from jug.conversion.error_propagation import NamedNumbers
from jug.core.constants import DAY


def left_out_time(form: str, a1: float, eps1: float) -> float:
    """Return the time by which an orbit is early if its form leaves the term out.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    a1 : float
        x, light-seconds.
    eps1 : float
        Eccentricity times the sine of the longitude of periastron, no unit.

    Returns
    -------
    float
        3 x eps1 / 2, d; 0 for a form that has the term.
    """
    return 0.0 if form == "ELL1K" else 1.5 * a1 * eps1 / DAY


def leaves_out(form: str, v: NamedNumbers) -> bool:
    """Whether the delay of a form, with these parameters, lacks the term -3 x eps1 / 2.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : mapping of str to float
        Parameters in par units.

    Returns
    -------
    bool
    """
    return form != "ELL1K" and "EPS1" in v


def left_out_rate(form: str, v: NamedNumbers) -> float:
    """Return the rate of change of the term 3 x eps1 / 2 that a model leaves out of its delay.

    Parameters
    ----------
    form : str
        The binary model, in capitals.
    v : mapping of str to float
        Parameters in par units.

    Returns
    -------
    float
        s/s; 0 for a model that has the term.
    """
    if not leaves_out(form, v):
        return 0.0
    return 1.5 * (v["A1"] * v.get("EPS1DOT", 0.0) + v.get("A1DOT", 0.0) * v["EPS1"])
