"""Values that a parameter or a component cannot have."""

from collections.abc import Mapping
from math import hypot

from jug.errors import ParError
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.assembly.readable_values import ReadableValues, UnreadableValue
from jug.model.reading.findings import Findings

EVALUATED = {
    "M2": "the Shapiro delay has the opposite sign",
    "SINI": "above 1 a TOA near conjunction has no Shapiro delay and is refused",
    "STIGMA": "no orbit has this Shapiro delay",
    "H3": "the Shapiro delay has the opposite sign",
}
"""Parameters whose formulas hold outside their physical range: files with the result of a fit have such values."""


READABLE_RANGES = {"H3": (0.0, None)}
"""Ranges of values that a par file may have, where these are wider than the bounds of a fit."""

POSITIVE_INSTEAD = {
    "A1": "the orbit of -A1 is that of A1 half a turn on: with A1 positive, A1DOT of the opposite sign and OM + 180 "
    "deg (EPS1, EPS2: both of the opposite sign, TASC + PB / 2) the Roemer delay is the same",
    "ECC": "the orbit of -ECC is that of ECC half a turn on: with ECC positive, EDOT of the opposite sign, OM + 180 "
    "deg and T0 + PB / 2 the Roemer delay is the same",
}
"""The advice for a negative value. PINT refuses both, tempo2 ECC; it evaluates a negative A1 as it stands."""


def check_bounds(par: ParFile, entries: Mapping[str, Entry], findings: Findings) -> None:
    """Check the values that a par file gives against the bounds that their parameters declare.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
    findings : Findings
        Gets the values outside their bounds: an error, or a note where the formula can be evaluated.
    """
    for e in entries.values():
        low, high = READABLE_RANGES.get(e.param.name, e.param.bounds)
        value = float(e.value.hi)
        if e.line is None or e.word or not ((low is not None and value < low) or (high is not None and value > high)):
            continue
        if high is None:
            allowed = f"at least {low:g}"
        else:
            allowed = f"at most {high:g}" if low is None else f"from {low:g} to {high:g}"
        if e.param.name in EVALUATED and (e.param.name != "STIGMA" or abs(value) > 1e-6):
            from jug.model.reading.orbits.shapiro_size import shapiro_size, sine_by_masses  # for a warning alone

            size = sine_by_masses(entries) or shapiro_size(entries)
            why = f"{e.name} {value:.15g} is outside its physical range ({allowed}) and evaluated as it stands"
            why += f": {size}" if size else ""
            below = e.param.name == "SINI" and value < 0.0
            findings.assume(why, par.where(e.line), EVALUATED["M2" if below else e.param.name])
        else:
            hint = POSITIVE_INSTEAD.get(e.param.name, "correct the value") if value < 0.0 else "correct the value"
            findings.refuse(ParError(f"{e.name} must be {allowed}", par.where(e.line), hint))
    for end in ("", "_2"):
        _check_eccentricity(par, entries, f"EPS1{end}", f"EPS2{end}", findings)


def _check_eccentricity(
    par: ParFile, entries: Mapping[str, Entry], first: str, second: str, findings: Findings
) -> None:
    """Refuse an orbit that is not closed."""
    given = [entries[name] for name in (first, second) if name in entries]
    eccentricity = hypot(*(float(e.value.hi) for e in given))
    if eccentricity >= 1.0:
        largest = max(given, key=lambda e: abs(e.value.hi))
        why = f"the eccentricity sqrt({first}^2 + {second}^2) = {eccentricity:.4g} must be below 1"
        findings.refuse(ParError(why, par.where(largest.line), "correct the value"))


def check_components(model: ModelParts, findings: Findings) -> None:
    """Run the check of every component (`Component.check`) on the values that the file gives.

    Parameters
    ----------
    model : ModelParts
    findings : Findings
        Gets the values that a component cannot work with.
    """
    if not any(c.check for c in model.components):
        return
    values = ReadableValues(model.entries, findings)
    named = {p.where.line for p in findings.problems if p.where is not None and p.where.line}
    for c in model.components:
        try:
            wrong = c.check(values) if c.check is not None else None
        except UnreadableValue:
            continue
        if wrong:
            name, place, why = wrong
            own = [e for e in model.entries.values() if e.param.name == name and (e.order or 0) == place]
            line = own[0].line
            if line is not None and line.number in named:
                continue
            why, _, hint = why.partition("; ")
            where = model.par.where(line) if line else model.par.end
            findings.refuse(ParError(f"{own[0].name} {why}", where, hint))
