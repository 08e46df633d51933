"""Epochs a century from the TOAs, such as a year or a Julian date in place of an MJD, and their effect."""

from collections.abc import Mapping
from math import hypot

from jug.core.constants import AU_LS, DAY, K_DM, MAS, YEAR
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.few_digits import nanoseconds

FAR_YR = 100.0
"""Time between an epoch and the TOAs, yr, that is certainly wrong: the first pulsar was found in 1967."""

VALUES_OF = {
    "PEPOCH": "F0 and F1 are those",
    "POSEPOCH": "The position is that",
    "DMEPOCH": "DM is that",
    "CMEPOCH": "CM is that",
    "SWEPOCH": "NE_SW is that",
    "T0": "The orbit is that",
    "TASC": "The orbit is that",
}
"""Beginning of the sentence about the values that a par file gives for the day of each epoch."""


def far_epoch_notes(model: TimingModel, toas: TOAs) -> dict[str, str]:
    """Describe each epoch of the par file that is a century from the TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    dict of str to str
        By the name of the epoch. A position without proper motion and a DM without derivative have none.
    """
    first, last = float(toas.mjd.min()), float(toas.mjd.max())
    notes = {}
    for name, what in VALUES_OF.items():
        e = model.entries.get(name)
        if e is None or e.line is None:
            continue
        years = (max(first - e.value.hi, 0.0) + min(last - e.value.hi, 0.0)) * DAY / YEAR
        moved = _describe_change(name, model, years)
        if abs(years) <= FAR_YR or moved is None:
            continue
        side = "before" if years > 0.0 else "after"
        far = f"{name} {e.value.hi:g} is {abs(years):.0f} years {side} the TOAs: is it an MJD?"
        notes[name] = f"{far} {what} of this day{moved}"
    return notes


def _describe_change(name: str, model: TimingModel, years: float) -> str | None:
    """Describe the change of the values over these years; None where nothing depends on the epoch."""
    v = model.values
    if name == "POSEPOCH":
        return _with_motion(v, [key for key in model.free if key.startswith("PM")], years)
    if name == "DMEPOCH":
        rate = v.get("DM1", 0.0)
        if not rate and "DM1" not in model.free:
            return None
        change = abs(rate * years)
        size = nanoseconds(K_DM * change / 1.4e9**2)
        return (
            f", also after a fit; DM1 changes it by {change:.3g} pc cm^-3 till then, {size} at 1400 MHz" if rate else ""
        )
    if name in ("CMEPOCH", "SWEPOCH"):
        series = {"CMEPOCH": "CM1", "SWEPOCH": "NE_SW1"}[name]
        return "" if v.get(series) or series in model.free else None
    return ""


def _with_motion(v: Mapping[str, float], free: list[str], years: float) -> str | None:
    motion = hypot(*(v.get(name, 0.0) for name in ("PMRA", "PMDEC", "PMELONG", "PMELAT")))
    if not motion:
        return ", as will be the fitted one: its uncertainty grows by that of the proper motion" if free else None
    angle = motion * abs(years)
    size = nanoseconds(AU_LS * angle * MAS)
    return f", also after a fit; the proper motion moves it by {angle / 1e3:.3g} arcsec till then, up to {size}"
