"""The rows of a published solution: data, measured, set and derived quantities, noise, assumptions."""

from typing import NamedTuple

import numpy as np

from jug.analysis.derived.derived_quantities import Derived
from jug.analysis.derived.undetermined_quantities import undetermined_parameters
from jug.analysis.publication.labels import label
from jug.analysis.publication.rounding import Published, brackets, last_place, rounded
from jug.core.decimal_text import exact_decimal
from jug.core.doubledouble import to_fraction
from jug.fitting.result.family_table import families_in_one_line
from jug.fitting.result.fit_result import FitResult
from jug.fitting.result.parameter_table import sexagesimal
from jug.model.parameters import Entry


class QuantityRow(NamedTuple):
    """One quantity of the table.

    Attributes
    ----------
    label : str
        Description in words.
    name : str
        Its keyword; empty if it has none.
    value : Published
    unit : str
    """

    label: str
    name: str
    value: Published
    unit: str = ""


class QuantityGroup(NamedTuple):
    """The rows below one title."""

    title: str
    rows: list[QuantityRow]


def solution_groups(result: FitResult, derived: dict[str, Derived]) -> list[QuantityGroup]:
    """Sort a solution into groups.

    Parameters
    ----------
    result : FitResult
    derived : dict of str to Derived

    Returns
    -------
    list of QuantityGroup
        Without empty ones.
    """
    families = families_in_one_line(result.model, result.names)
    inside = {entry.name for entries in families.values() for entry in entries}
    entries = [e for e in result.model.entries.values() if e.line is not None and e.name not in inside]
    open_ones = undetermined_parameters(result)
    free = [
        _undetermined(e) if e.name in open_ones else fitted_row(e, result.errors[e.name])
        for e in entries
        if e.name in result.names or e.name in open_ones  # the fit may have fixed an undetermined shape
    ]
    noise = [name for name, members in families.items() if members[0].param.sampled]
    many = [_family(name, members, result) for name, members in families.items() if name not in noise]
    moved = {*result.names, *open_ones}
    fixed = [e for e in entries if e.name not in moved and not _is_part_of_a_family(e)]
    fixed += [e for e in result.model.entries.values() if e.name == "POSEPOCH" and e.line is None]  # PEPOCH's value
    found = [
        QuantityGroup("Data", _data(result)),
        QuantityGroup("Measured quantities", [*free, *many]),
        QuantityGroup("Set quantities", [_fixed(e) for e in fixed if not e.word and e.value.hi]),
        QuantityGroup("Noise", [_family(name, families[name], result) for name in noise]),
        QuantityGroup("Derived quantities", [_derived(name, q) for name, q in derived.items()]),
        QuantityGroup("Assumptions", _assumptions(result)),
    ]
    return [group for group in found if group.rows]


def fitted_row(entry: Entry, error: float) -> QuantityRow:
    """Make the row of a fitted parameter.

    Parameters
    ----------
    entry : Entry
    error : float
        Its uncertainty, in the unit of the value.

    Returns
    -------
    QuantityRow
        Right ascension and declination are written as h:m:s and d:m:s.
    """
    if entry.param.codec not in ("hms", "dms"):
        return QuantityRow(label(entry), entry.label, rounded(exact_decimal(entry.value), error), _unit(entry))
    seconds = error * entry.codec.error_divisor
    places = max(last_place(seconds), 0)
    text = sexagesimal(to_fraction(entry.value), places) + brackets(seconds, places)
    return QuantityRow(label(entry), entry.label, Published(text), _unit(entry))


def _undetermined(entry: Entry) -> QuantityRow:
    """Make the row of a parameter whose uncertainty is meaningless."""
    return QuantityRow(label(entry), entry.label, Published("undetermined"), _unit(entry))


def _is_part_of_a_family(entry: Entry) -> bool:
    """Whether it is an end of a bin or another fixed member of a numbered family."""
    return entry.param.family is not None and entry.param.family.kind == "indexed"


def _fixed(entry: Entry) -> QuantityRow:
    return QuantityRow(label(entry), entry.label, Published(entry.text()), _unit(entry))


def _unit(entry: Entry) -> str:
    return {"hms": "h:m:s", "dms": "d:m:s", "mjd": "MJD"}.get(entry.param.codec, entry.unit)


def _family(name: str, members: list[Entry], result: FitResult) -> QuantityRow:
    """Make the row of a family: its number of members and the range of their values."""
    values = sorted(float(entry.value.hi) for entry in members)
    n, low, high = len(members), f"{values[0]:.4g}", f"{values[-1]:.4g}"
    free, open_ones = [e.name for e in members if e.name in result.names], undetermined_parameters(result)
    errors = sorted(result.errors[name] for name in free if name not in open_ones)
    lost = f", {len(free) - len(errors)} undetermined" if len(errors) < len(free) else ""
    text = low if n == 1 else f"{n} values, {low}" if low == high else f"{n} values, {low} to {high}"
    about = f", median uncertainty {np.median(errors):.2g}" if errors else ""
    return QuantityRow(members[0].param.doc, name, Published(text + about + lost), members[0].unit)


def _derived(name: str, quantity: Derived) -> QuantityRow:
    doc = quantity.doc[:1].upper() + quantity.doc[1:]
    return QuantityRow(doc, name, rounded(quantity.value, quantity.error), quantity.unit)


def _data(result: FitResult) -> list[QuantityRow]:
    count, rms_us = result.toa_summary, result.residuals.wrms_s * 1e6
    rows = [QuantityRow("Number of TOAs", "NTOA", Published(str(len(result.residuals))))]
    if count is not None:
        span = f"{count.first_mjd:.1f} to {count.last_mjd:.1f}"
        rows = [
            QuantityRow("Span of the data", "", Published(span), "MJD"),
            *rows,
            QuantityRow("Observatories", "", Published(", ".join(site for site, _ in count.sites))),
        ]
    rows.append(QuantityRow("Weighted rms of the residuals", "", Published(f"{rms_us:.4g}"), "us"))
    if result.dof > 0:
        rows.append(
            QuantityRow("Reduced chi2", "", Published(f"{result.reduced_chi2:.3f} for {result.dof} degrees of freedom"))
        )
    return rows


def _assumptions(result: FitResult) -> list[QuantityRow]:
    s, binary = result.model.settings, result.model.entries.get("BINARY")
    errors = "multiplied by sqrt(reduced chi2)" if result.errors_scaled else "not scaled"
    words = {
        ("Solar-system ephemeris", "EPHEM"): s.ephem,
        ("Time standard", "CLK"): s.clock,
        ("Units", "UNITS"): s.units,
        ("Obliquity of the ecliptic", "ECL"): s.ecl if "ELONG" in result.model.entries else "",
        ("Time ephemeris", "TIMEEPH"): s.time_ephemeris,
        ("Binary model", "BINARY"): binary.word if binary else "",
        ("Par and tim file read as", ""): s.dialect if s.dialect != "jug" else "",
        ("Uncertainties", ""): f"1 sigma, {errors}",
    }
    return [QuantityRow(title, name, Published(word)) for (title, name), word in words.items() if word]
