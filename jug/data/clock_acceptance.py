"""Decide whether a fetched clock file replaces the one at hand.

It must be readable as a clock file. One that covers less than the one at hand, changes the past, or has implausible
rows (`jug.data.plausible`) is put aside and reported; the option ``accept`` installs it. A change of the past is only
reported if the publisher states that older copies are wrong, or if the file at hand came with jug. A damaged copy in
the cache is ignored: the file that came with jug is then the one at hand.
"""

from pathlib import Path

from jug.core.times import mjd_with_date
from jug.data.cache import Cache
from jug.data.clock_sites import sites_of
from jug.data.compare import TOLERANCE_S, Change, compare_clocks, last_measured, read, readings
from jug.data.data_files import DataFiles
from jug.data.fetch import Fetched
from jug.data.index import IndexRow
from jug.data.outcomes import FETCHED, PUT_ASIDE, WOULD, Outcome, UpdateOptions
from jug.data.plausible import implausible_rows
from jug.data.search_path import DataFolder
from jug.errors import DataError, Where
from jug.obs.files import Found, packaged_root
from jug.obs.integrity import check_installed_file


def accept_clock(row: IndexRow, fetched: Fetched, store: Cache, options: UpdateOptions) -> Outcome:
    """Install a clock file that was fetched, or put it aside.

    Parameters
    ----------
    row : IndexRow
        Its row in the publisher's list.
    fetched : Fetched
    store : Cache
    options : UpdateOptions

    Returns
    -------
    Outcome
    """
    end = end_of(fetched, row.name)
    copies = copies_at_hand(row.name, store)
    old = copies[0] if copies else None
    change = compare_clocks(old.path, fetched.path, row.name) if old else None
    strange = implausible_rows([copy.path for copy in copies], fetched.path, row.name)
    if strange and not _is_accepted(row, options):
        return _put_aside(row, fetched, strange, store, options)
    text = f"ends {end}"
    if old and change:
        excuse = _excuse(row, old, change, store, options)
        if change.suspect and not excuse:
            return _put_aside(row, fetched, f"{change.suspect}, against the one at hand ({old.source})", store, options)
        text += f", was {date_text(change.old_last)} ({old.source})"
        if sites := sites_of(row.name):
            text += f", read by {sites}"
        if change.after_s > TOLERANCE_S:
            text += f"; TOAs after that move by up to {change.after_s * 1e9:.4g} ns"
        if change.suspect:
            text += f"; it {change.suspect}{excuse}"
        elif change.tail_s > TOLERANCE_S:
            text += f"; its last days were revised by up to {change.tail_s * 1e9:.3g} ns"
    if options.dry_run:
        return Outcome(row.name, WOULD, text)
    store.install(fetched, "clock", row.name)
    return Outcome(row.name, FETCHED, text)


def copies_at_hand(name: str, store: Cache) -> tuple[Found, ...]:
    """Return the readable copies of a clock file, with which a new one is compared.

    Parameters
    ----------
    name : str
        Name of the clock file.
    store : Cache
        A file in it that differs from its entry in the list is left out.

    Returns
    -------
    tuple of Found
        The copy of the cache first, then the one that came with jug.
    """
    known = store.manifest["files"].get(f"clock/{name}")
    listed = known is None or bool(store.recorded_entry("clock", name))
    places = [DataFolder(store.folder, "cache")] * listed + [DataFolder(packaged_root(), "embedded")]
    found = (DataFiles((place,)).clock(name) for place in places)
    return tuple(copy for copy in found if copy and _is_readable(copy.path, name))


def _is_readable(path: Path, name: str) -> bool:
    """Whether a file can be read as this clock file, and is not a damaged one of jug's installation."""
    try:
        check_installed_file(packaged_root(), path)
        for reading in readings(name):
            read(path, reading)
    except DataError:
        return False
    return True


def _excuse(row: IndexRow, old: Found, change: Change, store: Cache, options: UpdateOptions) -> str:
    """The reason to use a file although it changes the past; empty if it is not used.

    The file that came with jug is not from the publisher's collection: a new one may correct it, but not shorten it.
    """
    if _is_accepted(row, options):
        return ", as accepted"
    if old.source == "embedded":
        return "" if change.covers_less else ", against the file that came with jug"
    fetched = str(store.manifest["files"].get(f"clock/{row.name}", {}).get("fetched", ""))[:10]
    return (
        f", and what was fetched before {row.invalid_before} is known to be wrong"
        if fetched < row.invalid_before
        else ""
    )


def _is_accepted(row: IndexRow, options: UpdateOptions) -> bool:
    return row.name.lower() in {word.lower() for word in options.accept}


def _put_aside(row: IndexRow, fetched: Fetched, reason: str, store: Cache, options: UpdateOptions) -> Outcome:
    way_out = f"`jug data update {row.name} --accept {row.name}` takes it"
    if options.dry_run:
        return Outcome(row.name, PUT_ASIDE, f"would be put aside: it {reason}; {way_out}")
    path = store.set_aside(fetched, row.name, reason)
    return Outcome(row.name, PUT_ASIDE, f"it {reason}; kept as {path}, the old one is used; {way_out}")


def end_of(fetched: Fetched, name: str) -> str:
    """Return the last date of a clock file that was fetched.

    Parameters
    ----------
    fetched : Fetched
    name : str
        Name of the clock file.

    Returns
    -------
    str
        MJD and calendar date.

    Raises
    ------
    DataError
        The file cannot be read as a clock file.
    """
    try:
        if fetched.path.read_bytes()[:100].lstrip().startswith(b"<"):
            raise DataError("it is a web page")
        ends = [read(fetched.path, reading) for reading in readings(name)]
    except DataError as error:
        hint = "the file was discarded, and the present one stays; try again later"
        raise DataError(f"the file is not a clock file ({error.why})", Where(fetched.url), hint) from None
    return date_text(max(last_measured(clock) for clock in ends))


def date_text(mjd: float) -> str:
    """An MJD with the calendar date."""
    return f"MJD {mjd_with_date(mjd)}"
