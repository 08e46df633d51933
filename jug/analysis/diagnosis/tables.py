"""The tables of a diagnosis, as words, for both the text and the page."""

from collections.abc import Iterable
from itertools import groupby

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.rows import Difference, Finding, LineUse
from jug.text.html.tables import PageTable
from jug.text.name_lists import toa_count

LINES_OF_PAR = "Lines of the par file"
"""Title of the table of all lines."""

FEWEST_IN_A_SERIES = 3
"""Smallest number of lines of one family and one use that are combined into one row: DMXEP_0001 to DMXEP_0100."""


def tables(found: Report) -> list[PageTable]:
    """Make the tables of a diagnosis, without the empty ones.

    Parameters
    ----------
    found : Report

    Returns
    -------
    list of PageTable
    """
    every = (_differences, _findings, _lines, _absent, _sites, _data)
    return [table for table in (make(found) for make in every) if table.rows]


def headline(found: Report) -> list[str]:
    """Describe the examined files in a few lines.

    Parameters
    ----------
    found : Report

    Returns
    -------
    list of str
    """
    lines = [f"{found.par}{f' with {found.tim}' if found.tim else ''}"]
    s = found.summary
    if s is not None:
        deleted = f", {s.n_deleted} commented out" if s.n_deleted else ""
        lines.append(
            f"{toa_count(s.n_toa)}{deleted}, MJD {s.first_mjd:.1f} to {s.last_mjd:.1f}, median uncertainty "
            f"{s.median_error_us:.3g} us, {s.n_free} free parameters"
        )
        if s.wrms_us is not None:
            lines.append(f"residuals before a fit: weighted rms {s.wrms_us:.4g} us")
        if len(s.files) > 1:
            lines.append(f"{len(s.files)} tim files: {', '.join(s.files)}")
    return lines


def _differences(found: Report) -> PageTable:
    before, after = found.least_ns
    note = (
        "Change of the residuals in ns, weighted mean removed, where the file is read the other way: before, and after "
        f"a refit of the free parameters. Above {before:.3g} ns rms before or {after:.3g} ns after a refit it needs a "
        "decision: see the first column."
    )
    head = ("", "name", "here", "other", "programs", "rms", "max", "refit rms", "refit max", "what")
    rows = [_difference(found, d) for d in found.differences]
    return PageTable("Differences between programs", note, head, rows, "<<<<<>>>><")


def _difference(found: Report, d: Difference) -> tuple[str, ...]:
    numbers = tuple(f"{x:.3g}" for x in d.effect) if d.effect else ("", "", "", "")
    what = f"{d.what}{f' [{d.why_not}]' if d.why_not else ''}{f' [decided: {d.decided}]' if d.decided else ''}"
    return ("!" if found.needs_decision(d) else "", d.name, d.jug, d.other, ", ".join(d.programs), *numbers, what)


def _findings(found: Report) -> PageTable:
    head = ("", "kind", "where", "what")
    return PageTable("Findings", "", head, [_finding(f) for f in found.findings], "<<<<")


def _finding(f: Finding) -> tuple[str, ...]:
    return ("!" if f.decide else "", f.kind, f.where, f.what)


def _lines(found: Report) -> PageTable:
    head = ("line", "keyword", "use", "alias of", "read by", "what")
    note = "Every line with a keyword; read by: the other programs that know the keyword."
    return PageTable(LINES_OF_PAR, note, head, [_line(use) for use in found.lines], "><<<<<")


def _line(use: LineUse) -> tuple[str, ...]:
    return (str(use.number), use.key, use.use, use.alias_of, " ".join(use.programs) or "none", use.what)


def with_families(one: PageTable, found: Report) -> PageTable:
    """Shorten the table of the par file's lines: of a long family keep the first line and the number of others.

    Parameters
    ----------
    one : PageTable
        Other tables are returned unchanged.
    found : Report

    Returns
    -------
    PageTable
    """
    return one._replace(rows=_shorter(found.lines)) if one.title == LINES_OF_PAR else one


def _shorter(lines: Iterable[LineUse]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for _, own in groupby(sorted(lines, key=_family), key=_family):
        group = list(own)
        shown = group if len(group) < FEWEST_IN_A_SERIES or not group[0].key[-1:].isdigit() else group[:1]
        more = f" (and {len(group) - 1} more lines so)" if len(shown) < len(group) else ""
        rows += [(*_line(use)[:-1], use.what + more) for use in shown]
    return sorted(rows, key=lambda row: int(row[0]))


def _family(use: LineUse) -> tuple[str, str, tuple[str, ...], str]:
    """Keyword without its number, use and readers; lines that are not simple parameters keep their own text."""
    state = use.what.rpartition(", ")[2] if use.use == "parameter" else use.what if use.use == "not understood" else ""
    return use.key.rstrip("0123456789"), use.use, use.programs, state


def _absent(found: Report) -> PageTable:
    head = ("line", "jug", "PINT", "tempo2", "tempo", "what")
    rows = [(a.key, a.jug, a.pint, a.tempo2, a.tempo, a.what) for a in found.absent]
    note = "What each program takes because the line is absent; --fix writes these lines."
    return PageTable("Absent lines", note, head, rows, "<<<<<<")


def _sites(found: Report) -> PageTable:
    head = ("site", "written", "TOAs", "first MJD", "last MJD", "MHz")
    rows = []
    for s in found.sites:
        mhz = "infinite" if s.low_mhz is None else f"{s.low_mhz:.6g} to {s.high_mhz:.6g}"
        ends = (f"{s.first_mjd:.4f}", f"{s.last_mjd:.4f}")
        rows.append((s.site, ", ".join(s.written), str(s.n_toa), *ends, mhz))
    return PageTable("Sites", "", head, rows, "<<>>><")


def _data(found: Report) -> PageTable:
    head = ("what", "file", "from", "good until MJD", "TOAs beyond")
    rows = []
    for u in found.data:
        until = "" if u.good_until_mjd is None else f"{u.good_until_mjd:.1f}"
        rows.append((u.what, u.name, u.source, until, str(u.n_beyond) if u.n_beyond else ""))
    return PageTable("Data files", "", head, rows, "<<<>>")
