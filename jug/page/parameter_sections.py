"""The tables of parameters of a report of a fit: of most of them, of each large family, and of the noise."""

from collections.abc import Iterable
from math import nan

from jug.fitting.result.fit_result import FitResult
from jug.fitting.result.parameter_table import PARAMETER_HEAD, parameter_cells
from jug.model.timing_model import TimingModel
from jug.text.html.tables import PageTable, section, table_html

PARAMETER_SIDES = "<<>>>><"
RANGE_HEAD = (PARAMETER_HEAD[0], "From (MJD)", "To (MJD)", *PARAMETER_HEAD[1:])
RANGE_SIDES = "<>>" + PARAMETER_SIDES[1:]

MOST_OPEN_MEMBERS = 8
"""A family with more members than this has its own folded section."""

Ends = tuple[str, str]


def parameter_sections(result: FitResult) -> str:
    """Return HTML with a table of the parameters, one of each large family, and one of the noise.

    The start and the end of a range, as DMXR1 and DMXR2, are columns of the table of the parameter of that range.
    """
    errors, undetermined = {name: result.errors[name] for name in result.names}, result.verdict.undetermined
    along = {name: one.error or nan for name, one in result.noise_intervals.items()}
    entries = result.model.entries
    every = {name: entry for name, entry in entries.items() if entry.line is not None or name in errors}
    noise = {name for name, entry in every.items() if entry.param.sampled}
    of_family = dict[str, set[str]]()
    for name, entry in every.items():
        of_family.setdefault(entry.param.name, set()).add(name)
    families = {key: kept for key, kept in of_family.items() if len(kept) > MOST_OPEN_MEMBERS and not kept & noise}
    members = noise.union(*families.values())
    ranges = _ranges(result.model, set().union(*families.values()))
    columns = {end for ends in ranges.values() for end in ends}

    def table(title: str, kept: set[str], note: str = "", *, folded: bool = False) -> str:
        left_out = set(entries) - kept
        rows = parameter_cells(result.prefit, result.model, {**errors, **along}, undetermined, left_out=left_out)
        if not rows:
            return ""
        one = PageTable(title, note, PARAMETER_HEAD, rows, PARAMETER_SIDES)
        if kept <= ranges.keys():
            dates = [tuple(entries[end].text() for end in ranges[row[0]]) for row in rows]
            with_dates = [(row[0], *ends, *row[1:]) for row, ends in zip(rows, dates, strict=True)]
            one = PageTable(title, note, RANGE_HEAD, with_dates, RANGE_SIDES)
        return section(f"{title} ({len(rows)})", table_html(one), folded=folded, name=title)

    scaled = "are multiplied by" if result.errors_scaled else "are not scaled by"
    of_angles = "; those of RAJ are in seconds of time, those of DECJ in arcseconds" if "RAJ" in every else ""
    note = f"Uncertainties {scaled} the root of the reduced chi2{of_angles}."
    parts = [table("Parameters", set(every) - members, note)]
    parts += [table(f"Family {key}", kept, folded=True) for key, kept in families.items() if not kept <= columns]
    return "".join(parts) + table("Noise parameters", noise, _noise_note(result))


def _ranges(model: TimingModel, names: Iterable[str]) -> dict[str, Ends]:
    """The start and the end of the range of each parameter that has one: of DMX_0001 DMXR1_0001 and DMXR2_0001.

    They are the members of its group in the two families that are dates and are not fitted.
    """
    dates = dict[str, list[str]]()
    for param in (param for component in model.components for param in component.params):
        if param.family is not None and param.family.group and param.codec == "mjd" and not param.fit:
            dates.setdefault(param.family.group, []).append(param.name)
    known = {(entry.param.name, entry.member): name for name, entry in model.entries.items()}
    found = dict[str, Ends]()
    for name in names:
        param, member = model.entries[name].param, model.entries[name].member
        ends = dates.get(param.family.group, []) if param.family else []
        if len(ends) == 2 and param.name not in ends:
            found[name] = (known[ends[0], member], known[ends[1], member])
    return found


def _noise_note(result: FitResult) -> str:
    found = [f"{name} by maximum likelihood" for name in result.noise_intervals]
    chosen = result.model.settings.conventions
    words = ", ".join(f"{name} {chosen[name]}" for name in ("ECORR", "EQUAD", "TNDM") if name in chosen)
    return f"Conventions {words}. {'Fitted along: ' + ', '.join(found) + '.' if found else ''}".strip()
