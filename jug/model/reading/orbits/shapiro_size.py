"""The size of the Shapiro delay that the values of a par file give, for a warning about one that is not physical.

delay = -2 T_sun M2 ln(1 - e cos E - s [sin w (cos E - e) + (1 - e^2)^(1/2) cos w sin E])    s
delay = -2 (H3 / STIGMA^3) ln(1 + STIGMA^2 - 2 STIGMA sin Phi)    s

These are the delays of DD and, with the orthometric parameters, of ELL1H (Damour & Deruelle 1986, Freire & Wex 2010,
eq. 29), whose third harmonic is -4/3 H3 sin 3 Phi. E is the eccentric anomaly, Phi the orbital phase from the ascending
node.
"""

from collections.abc import Mapping
from math import cos, exp, log, pi, radians, sin, sqrt

from jug.core.constants import DAY, T_SUN
from jug.model.parameters import Entry, par_numbers
from jug.text.few_digits import nanoseconds

ORBIT_PHASES = 3600
"""Phases of the orbit at which the delay is evaluated."""


def shapiro_size(entries: Mapping[str, Entry]) -> str:
    """Describe the size of the Shapiro delay of the orbit.

    Parameters
    ----------
    entries : dict of str to Entry
        The parameters that the par file gives.

    Returns
    -------
    str
        Its range in ns where it is finite over the whole orbit, else its rms over the phases where it is finite. Empty
        where the parameters do not determine it, as in DDGR, and where it overflows.
    """
    return delay_size(par_numbers(entries))


def delay_size(v: Mapping[str, float]) -> str:
    """Describe the size of the Shapiro delay as `shapiro_size`, from numbers.

    Parameters
    ----------
    v : dict of str to float
        Numbers by name, in par units.

    Returns
    -------
    str
    """
    if "H3" in v and "STIGMA" not in v:
        size = nanoseconds(8.0 / 3.0 * abs(v["H3"]))
        return f"the third harmonic of the Shapiro delay varies by {size} over the orbit"
    try:
        found = _orthometric(v) if "H3" in v and "STIGMA" in v else _by_mass(v)
        text = _size_sentence(*found) if found is not None else ""
    except ArithmeticError:
        return ""
    return "" if "nan" in text or "inf " in text else text


def sine_by_masses(entries: Mapping[str, Entry]) -> str:
    """Describe the sine of the inclination that general relativity gives (DDGR), where it is above 1.

    Parameters
    ----------
    entries : dict of str to Entry
        The parameters that the par file gives.

    Returns
    -------
    str
        Empty where the masses do not give it, or it is at most 1.
    """
    v = par_numbers(entries)
    if not v.get("M2") or v.get("MTOT", 0.0) <= 0.0 or not v.get("PB"):
        return ""
    sine = v.get("A1", 0.0) * (2.0 * pi / (v["PB"] * DAY)) ** (2.0 / 3.0) * (T_SUN * v["MTOT"]) ** (2.0 / 3.0)
    sine /= T_SUN * v["M2"]
    lost = "so that a TOA near conjunction has no Shapiro delay and is refused"
    return f"general relativity gives sin i = {sine:.3g}, {lost}" if abs(sine) > 1.0 else ""


def _size_sentence(factor: float, braces: list[tuple[float, float]]) -> str:
    """The sentence for a factor, s, and at each phase its weight in time and the argument of the logarithm."""
    delays = [factor * log(brace) for _, brace in braces if brace > 0.0]
    if len(delays) == len(braces):
        return f"the Shapiro delay varies by {nanoseconds(max(delays) - min(delays))} over the orbit"
    weights = [weight for weight, brace in braces if brace > 0.0]
    mean = sum(w * d for w, d in zip(weights, delays, strict=True)) / sum(weights)
    variance = sum(w * (d - mean) ** 2 for w, d in zip(weights, delays, strict=True)) / sum(weights)
    lost = 100.0 * (1.0 - sum(weights) / sum(weight for weight, _ in braces))
    return f"the Shapiro delay is {nanoseconds(sqrt(variance))} rms over the orbit, and not finite on {lost:.2g}% of it"


def _by_mass(v: Mapping[str, float]) -> tuple[float, list[tuple[float, float]]] | None:
    """-2 T_sun M2, s, and at each phase its weight in time and the argument of the logarithm."""
    if "KIN" in v:
        s = sin(radians(v["KIN"]))
    elif "SHAPMAX" in v:
        s = 1.0 - exp(-v["SHAPMAX"])
    elif "SINI" in v:
        s = v["SINI"]
    else:
        return None
    e, w = v.get("ECC", 0.0), radians(v.get("OM", 0.0))
    across = sqrt(max(1.0 - e * e, 0.0)) * cos(w)
    braces = []
    for k in range(ORBIT_PHASES):
        u = 2.0 * pi * k / ORBIT_PHASES
        flat = 1.0 - e * cos(u)
        braces.append((flat, flat - s * (sin(w) * (cos(u) - e) + across * sin(u))))
    return -2.0 * T_SUN * v.get("M2", 0.0), braces


def _orthometric(v: Mapping[str, float]) -> tuple[float, list[tuple[float, float]]]:
    """The same with H3 and STIGMA."""
    ratio = v["STIGMA"]
    braces = [(1.0, 1.0 + ratio * ratio - 2.0 * ratio * sin(2.0 * pi * k / ORBIT_PHASES)) for k in range(ORBIT_PHASES)]
    return -2.0 * v["H3"] / ratio**3, braces
