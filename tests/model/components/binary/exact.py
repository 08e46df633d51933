"""Binary delays in 40-digit arithmetic, written from the papers and tempo2's definitions, apart from jug's code."""

from typing import Any

import mpmath as mp
import numpy as np
from mpmath import cos, log, pi, sin, sqrt

from jug.model.declare import Values

mp.mp.dps = 40
AU_LS = mp.mpf(149597870700) / 299792458


def numbers(p: Values) -> dict[str, Any]:
    """The parameters of the kernels, each with what float64 loses of it; families as they are."""
    return {name: value if np.ndim(value) else mp.fsum(map(mp.mpf, p.exact(name))) for name, value in p.items()}


def number(p: dict, name: str) -> Any:
    """A parameter, 0 where there is none."""
    value = p.get(name, 0.0)
    return value if isinstance(value, mp.mpf) else mp.mpf(float(value))


def kepler(e: Any, m: Any) -> Any:
    """Eccentric anomaly by bisection-safe Newton steps until nothing changes."""
    m = m - 2 * pi * mp.nint(m / (2 * pi))
    u = m + e * sin(m) / (1 - sin(m + e) + sin(m)) if abs(e) < 0.1 else (pi if m > 0 else -pi)
    for _ in range(200):
        step = (u - e * sin(u) - m) / (1 - e * cos(u))
        u -= step
        if abs(step) < mp.mpf(10) ** -38:
            break
    return u


def true_anomaly(e: Any, m: Any) -> Any:
    """Counted through all orbits."""
    turns = mp.nint(m / (2 * pi))
    u = kepler(e, m)
    return 2 * pi * turns + 2 * mp.atan2(sqrt(1 + e) * sin(u / 2), sqrt(1 - e) * cos(u / 2))


def mean_anomaly(p: dict, dt: Any, pb: Any = None) -> Any:
    """2 pi times the orbits since the epoch."""
    pb = number(p, "PB") if pb is None else pb
    return 2 * pi * (dt / pb - (number(p, "PBDOT") + number(p, "XPBDOT")) * (dt / pb) ** 2 / 2)


def dd(p: dict, dt: Any, x: Any, e: Any, om: Any, k: Any, n: Any, m2: Any, sini: Any) -> Any:
    """Damour & Deruelle's delay: inverse timing formula, Shapiro and aberration delays."""
    m = mean_anomaly(p, dt)
    u, nu = kepler(e, m), true_anomaly(e, m)
    w = om + k * nu
    er, et = e * (1 + number(p, "DR")), e * (1 + number(p, "DTH"))
    alpha, beta = x * sin(w), x * sqrt(1 - et**2) * cos(w) + number(p, "GAMMA")
    d = alpha * (cos(u) - er) + beta * sin(u)
    d1, d2 = -alpha * sin(u) + beta * cos(u), -alpha * cos(u) - beta * sin(u)
    nh = n / (1 - e * cos(u))
    kappa = -e * sin(u) / (1 - e * cos(u)) / 2
    inverse = d * (1 - nh * d1 + (nh * d1) ** 2 + nh**2 * d * d2 / 2 + kappa * nh**2 * d * d1)
    brace = 1 - e * cos(u) - sini * (sin(w) * (cos(u) - e) + sqrt(1 - e**2) * cos(w) * sin(u))
    a = number(p, "A0") * (sin(w + nu) + e * sin(w)) + number(p, "B0") * (cos(w + nu) + e * cos(w))
    return inverse - 2 * m2 * log(brace) + a


def dd_model(p: dict, dt: Any) -> Any:
    """BINARY DD as jug and PINT have it."""
    n = 2 * pi / (number(p, "PB") + number(p, "PBDOT") * dt)
    x = number(p, "A1") + number(p, "A1DOT") * dt + number(p, "A1DOT2") * dt**2 / 2
    e = number(p, "ECC") + number(p, "EDOT") * dt
    return dd(p, dt, x, e, number(p, "OM"), number(p, "OMDOT") / n, n, number(p, "M2"), number(p, "SINI"))


def kopeikin(p: dict, dt: Any, mu: tuple[str, str], r: Any, n: Any) -> tuple[Any, Any, Any]:
    """tempo2's a and b (see T2model.C: DAOP + DSR = x (a C + b S)) and the parallax in 1/light-s."""
    rho = sqrt(n[0] ** 2 + n[1] ** 2)
    i0 = (-r[0] * n[1] + r[1] * n[0]) / rho
    j0 = -n[2] * (r[0] * n[0] + r[1] * n[1]) / rho + r[2] * rho
    per_d = number(p, "PX") / AU_LS
    near = 1 / number(p, "D_AOP") if "D_AOP" in p else per_d
    ki, om = number(p, "KIN"), number(p, "KOM")
    ml, mb = number(p, mu[0]), number(p, mu[1])
    a = (-near * (i0 * sin(om) + j0 * cos(om)) + dt * (ml * sin(om) + mb * cos(om))) / sin(ki)
    b = (-near * (i0 * cos(om) - j0 * sin(om)) + dt * (ml * cos(om) - mb * sin(om))) / mp.tan(ki)
    return a, b, per_d


def by_masses(p: dict, x: Any, e: Any) -> dict:
    """The parameters of DD that general relativity gives (Taylor & Weisberg 1989, k and gamma with a as tempo2)."""
    m, m2, n = number(p, "MTOT"), number(p, "M2"), 2 * pi / number(p, "PB")
    m1 = m - m2
    first = a = mp.cbrt(m / n**2)
    for _ in range(60):
        a = first * (1 + (m1 * m2 / m**2 - 9) * m / (2 * a)) ** (mp.mpf(2) / 3)
    peters = (1 + mp.mpf(73) / 24 * e**2 + mp.mpf(37) / 96 * e**4) / (1 - e**2) ** (mp.mpf(7) / 2)
    return {
        **p,
        "SINI": x * m / (a * m2),
        "OMDOT": n * 3 * m / (a * (1 - e**2)) + number(p, "XOMDOT"),
        "GAMMA": e * m2 * (m1 + 2 * m2) / (n * a * m),
        "DR": (3 * m1**2 + 6 * m1 * m2 + 2 * m2**2) / (a * m),
        "DTH": (mp.mpf(7) / 2 * m1**2 + 6 * m1 * m2 + 2 * m2**2) / (a * m),
        "PBDOT": -192 * pi / 5 * n ** (mp.mpf(5) / 3) * m1 * m2 / mp.cbrt(m) * peters,
    }


def elements_after_jumps(p: dict, t: Any, om_unit: Any, pb_unit: Any) -> tuple[dict, Any]:
    """The elements after the jumps before a time, and the delay of the jumps of phase."""
    now, delay = dict(p), mp.mpf(0)
    grow = {"A1": ("BPJA1", 1), "ECC": ("BPJEC", 1), "OM": ("BPJOM", om_unit), "PB": ("BPJPB", pb_unit)}
    for j, epoch in enumerate(p.get("BPJEP", ())):
        if t > epoch:
            delay += mp.mpf(float(p["BPJPH"][j])) / mp.mpf(float(p["F"][0]))
            for name, (jump, unit) in grow.items():
                now[name] = number(now, name) + mp.mpf(float(p[jump][j])) * unit
    return now, delay


def companions(p: dict, t: Any) -> Any:
    """Delay of the orbits with PB_2, PB_3, PB_4."""
    total = mp.mpf(0)
    for j in (2, 3, 4):
        if f"PB_{j}" in p:
            own = {name: number(p, f"{name}_{j}") for name in ("PB", "A1", "T0", "ECC", "OM")}
            n, none = 2 * pi / own["PB"], mp.mpf(0)
            total += dd(own, t - own["T0"], own["A1"], own["ECC"], own["OM"], none, n, none, none)
    return total


def t2_everything(p: dict, dt: Any, mu: tuple[str, str], r: Any, n_psr: Any) -> Any:
    """T2 with T0, masses, jumps and companions."""
    t = dt + number(p, "T0")
    p, jump = elements_after_jumps(p, t, pi / 180, 86400)
    if "MTOT" in p:
        x, e = number(p, "A1") + number(p, "A1DOT") * dt, number(p, "ECC") + number(p, "EDOT") * dt
        p = by_masses(p, x, e)
    return t2_eccentric(p, dt, mu, r, n_psr) + jump + companions(p, t)


def t2_eccentric(p: dict, dt: Any, mu: tuple[str, str], r: Any, n_psr: Any) -> Any:
    """T2 with T0."""
    n = 2 * pi / number(p, "PB")
    x, e = number(p, "A1") + number(p, "A1DOT") * dt, number(p, "ECC") + number(p, "EDOT") * dt
    sini = 1 - mp.exp(-number(p, "SHAPMAX")) if "SHAPMAX" in p else number(p, "SINI")
    sini = sini if "SHAPMAX" in p or "SINI" in p else sin(number(p, "KIN"))
    k = number(p, "OMDOT") / n
    total = dd(p, dt, x, e, number(p, "OM"), k, n, number(p, "M2"), sini)
    if "KIN" not in p:
        return total
    m = mean_anomaly(p, dt)
    u, nu = kepler(e, m), true_anomaly(e, m)
    w = number(p, "OM") + k * nu
    er, et = e * (1 + number(p, "DR")), e * (1 + number(p, "DTH"))
    c = cos(w) * (cos(u) - er) - sqrt(1 - et**2) * sin(w) * sin(u)
    s = sin(w) * (cos(u) - er) + cos(w) * sqrt(1 - et**2) * sin(u)
    a, b, per_d = kopeikin(p, dt, mu, r, n_psr)
    rho, ki = 1 - e * cos(u), number(p, "KIN")
    along = rho * sin(w + nu)
    return total + x * (a * c + b * s) + per_d * x**2 / 2 * ((rho / sin(ki)) ** 2 - along**2)


def t2_circular(p: dict, dt: Any, mu: tuple[str, str], r: Any, n_psr: Any) -> Any:
    """T2 with TASC."""
    if "MTOT" in p:
        p = {**by_masses(p, number(p, "A1") + number(p, "A1DOT") * dt, mp.mpf(0)), "DR": 0, "DTH": 0, "GAMMA": 0}
    n = 2 * pi / number(p, "PB")
    f, x = mean_anomaly(p, dt), number(p, "A1") + number(p, "A1DOT") * dt
    e1, e2 = number(p, "EPS1") + number(p, "EPS1DOT") * dt, number(p, "EPS2") + number(p, "EPS2DOT") * dt
    s = sin(f) - (e1 * cos(2 * f) - e2 * sin(2 * f)) / 2
    d, d1, d2 = x * s, x * cos(f), -x * sin(f)
    total = d * (1 - n * d1 + (n * d1) ** 2 + n**2 * d * d2 / 2) + number(p, "A0") * sin(f) + number(p, "B0") * cos(f)
    if "H4" in p:
        h3, h4, q = number(p, "H3"), number(p, "H4"), number(p, "H4") / number(p, "H3")
        highest = int(p.get("_harmonics", 4))
        total += -mp.mpf(4) / 3 * h3 * sin(3 * f) + h4 * cos(4 * f)
        for j in range(5, highest + 1):
            sign = (-1) ** (j // 2) if j % 2 == 0 else (-1) ** ((j - 1) // 2)
            total += 4 * h4 * sign * q ** (j - 4) / j * (cos(j * f) if j % 2 == 0 else sin(j * f))
    elif "STIGMA" in p:
        q = number(p, "STIGMA")
        harmonics = 2 * q * sin(f) - q**2 * cos(2 * f)
        total += -2 * number(p, "H3") / q**3 * (log(1 + q**2 - 2 * q * sin(f)) + harmonics)
    elif "H3" in p:
        total += -mp.mpf(4) / 3 * number(p, "H3") * sin(3 * f)
    else:
        sini = number(p, "SINI") if "SINI" in p else sin(number(p, "KIN"))
        total += -2 * number(p, "M2") * log(1 - sini * sin(f))
    if "KIN" not in p:
        return total
    a, b, _ = kopeikin(p, dt, mu, r, n_psr)
    return total + x * (a * (cos(f) + (e2 * cos(2 * f) + e1 * sin(2 * f)) / 2) + b * s)


def mss(p: dict, dt: Any) -> Any:
    """MSS: x and omega as series in the true anomaly."""
    n = 2 * pi / number(p, "PB")
    e = number(p, "ECC") + number(p, "EDOT") * dt + number(p, "E2DOT") * dt**2 / 2
    m = mean_anomaly(p, dt)
    s = true_anomaly(e, m) / n
    x = number(p, "A1") + number(p, "A1DOT") * s + number(p, "A1DOT2") * s**2 / 2
    om = number(p, "OM") + number(p, "OMDOT") * s + number(p, "OM2DOT") * s**2 / 2
    sini = number(p, "SINI")
    total = dd(p, dt, x, e, om, mp.mpf(0), n, number(p, "M2"), sini)
    u = kepler(e, m)
    along = sin(om) * (cos(u) - e) + sqrt(1 - e**2) * cos(om) * sin(u)
    away = 1 - e * cos(u)
    total += -number(p, "SHAPMAX") * log(away - sini * along)
    return total + number(p, "ORBPX") * x**2 / 2 * ((away / sini) ** 2 - along**2)


def btj(p: dict, t: Any) -> Any:
    """BTJ: BT with jumps."""
    dt = t - number(p, "T0")
    p, total = elements_after_jumps(p, t, 1, 1)
    x, e = number(p, "A1") + number(p, "A1DOT") * dt, number(p, "ECC") + number(p, "EDOT") * dt
    om, pb = number(p, "OM") + number(p, "OMDOT") * dt, number(p, "PB")
    u = kepler(e, mean_anomaly(p, dt))
    alpha, beta = x * sin(om), x * sqrt(1 - e**2) * cos(om)
    q = alpha * (cos(u) - e) + (beta + number(p, "GAMMA")) * sin(u)
    return total + q - 2 * pi / pb * q * (beta * cos(u) - alpha * sin(u)) / (1 - e * cos(u))


def ell1(p: dict, dt: Any) -> Any:
    """ELL1 from the exact Kepler orbit: what the series in e approximates, without the constant -3 x eps1 / 2."""
    n = 2 * pi / number(p, "PB")
    e1, e2 = number(p, "EPS1"), number(p, "EPS2")
    e, w = sqrt(e1**2 + e2**2), mp.atan2(e1, e2)
    u = kepler(e, mean_anomaly(p, dt) - w)
    x, root = number(p, "A1"), sqrt(1 - e**2)
    alpha, beta = x * sin(w), x * root * cos(w)
    d = alpha * (cos(u) - e) + beta * sin(u) + 3 * x * e1 / 2
    nh = n / (1 - e * cos(u))
    d1, d2 = -alpha * sin(u) + beta * cos(u), -alpha * cos(u) - beta * sin(u)
    kappa = -e * sin(u) / (1 - e * cos(u)) / 2
    return d * (1 - nh * d1 + (nh * d1) ** 2 + nh**2 * d * d2 / 2 + kappa * nh**2 * d * d1)
