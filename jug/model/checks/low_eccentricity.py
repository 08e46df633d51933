"""A check whether the eccentricity of the orbit suits the binary model."""

from math import hypot

from jug.model.timing_model import TimingModel

SMALLEST = 1e-5
"""Eccentricity below which T0 and OM of an eccentric model are nearly degenerate."""


def eccentricity_note(model: TimingModel, error_s: float) -> str | None:
    """Describe an eccentricity that is too small or too large for the binary model, with the size of the effect in ns.

    Parameters
    ----------
    model : TimingModel
    error_s : float
        Smallest uncertainty of a TOA, s.

    Returns
    -------
    str or None
        None where the binary model suits the orbit.
    """
    v, entries = model.values, model.entries
    if "A1" not in v:
        return None
    if "EPS1" in v:
        e = hypot(v["EPS1"], v["EPS2"])
        left_out = v["A1"] * e**4
        if left_out <= error_s:
            return None
        return (
            f"ELL1 leaves out terms of x e^4 = {left_out * 1e9:.2g} ns, more than the best TOA's uncertainty of "
            f"{error_s * 1e9:.2g} ns: use DD (jug.convert_binary)"
        )
    e, free = v.get("ECC", 0.0), {name for name in ("ECC", "OM", "T0") if name in entries and entries[name].free}
    low_eccentricity_by_choice = e == 0.0 and not free & {"ECC", "OM"}
    if "ECC" not in v or e >= SMALLEST or low_eccentricity_by_choice:
        return None
    why = "OM and T0 are nearly degenerate" if {"OM", "T0"} <= free else "OM and T0 are poorly defined"
    return (
        f"with ECC = {e:.2g} {why}; ELL1 has TASC, EPS1, EPS2 instead, and leaves out x e^4 = "
        f"{v['A1'] * e**4 * 1e9:.2g} ns (jug.convert_binary)"
    )
