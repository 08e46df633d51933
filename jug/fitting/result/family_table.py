"""Families of parameters in the summary of a fit, one line each: number, range, largest change."""

import math
from collections.abc import Container, Mapping

from jug.fitting.result.parameter_table import difference
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.text.text_table import align_columns

LONGEST_OPEN_FAMILY = 2
"""A family with more free members than this is one line."""

FAMILY_HEAD = ("Family", "Members", "Unit", "Values", "Uncertainty", "Worst change in sigma")


def families_in_one_line(model: TimingModel, errors: Container[str]) -> dict[str, list[Entry]]:
    """Find the families that a summary shows as one line each.

    Parameters
    ----------
    model : TimingModel
    errors : container of str
        The free parameters.

    Returns
    -------
    dict of str to list of Entry
        Members by the name of the family: families with more than two free members of one unit, and all noise
        parameters.
    """
    members: dict[str, list[Entry]] = {}
    for entry in model.entries.values():
        if entry.line is not None and not entry.word:
            members.setdefault(entry.param.name, []).append(entry)
    return {name: found for name, found in members.items() if _is_one_line(found, errors)}


def _is_one_line(entries: list[Entry], errors: Container[str]) -> bool:
    if entries[0].param.sampled:
        return True
    same_unit = len({entry.unit for entry in entries}) == 1
    return same_unit and sum(entry.name in errors for entry in entries) > LONGEST_OPEN_FAMILY


def family_table(
    prefit: TimingModel,
    families: Mapping[str, list[Entry]],
    errors: Mapping[str, float],
    undetermined: Container[str],
    along: Container[str] = (),
) -> str:
    """Return one line for each family.

    Parameters
    ----------
    prefit : TimingModel
        Before the fit.
    families : mapping of str to list of Entry
        From `families_in_one_line`, of the model after the fit.
    errors : mapping of str to float
        Uncertainties of the free parameters.
    undetermined : container of str
        Parameters whose uncertainty has no meaning.
    along : container of str
        Noise parameters that were estimated with the fit.

    Returns
    -------
    str
        Number of members, unit, least and greatest value, median uncertainty, and the largest change by the fit in
        units of the uncertainty with the member's name; empty without a family.
    """
    if not families:
        return ""
    rows = [_row(prefit, name, entries, errors, undetermined, along) for name, entries in families.items()]
    widths = [max(map(len, column)) for column in zip(FAMILY_HEAD, *rows, strict=True)]
    return "\n".join(
        align_columns([FAMILY_HEAD, ["-" * width for width in widths], *rows], widths, "<" * len(FAMILY_HEAD))
    )


def _row(
    prefit: TimingModel,
    name: str,
    entries: list[Entry],
    errors: Mapping[str, float],
    undetermined: Container[str],
    along: Container[str],
) -> tuple[str, ...]:
    free = [entry for entry in entries if entry.name in errors]
    known = [e for e in free if e.name not in undetermined and math.isfinite(errors[e.name]) and errors[e.name] > 0.0]
    pulls = {e.name: difference(prefit.entries[e.name], e) / errors[e.name] for e in known}
    worst = max(pulls, key=lambda one: abs(pulls[one]), default="")
    in_order = sorted(errors[e.name] for e in known)  # np.median imports numpy.ma
    sigma = f"{(in_order[(len(known) - 1) // 2] + in_order[len(known) // 2]) / 2.0:.2g}" if known else ""
    lost = f"{len(free) - len(known)} undetermined" if len(known) < len(free) else ""
    change = f"{pulls[worst]:+.2g}  {worst}" if worst else ""
    estimated = sum(entry.name in along for entry in entries)
    return (
        name,
        _members_in_words(len(free), len(entries), estimated),
        entries[0].unit,
        _range_in_words(entries),
        sigma,
        change or lost,
    )


def _members_in_words(free: int, every: int, estimated: int) -> str:
    if estimated:
        return f"{every} estimated" if estimated == every else f"{estimated} of {every} estimated"
    if free == every:
        return f"{every} free"
    return f"{free} of {every} free" if free else f"{every} fixed"


def _range_in_words(entries: list[Entry]) -> str:
    values = sorted(entry.value.hi for entry in entries)
    low, high = f"{values[0]:.5g}", f"{values[-1]:.5g}"
    return low if low == high else f"{low} to {high}"


def fixed_line(model: TimingModel, errors: Container[str]) -> str:
    """Return a sentence with the number of fixed parameters that a summary leaves out; empty for none.

    Parameters
    ----------
    model : TimingModel
    errors : container of str
        The free parameters.

    Returns
    -------
    str
    """
    rest = [e for e in model.entries.values() if e.line is not None and not e.param.sampled]
    fixed = [e for e in rest if e.name not in errors and not e.free]
    return f"{len(fixed)} fixed parameters are not shown; --full, or summary(full=True), has them." if fixed else ""
