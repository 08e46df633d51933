"""An orbit of MSS at another T0: A1 and OM change with the true anomaly, the eccentricity with time.

In the terms of `jug.model.components.binary.mss`, s = nu / n falls by N PB after N orbits, and grows by PB / PB',
because n is that of the new PB. With r = PB / PB' and S = N PB:

    A1' = A1 + A1DOT S + A1DOT2 S^2 / 2,   A1DOT' = r (A1DOT + A1DOT2 S),   A1DOT2' = r^2 A1DOT2

and the same for OM, OMDOT and OM2DOT. ECC' = ECC + EDOT D + E2DOT D^2 / 2, where D is the shift of T0.
"""

from collections.abc import Mapping
from decimal import Decimal

from jug.conversion.epochs.epoch_values import EXACT_DAY, EXACT_YEAR, Exact, Move, positive_angle, taylor
from jug.conversion.epochs.orbit_epochs import orbit_move, period_at, turns_between
from jug.core.angles import PI

RAD_S2_IN_DEG_D2 = 180 / PI * EXACT_DAY**2
"""The unit rad/s^2 in deg/d^2."""


def anomaly_move(values: Mapping[str, Decimal], epoch: str, to: Decimal, frequencies: tuple[str, ...]) -> Move:
    """Return the function that moves T0 of MSS.

    Parameters
    ----------
    values, epoch, to, frequencies
        As in `jug.conversion.epochs.orbit_epochs.orbit_move`.

    Returns
    -------
    Move
    """
    plain = orbit_move("MSS", values, epoch, to, frequencies)
    turns = turns_between(values, epoch, to, frequencies)

    def move(values: Exact) -> Exact:
        out = plain(values)
        before, after = (period_at(v, frequencies) for v in (values, out))
        ratio, days = before / after, before * turns
        sizes = taylor(
            [values[name] for name in ("A1", "A1DOT", "A1DOT2")], ("A1", "A1DOT", "A1DOT2"), days * EXACT_DAY
        )
        angles = taylor(
            [values["OM"], values["OMDOT"] / EXACT_YEAR, values["OM2DOT"] * RAD_S2_IN_DEG_D2],
            ("OM", "OMDOT", "OM2DOT"),
            days,
        )
        way = (out[epoch] - values[epoch]) * EXACT_DAY
        names = ("ECC", "EDOT", "E2DOT")
        return {
            **out,
            **taylor([values[name] for name in names], names, way),
            "A1": sizes["A1"],
            "A1DOT": sizes["A1DOT"] * ratio,
            "A1DOT2": sizes["A1DOT2"] * ratio**2,
            "OM": positive_angle(angles["OM"] % 360, Decimal(360)),
            "OMDOT": angles["OMDOT"] * ratio * EXACT_YEAR,
            "OM2DOT": values["OM2DOT"] * ratio**2,
        }

    return move
