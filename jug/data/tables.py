"""The output of `jug data`: tables of text, and values for JSON."""

from collections.abc import Iterable, Sequence

from jug.core.display.shown import REPORT_WIDTH
from jug.core.times import mjd_with_date
from jug.data.freeze import Frozen
from jug.data.outcomes import Outcome
from jug.data.status import ClockRow, Status
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list, toa_count
from jug.text.text_table import table

LISTED_TABLES = 4
"""Largest number of sites with the same chain that are named; of more, the number is given."""


def status_text(status: Status, *, with_toas: bool) -> str:
    """Format a status as tables.

    Parameters
    ----------
    status : Status
    with_toas : bool
        Show numbers of TOAs.

    Returns
    -------
    str
    """
    parts = ["Searched in this order:", *(f"  {place}" for place in status.places)]
    parts += ["", "Clock corrections", _chain_table(status.clocks)]
    parts += [
        "",
        "Clock files (dates in MJD; ns: the correction at the last good date)",
        _clock_table(_each_once(status.clocks), with_toas),
    ]
    parts += [
        "",
        "TT(BIPM) - TT(TAI) (dates in MJD; ns: the correction at the last good date)",
        _clock_table(status.tt, with_toas),
    ]
    parts += [
        "",
        "Ephemerides",
        _ephemeris_table(status, with_toas),
        "",
        "Earth orientation",
        _orientation(status, with_toas),
        "",
        "Time ephemerides (TIMEEPH IF99)",
        _time_ephemerides(status),
    ]
    parts += ["", "Damaged", *(f"  {line}" for line in status.damaged)] if status.damaged else []
    parts += ["", "An update is `jug data update`, or `pip install --upgrade astropy-iers-data` for Earth orientation."]
    return "\n".join(parts)


def status_json(status: Status) -> JsonObject:
    """Return everything that ``jug data status`` reports as values for JSON, with one entry for each site."""
    return {
        "places": list(status.places),
        "clocks": [row._asdict() for row in status.clocks],
        "tt": [row._asdict() for row in status.tt],
        "ephemerides": [row._asdict() for row in status.ephemerides],
        "orientation": status.orientation._asdict(),
        "time_ephemerides": [row._asdict() for row in status.time_ephemerides],
        "damaged": list(status.damaged),
    }


def outcomes_text(outcomes: Sequence[Outcome]) -> str:
    """Format the table of ``jug data update``."""
    return table(("File", "", ""), [(o.name, o.done, o.text) for o in outcomes], rule=False)


def frozen_text(frozen: Frozen) -> str:
    """Format the report of ``jug data freeze``."""
    rows = [(found.name, found.source) for found in frozen.found]
    pairs = [f"  {pair.par}, {pair.tim}: {toa_count(n)}" for pair, n in zip(frozen.pairs, frozen.n_toas, strict=True)]
    return "\n".join(
        [
            table(("File", "From"), rows),
            "",
            f"{frozen.size / 1e6:.1f} MB in {frozen.folder}; with it the residuals are the same to the last bit:",
            *pairs,
            f"Use it by JUG_DATA={frozen.folder} or --data {frozen.folder}.",
        ]
    )


def frozen_json(frozen: Frozen) -> JsonObject:
    """Return what ``jug data freeze`` reports as values for JSON, with one entry for each file and each pair."""
    return {
        "folder": str(frozen.folder),
        "size_bytes": frozen.size,
        "files": [{"name": found.name, "from": found.source, "path": str(found.path)} for found in frozen.found],
        "pairs": [{**pair._asdict(), "n_toa": n} for pair, n in zip(frozen.pairs, frozen.n_toas, strict=True)],
    }


def _chain_table(rows: Iterable[ClockRow]) -> str:
    """The files of the chain of each site, with one line for all sites that have the same chain."""
    chains: dict[str, list[str]] = {}
    for row in rows:
        chains.setdefault(row.site, []).append(row.name or row.source)
    sites: dict[tuple[str, ...], list[str]] = {}
    for site, chain in chains.items():
        sites.setdefault(tuple(chain), []).append(site)
    lines = [[comma_list(names, LISTED_TABLES), ", ".join(chain)] for chain, names in sites.items()]
    return _table(lines, ["Site", "Files"], REPORT_WIDTH)


def _each_once(rows: Iterable[ClockRow]) -> list[ClockRow]:
    """One row for each file, with the TOAs of all sites that need it; sites without a file have none."""
    found: dict[tuple[str, str], ClockRow] = {}
    for row in rows:
        if row.name:
            before = found.setdefault((row.name, row.source), row._replace(n_toa=0, n_beyond=0))
            n_toa, n_beyond = before.n_toa + row.n_toa, before.n_beyond + row.n_beyond
            found[row.name, row.source] = before._replace(n_toa=n_toa, n_beyond=n_beyond)
    return list(found.values())


def _clock_table(rows: Iterable[ClockRow], with_toas: bool) -> str:
    head = ["File", "From", "First", "Last good", "ns", *(["TOAs", "Beyond"] if with_toas else []), "An update"]
    body = []
    for row in rows:
        correction = "" if row.correction_ns is None else f"{row.correction_ns:.1f}"
        counts = [str(row.n_toa), str(row.n_beyond or "")] if with_toas else []
        dates = ["" if mjd is None else f"{mjd:.7g}" for mjd in (row.first_mjd, row.last_mjd)]
        body.append([row.name, row.source, *dates, correction, *counts, row.update])
    return _table(body, head, REPORT_WIDTH)


def _ephemeris_table(status: Status, with_toas: bool) -> str:
    head = ["Name", "From", "First", "Last", *(["TOAs outside"] if with_toas else [])]
    rows = []
    for row in status.ephemerides:
        counts = [str(row.n_beyond or "")] if with_toas else []
        rows.append([row.name, row.source or row.problem, _date(row.first_mjd), _date(row.last_mjd), *counts])
    return _table(rows, head)


def _orientation(status: Status, with_toas: bool) -> str:
    row = status.orientation
    head = ["File", "From", "Last measured", "Last predicted", *(["TOAs predicted", "TOAs after"] if with_toas else [])]
    counts = [str(row.n_predicted or ""), str(row.n_beyond or "")] if with_toas else []
    return _table([[row.name, row.source, _date(row.last_measured_mjd), _date(row.last_predicted_mjd), *counts]], head)


def _time_ephemerides(status: Status) -> str:
    head = ["Ephemeris", "File", "From", "kB", "Path"]
    rows = [
        [row.ephemeris, row.name, row.source, f"{row.size / 1e3:.0f}", "" if row.source == "embedded" else row.path]
        for row in status.time_ephemerides
    ]
    return _table(rows, head)


def _table(rows: list[list[str]], head: list[str], width: int = 0) -> str:
    return table(head, rows, width=width) if rows else "  none at hand"


def _date(mjd: float | None) -> str:
    """MJD and date; empty for none."""
    return "" if mjd is None else mjd_with_date(mjd)
