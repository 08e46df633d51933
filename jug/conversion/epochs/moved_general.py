"""An orbit of T2 with KIN at another T0 or TASC, with the orientation, which proper motion changes, at the new epoch.

`jug.model.components.binary.parallax` defines A and B, which grow with the time since the epoch, and a and b, which
follow from A and B. Let A, B, a and b be the values at the new epoch, counted from the old epoch. With
tan p = a / (1 + b) and R^2 = a^2 + (1 + b)^2, the terms become part of the elements:

    KIN' = KIN + A cos W - B sin W,   KOM' = KOM - (A sin W + B cos W) / tan i,   x' = R x,   w' = w + p
    dx'/dt = R dx/dt + x (A^2 + B^2) / D

D is the shift of the epoch. In the model the terms act at the time of arrival, the elements at that of emission, which
the inverse timing formula gives: 2 x^2 n p, 1 ns for J0437-4715. Of an orbit of low eccentricity e sin w changes by -n
x^2 sin 2p / x' and e cos w by n (x'^2 - x^2 cos 2p) / x', which undoes that; x^2 n e p is left out. An orbit with e =
0 stays circular. With TASC the phase from the node grows by p instead of w. Terms of third order are left out, below
1e-5 ns there.
"""

from decimal import Decimal

from jug.conversion.epochs.epoch_values import EXACT_DAY, EXACT_YEAR, MAS_EXACT, Exact, Move, positive_angle
from jug.conversion.epochs.moved_orientation import EXACT_DEGREE
from jug.conversion.epochs.orbit_epochs import period_at
from jug.core.angles import PI, arc_tangent_exact, sine_cosine_exact


def general_move(plain: Move, epoch: str, frequencies: tuple[str, ...], motion: tuple[str, str]) -> Move:
    """Return the function that moves T0 or TASC of T2 with KIN.

    Parameters
    ----------
    plain : Move
        The function for the orbit without proper motion.
    epoch, frequencies
        As in `jug.conversion.epochs.orbit_epochs.orbit_move`.
    motion : (str, str)
        Names of the proper motion in longitude and in latitude.

    Returns
    -------
    Move
    """

    def move(values: Exact) -> Exact:
        out = plain(values)
        days = out[epoch] - values[epoch]
        turn_l, turn_b = (values[name] * MAS_EXACT / EXACT_YEAR * days for name in motion)
        (si, ci), (sw, cw) = (sine_cosine_exact(values[name] * EXACT_DEGREE) for name in ("KIN", "KOM"))
        along, across = turn_l * sw + turn_b * cw, turn_l * cw - turn_b * sw
        a, b = along / si, 1 + across * ci / si
        angle, factor = arc_tangent_exact(a, b), (a * a + b * b).sqrt()
        rate_change = (turn_l * turn_l + turn_b * turn_b) / (days * EXACT_DAY) if days else Decimal(0)
        x = out["A1"]
        out |= {
            "KIN": values["KIN"] + across / EXACT_DEGREE,
            "KOM": values["KOM"] - along * ci / si / EXACT_DEGREE,
            "A1": x * factor,
            "A1DOT": out["A1DOT"] * factor + x * rate_change,
            "A1DOT2": out["A1DOT2"] * factor,
        }
        rate = 2 * PI / (period_at(out, frequencies) * EXACT_DAY)
        return _turn_orbit(out, epoch, angle, rate, x)

    return move


def _turn_orbit(out: Exact, epoch: str, angle: Decimal, rate: Decimal, x: Decimal) -> Exact:
    """The elements with the orbit turned by an angle, and without the change of the inverse timing formula."""
    s2, c2 = sine_cosine_exact(2 * angle)
    change_1, change_2 = -rate * x * x * s2 / out["A1"], rate * (out["A1"] ** 2 - x * x * c2) / out["A1"]
    days = 1 / (rate * EXACT_DAY)
    if epoch == "TASC":
        s, c = sine_cosine_exact(angle)
        eps1, eps2 = out["EPS1"] * c + out["EPS2"] * s, out["EPS2"] * c - out["EPS1"] * s
        return {**out, "TASC": out["TASC"] - angle * days, "EPS1": eps1 + change_1, "EPS2": eps2 + change_2}
    omega, e = out["OM"] * EXACT_DEGREE + angle, out["ECC"]
    if e:
        s, c = sine_cosine_exact(omega)
        eps1, eps2 = e * s + change_1, e * c + change_2
        shift = arc_tangent_exact(eps1 * c - eps2 * s, eps1 * s + eps2 * c)
        omega, e = omega + shift, (eps1 * eps1 + eps2 * eps2).sqrt()
        out = {**out, "ECC": e, "T0": out["T0"] + shift * days}
    return {**out, "OM": positive_angle(omega / EXACT_DEGREE % 360, Decimal(360))}
