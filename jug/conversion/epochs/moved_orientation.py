"""An orbit of DDK at another T0, with the orientation, which proper motion changes, at the new T0.

In the terms of `jug.model.components.binary.kopeikin`, delta and the change of omega are counted from T0. With D the
shift of T0, r = d delta / dt, i' = KIN + r D and c = cot i':

    KIN' = i',   x' = x (1 + r D c),   dx'/dt = dx/dt (1 + r D c) - x r^2 D (c^2 + 1 / sin^2 i')
    OM' = OM + m D / sin i',   dOM'/dt = dOM/dt - m r D c / sin i',   m = mu_l cos W + mu_b sin W

x, OM and their derivatives are those at the new T0 without proper motion. The last terms are of second order: 1 ns for
an orbit of 10 light-s that has turned by 2 arcsec. Terms of third order are left out, below 1e-5 ns there.
"""

from collections.abc import Mapping
from decimal import Decimal

from jug.conversion.epochs.epoch_values import EXACT_DAY, EXACT_YEAR, MAS_EXACT, Exact, Move, positive_angle
from jug.conversion.epochs.orbit_epochs import orbit_move
from jug.core.angles import PI, sine_cosine_exact

EXACT_DEGREE = PI / 180
"""One degree, rad, with all digits of the decimal arithmetic."""


def orientation_move(
    values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...], motion: tuple[str, str]
) -> Move:
    """Return the function that moves T0 of DDK with K96.

    Parameters
    ----------
    values, epoch, to, frequencies
        As in `jug.conversion.epochs.orbit_epochs.orbit_move`.
    motion : (str, str)
        Names of the proper motion in longitude and in latitude.

    Returns
    -------
    Move
    """
    plain = orbit_move("DDK", values, epoch, to, frequencies)

    def move(values: Exact) -> Exact:
        out = plain(values)
        days = out[epoch] - values[epoch]
        sw, cw = sine_cosine_exact(values["KOM"] * EXACT_DEGREE)
        mu_l, mu_b = (values[name] * MAS_EXACT / EXACT_YEAR for name in motion)  # rad/d
        rate, turn = mu_b * cw - mu_l * sw, mu_l * cw + mu_b * sw
        inclination = values["KIN"] * EXACT_DEGREE + rate * days
        s, c = sine_cosine_exact(inclination)
        factor, rate_change = 1 + rate * days * c / s, -rate * rate * days * (c * c + 1) / (s * s)
        omega = out["OM"] + turn * days / s / EXACT_DEGREE
        return {
            **out,
            "KIN": inclination / EXACT_DEGREE,
            "A1": out["A1"] * factor,
            "A1DOT": out["A1DOT"] * factor + out["A1"] * rate_change / EXACT_DAY,
            "A1DOT2": out["A1DOT2"] * factor,
            "OM": positive_angle(omega % 360, Decimal(360)),
            "OMDOT": out["OMDOT"] - turn * rate * days * c / (s * s) / EXACT_DEGREE * EXACT_YEAR,
        }

    return move
