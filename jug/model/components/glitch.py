"""Glitches: a step in phase and spin, part of which decays (Glitch in PINT).

phase += GLPH + GLF0 dt + GLF1 dt^2/2 + GLF2 dt^3/6 + sum_m GLF0D_m GLTD_m (1 - exp(-dt/GLTD_m))    turns

dt = t - GLEP in s, where it is positive; before GLEP a glitch has no effect. t is the time of emission. A glitch has
up to three decays: GLF0D/GLTD, GLF0D2/GLTD2 and GLF0D3/GLTD3. Edwards, Hobbs & Manchester 2006, MNRAS 372, 1549,
section 3.4. PINT 1.1.8 has one decay and is else the same. tempo2 has three decays; its glitches begin at the
barycentric time, which differs from the time of emission by the binary delay. GLEP can be fitted by the slope after
the glitch. PINT can fit GLEP too, but not together with GLPH.
"""

from jug.core.array import Float, Member, Row
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    first_wrong,
    indexed_family,
)

GL = indexed_family("GL")

DECAYS = (("GLF0D", "GLTD"), ("GLF0D2", "GLTD2"), ("GLF0D3", "GLTD3"))

PARAMS = (
    Param("GLEP", "MJD", "Epoch of the glitch", 0, codec="mjd", family=GL),
    Param("GLPH", "turn", "Step in phase", 0, default=0.0, family=GL),
    Param("GLF0", "Hz", "Permanent step in spin frequency", -1, default=0.0, family=GL),
    Param("GLF1", "Hz/s", "Permanent step in the first derivative of the spin frequency", -2, default=0.0, family=GL),
    Param("GLF2", "Hz/s^2", "Permanent step in the second derivative", -3, default=0.0, family=GL),
    *(
        q
        for step, time in DECAYS
        for q in (
            Param(step, "Hz", "Decaying step in spin frequency", -1, default=0.0, family=GL),
            Param(time, "d", "Time constant of the decay", 1, default=0.0, family=GL, bounds=(None, 1e6)),
        )
    ),
)


def _since(xp: Namespace, p: Values, t: Float[Row]) -> tuple[Float[Row, Member], Float[Row, Member]]:
    """Time since each glitch in s, 0 before it; and 1 after the glitch, 0 before. (n, k) each."""
    dt = t[:, None] - p["GLEP"]
    return xp.where(dt > 0.0, dt, 0.0), xp.where(dt > 0.0, 1.0, 0.0)


def _time_constant(xp: Namespace, p: Values, key: str) -> tuple[Float[Member], Float[Member]]:
    """Time constant of a decay in s, and 1 where there is a decay, else 0; (k,) each.

    The time constant is 1 s where there is no decay. It is NaN where it is negative, so that a fit rejects such a step.
    """
    there = xp.where(p[key] > 0.0, 1.0, 0.0)
    return xp.where(p[key] > 0.0, p[key], xp.where(p[key] == 0.0, 1.0, xp.nan)), there


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase added by the glitches, (n,) turns."""
    dt, after = _since(xp, p, t)
    turns = after * p["GLPH"] + dt * (p["GLF0"] + dt * (0.5 * p["GLF1"] + dt * (p["GLF2"] / 6.0)))
    for step, time in DECAYS:
        tau, there = _time_constant(xp, p, time)
        turns = turns - there * p[step] * tau * xp.expm1(-dt / tau)
    return xp.sum(turns, axis=1)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by each parameter of each glitch, (n, k), and by the time of emission, (n,) turns/s."""
    dt, after = _since(xp, p, t)
    rate = after * (p["GLF0"] + dt * (p["GLF1"] + dt * (0.5 * p["GLF2"])))
    by = {"GLPH": after, "GLF0": dt, "GLF1": 0.5 * dt**2, "GLF2": dt**3 / 6.0}
    for step, time in DECAYS:
        tau, there = _time_constant(xp, p, time)
        left = xp.exp(-dt / tau)
        rate = rate + after * there * p[step] * left
        by[step] = -there * tau * xp.expm1(-dt / tau)
        by[time] = -there * p[step] * (xp.expm1(-dt / tau) + left * (dt / tau))
    return {**by, "GLEP": -rate, "t": xp.sum(rate, axis=1)}


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a decaying step without a positive time constant."""
    for step, time in DECAYS:
        wrong = ((p[step] != 0.0) & (p[time] <= 0.0)) | (p[time] < 0.0)
        if found := first_wrong(step, wrong, f"needs a {time} above zero"):
            return found
    return None


COMPONENT = Component(
    "glitches", PARAMS, phase=phase, partials=partials, check=check, triggers=tuple(q.name for q in PARAMS)
)
