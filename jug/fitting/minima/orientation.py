"""Starts at the further orientations of an orbit: KIN and KOM of DDK and T2.

Proper motion and annual-orbital parallax (`jug.model.components.binary.kopeikin`) act through cot i and KOM. With
theta = atan2(mu_b, mu_l), the secular change of x is proportional to cot i sin(theta - KOM). It is the same for four
orientations:

    (i, KOM),  (i, 2 theta - KOM + 180),  (180 - i, KOM + 180),  (180 - i, 2 theta - KOM)    deg

The annual terms and the advance of omega distinguish them, if the data suffice. Other angles are tried too.
"""

from collections.abc import Iterator
from math import atan2, degrees, floor, remainder

from jug.core.doubledouble import add_float, double_double
from jug.fitting.minima.start import Start
from jug.model.components.binary.kopeikin import FRAMES
from jug.model.timing_model import TimingModel

TURNS = ("KOM", "KIN", "OM")
"""Names of angles with a period of 360 deg."""

NEAR_KOM, NEAR_KIN = 23.0, 10.0
"""Differences of KOM and KIN from another start, deg, below which a start is left out."""

KOM_STEP_DEG = 45
"""Distance of the values of KOM that are tried with both signs of cos i, deg."""


def motion_angle(model: TimingModel) -> float | None:
    """Return the direction of the proper motion, measured as KOM is.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    float or None
        deg; None without proper motion.
    """
    values = model.values
    for frame in FRAMES:
        along, up = values.get(frame.mu_l, 0.0), values.get(frame.mu_b, 0.0)
        if frame.trigger in values and (along or up):
            return degrees(atan2(up, along))
    return None


def reflections(model: TimingModel) -> Iterator[Start]:
    """Yield the other orientations that a known symmetry gives.

    Parameters
    ----------
    model : TimingModel

    Yields
    ------
    Start
    """
    values, free = model.values, model.free
    if "KIN" not in free and "KOM" not in free:
        return
    kins = (values["KIN"], 180.0 - values["KIN"]) if "KIN" in free else (values["KIN"],)
    koms = [values["KOM"]] if "KOM" in values else []
    if "KOM" in free:
        theta = motion_angle(model)
        koms += [] if theta is None else [2.0 * theta - koms[0]]
        koms += [kom + 180.0 for kom in koms]
    pairs = [(kin, kom) for kin in kins for kom in koms] if koms else [(kin, None) for kin in kins]
    for kin, kom in pairs[1:]:
        yield Start(model.with_values({"KIN": kin} if kom is None else {"KIN": kin, "KOM": kom % 360.0}))


def turned_nodes(model: TimingModel) -> Iterator[Start]:
    """Yield orientations at all angles KOM, with both signs of cos i.

    Parameters
    ----------
    model : TimingModel

    Yields
    ------
    Start
    """
    if "KOM" not in model.free:
        return
    kin = model.values["KIN"]
    for value in (kin, 180.0 - kin) if "KIN" in model.free else (kin,):
        for kom in range(0, 360, KOM_STEP_DEG):
            yield Start(model.with_values({"KIN": value, "KOM": float(kom)}))


def same_orbit(one: TimingModel, other: TimingModel) -> bool:
    """Whether two models have nearly the same orbit, periastron, KIN and KOM.

    Parameters
    ----------
    one, other : TimingModel

    Returns
    -------
    bool
    """
    a, b = one.values, other.values
    if "KOM" not in a or a.keys() != b.keys():
        return False
    if abs(a.get("PB", 0.0) - b.get("PB", 0.0)) > 1e-6 * a.get("PB", 0.0) or abs(a["OM"] - b["OM"]) > 1.0:
        return False
    near = abs(remainder(a["KOM"] - b["KOM"], 360.0)) < NEAR_KOM
    return near and abs(a["KIN"] - b["KIN"]) < NEAR_KIN


def within_a_turn(model: TimingModel) -> TimingModel:
    """Bring free angles into 0 to 360 deg, and KIN into 0 to 180 deg.

    KIN above 180 deg becomes 360 deg - KIN with KOM + 180 deg: the delays are the same, except for those of M2.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    TimingModel
        The model itself where all angles are in range.
    """
    values = {name: model.entries[name].value for name in TURNS if name in model.free}
    changed = {n: add_float(v, -360.0 * floor(v.hi / 360.0)) for n, v in values.items() if not 0.0 <= v.hi < 360.0}
    kin = changed.get("KIN", values.get("KIN"))
    if kin is not None and kin.hi > 180.0 and "KOM" in values:
        changed["KIN"] = double_double(360.0 - kin.hi)
        changed["KOM"] = double_double((values["KOM"].hi + 180.0) % 360.0)
    return model.with_values(changed) if changed else model
