"""One of the two lines of a Shapiro delay without the other: the delay that remains, and the size with both.

SINI or SHAPMAX without M2: M2 is 0 and there is no delay. M2 without SINI: SINI is 0, and the delay is
-2 T_sun M2 ln(1 - e cos E), nothing on a circular orbit. PINT 1.1.8 and tempo2 take these zeros too. The absent value
follows from the mass function for a pulsar of 1.4 solar masses.
"""

from collections.abc import Mapping
from math import exp

from jug.core.constants import DAY
from jug.io.par import ParFile
from jug.model.mass_function import PULSAR_MASS, companion_mass, mass_function
from jug.model.parameters import Entry, par_numbers
from jug.model.reading.findings import Findings
from jug.model.reading.orbits.shapiro_size import delay_size
from jug.model.registry import binary_models
from jug.text.few_digits import few_digits

INCLINATIONS = ("SINI", "SHAPMAX")

OTHER_FORMS = ("KIN", "H3", "MTOT", "ORBPX")
"""Parameters whose presence gives M2, SINI or SHAPMAX another role in the model."""


def note_half_shapiro(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Note M2 without an inclination, or an inclination without M2, in a binary model that has both.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that the file gives.
    findings : Findings
    """
    given = [entries[name] for name in ("M2", *INCLINATIONS) if name in entries]
    others = {*entries, *findings.left_out}.intersection((*OTHER_FORMS, "M2", *INCLINATIONS)) - {e.name for e in given}
    if len(given) != 1 or others or not _has_both(entries, given[0].name):
        return
    e, v = given[0], par_numbers(entries)
    amplitude = e.name == "SHAPMAX" and entries["BINARY"].word == "MSS"
    if e.word or amplitude or not (e.free or e.value.hi):
        return
    other = "SINI" if e.name == "M2" else "M2"
    why = f"{e.name} is not used: without {other} there is no Shapiro delay"
    if e.name == "M2" and v.get("ECC"):
        left = delay_size({**v, "SINI": 0.0})
        why = f"M2 is used without SINI, which counts as 0: {left}" if left else ""
    if why:
        findings.assume(f"{why}, as in PINT and tempo2{_full_size(v)}", par.where(e.line), f"add a line {other}")


def _has_both(entries: Mapping[str, Entry], name: str) -> bool:
    """Whether the binary model has M2 and an inclination, and the one of a name among them."""
    word = entries["BINARY"].word if "BINARY" in entries else ""
    forms = [{p.name for p in c.params} for c in binary_models() if word in dict(c.options).get("BINARY", ())]
    return any(names >= {"M2", name} and names.intersection(INCLINATIONS) for names in forms)


def _full_size(v: Mapping[str, float]) -> str:
    """The other value by the mass function and the size of the delay with both, in words; empty without a result.

    Parameters
    ----------
    v : dict of str to float
        In par units.
    """
    period = v["PB"] * DAY if v.get("PB") else 1.0 / v["FB0"] if v.get("FB0") else 0.0
    size, sine = v.get("A1", 0.0), v["SINI"] if "SINI" in v else 1.0 - exp(-v.get("SHAPMAX", 0.0))
    if period <= 0.0 or size <= 0.0:
        return ""
    try:
        f = mass_function(size, period)
        if "M2" in v:
            sine = (f * (PULSAR_MASS + v["M2"]) ** 2) ** (1.0 / 3.0) / v["M2"]
            found = f"SINI {few_digits(sine)}"
        else:
            found = f"M2 {few_digits(companion_mass(f, sine))}" if sine > 0.0 else ""
        size_text = delay_size({"M2": v["M2"] if "M2" in v else companion_mass(f, sine), **_shape(v), "SINI": sine})
    except ArithmeticError:
        return ""
    if not found or not size_text or not 0.0 < sine < 1.0:
        return ""
    return f"; with {found}, from the mass function for a pulsar of {PULSAR_MASS} solar masses, {size_text}"


def _shape(v: Mapping[str, float]) -> dict[str, float]:
    """Eccentricity and longitude of periastron, where they are given."""
    return {name: v[name] for name in ("ECC", "OM") if name in v}
