"""Tables across the pulsars of an array: residuals, parameters, noise."""

from collections.abc import Iterable, Iterator

from jug.core.arguments.named import no_such_name
from jug.obs.toa_summary import median_error_us
from jug.pulsars.array_pulsar import ArrayPulsar

ArrayRow = dict[str, object]

DAYS_IN_YEAR = 365.25
"""Length of a Julian year, d."""


def array_columns(pulsars: Iterable[ArrayPulsar], kind: str) -> dict[str, list[object]]:
    """Return the columns of a table.

    Parameters
    ----------
    pulsars : iterable of ArrayPulsar
    kind : {"residuals", "parameters", "noise"}

    Returns
    -------
    dict of str to list
        ``residuals`` has a row for each pulsar; the others have a row for each parameter of each pulsar.

    Raises
    ------
    NoSuchNameError
        No such table.
    """
    if kind not in ARRAY_TABLES:
        raise no_such_name("table of an array", kind, ARRAY_TABLES)
    rows = [row for one in pulsars for row in ARRAY_TABLES[kind](one)]
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {"pulsar": []}


def _residuals(one: ArrayPulsar) -> Iterator[ArrayRow]:
    left, toas, result = one.residuals, one.toas, one.result
    first, last = float(toas.mjd.min()), float(toas.mjd.max())
    yield {
        "pulsar": one.name,
        "n_toa": len(toas),
        "first_mjd": first,
        "last_mjd": last,
        "span_yr": (last - first) / DAYS_IN_YEAR,
        "median_error_us": median_error_us(toas.error_s),
        "wrms_us": left.wrms_s * 1e6,
        "wrms_white_us": left.white().wrms_s * 1e6,
        "n_free": len(one.model.free),
        "chi2": left.chi2,
        "dof": left.dof,
        "reduced_chi2": left.chi2 / left.dof if left.dof > 0 else float("nan"),
        "verdict": "" if result is None else result.verdict.name,
    }


def _parameters(one: ArrayPulsar) -> Iterator[ArrayRow]:
    for name, entry in one.model.entries.items():
        if not entry.word and (entry.line is not None or entry.free) and not entry.param.sampled:
            yield _of_entry(one, name)


def _noise(one: ArrayPulsar) -> Iterator[ArrayRow]:
    for name, entry in one.model.entries.items():
        if entry.param.sampled and not entry.word and entry.line is not None:
            yield _of_entry(one, name)


def _of_entry(one: ArrayPulsar, name: str) -> ArrayRow:
    entry = one.model.entries[name]
    return {
        "pulsar": one.name,
        "name": name,
        "applies_to": str(entry.selector) if entry.selector else "",
        "value": float(entry.value.hi),
        "error": float("nan") if entry.error is None else entry.error,
        "unit": entry.unit,
        "free": entry.free,
        "text": entry.text(),
    }


ARRAY_TABLES = {"residuals": _residuals, "parameters": _parameters, "noise": _noise}
"""For each table, the function that yields the rows of a pulsar."""
