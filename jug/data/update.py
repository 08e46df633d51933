"""Fetch what is newer: the clock files that the IPTA distributes, and by name ephemerides.

A file serves only when it came whole, was read as what it should be, has the publisher's checksum where there is
one, and goes on where the one that was fetched before ended. One that covers less or changes the past is put aside
and reported; ``accept`` takes it. Where the publisher says that older copies are wrong, and against the file that came
with jug, a change of the past is only reported.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from jug.core.times import dated
from jug.data.cache import Cache, now
from jug.data.catalogue import base_addresses, is_ephemeris
from jug.data.compare import TOLERANCE_S, Change, compare, last_measured, read, readings
from jug.data.data_files import DataFiles
from jug.data.fetch import (
    TIMEOUT_S,
    CacheError,
    Fetched,
    MissingError,
    Progress,
    UnreachableError,
    fetch,
    fetch_text,
    quiet,
)
from jug.data.index import INDEX, Row, is_due, parse_index
from jug.data.kernels import fetch_kernel
from jug.data.lock import locked
from jug.data.search_path import DataFolder
from jug.errors import DataError, Where
from jug.io.folders import cache_folder
from jug.obs.clock import GPS
from jug.obs.files import Found, packaged_root
from jug.obs.sites import Site, find_site, site_table

FETCHED, WOULD, SAME, CURRENT, ASIDE, FAILED = "fetched", "to fetch", "no change", "current", "put aside", "failed"


class Outcome(NamedTuple):
    """What became of one file.

    Attributes
    ----------
    name : str
    done : str
        `FETCHED`, `WOULD` (a dry run), `SAME`, `CURRENT` (not asked for: its publisher says that it is current),
        `ASIDE` or `FAILED`.
    text : str
        A sentence about it.
    """

    name: str
    done: str
    text: str


class Wanted(NamedTuple):
    """Names of files: those that were named, and those that are taken if they are distributed."""

    clocks: tuple[str, ...]
    ephemerides: tuple[str, ...]
    named: frozenset[str] = frozenset()
    bipm: bool = False


@dataclass(frozen=True)
class Options:
    """How to update.

    Parameters
    ----------
    bases : mapping of str to str
        As `jug.data.catalogue.BASES`.
    force : bool
        Fetch also what is current.
    accept : collection of str
        Files that may change the past.
    dry_run : bool
        Find out, and change nothing.
    timeout : float
        Seconds to wait for a server.
    progress : Progress
    """

    bases: Mapping[str, str] = field(default_factory=base_addresses)
    force: bool = False
    accept: Collection[str] = ()
    dry_run: bool = False
    timeout: float = TIMEOUT_S
    progress: Progress = quiet


def update(
    names: Sequence[str] = (), options: Options | None = None, *, cache: Path | None = None
) -> tuple[Outcome, ...]:
    """Fetch what is newer.

    Parameters
    ----------
    names : sequence of str
        Clock files, sites (their clock files), ephemerides. None: every clock file that jug can use.
    options : Options, optional
    cache : Path, optional
        The folder to fill; `jug.data.cache_folder` when left out.

    Raises
    ------
    DataError
        A name that means nothing; another update at work; a cache that cannot be written to.
    """
    wanted = resolve(names)
    options = options or Options()
    folder = cache_folder() if cache is None else cache
    if options.dry_run:  # nothing is made in the cache, not even the cache
        with TemporaryDirectory() as room:
            return _outcomes(wanted, Cache(folder, Path(room)), options)
    with locked(folder):
        store = Cache(folder)
        store.empty_incoming()
        try:
            return _outcomes(wanted, store, options)
        finally:
            store.empty_incoming(remove=True)


def _outcomes(wanted: Wanted, store: Cache, options: Options) -> tuple[Outcome, ...]:
    """What becomes of every file."""
    clocks = _clocks(wanted, store, options) if wanted.clocks else ()
    return (*clocks, *_each(wanted.ephemerides, lambda name: _ephemeris(name, store, options)))


def resolve(names: Sequence[str]) -> Wanted:
    """What is meant by the names of files, sites and ephemerides; DataError for one that means nothing."""
    if not names:
        files = DataFiles()
        sites = (*site_table().values(), *(find_site(name, None, files) for name in files.own_sites()))
        every = {GPS.name: None} | {name: None for site in sites for name in _site_files(site)}
        return Wanted(tuple(every), (), bipm=True)
    clocks: dict[str, None] = {}
    ephemerides: dict[str, None] = {}
    named = set()
    for name in names:
        if is_ephemeris(name):
            ephemerides[name.upper().removesuffix(".BSP")] = None
        elif name.endswith((".clk", ".dat")):
            clocks[name] = None
            named.add(name)
        else:
            try:
                clocks |= dict.fromkeys(_site_files(find_site(name, None, DataFiles())))
            except DataError as error:
                what = "neither a clock file (*.clk, *.dat) nor an ephemeris (DE405, INPOP19a) nor a known site"
                raise DataError(f"{name!r} is {what}", hint=error.hint) from None
    return Wanted(tuple(clocks), tuple(ephemerides), frozenset(named))


def _site_files(site: Site) -> tuple[str, ...]:
    gps = (GPS.name,) if site.gps else ()
    return (*(ref.name for ref in (*site.clock, *site.fallback)), *gps)


def _each(names: Sequence[str], work: Callable[[str], Outcome]) -> Iterator[Outcome]:
    """Work on each name; one that fails does not stop the others, unless they would all fail in the same way."""
    for number, name in enumerate(names):
        try:
            yield work(name)
        except (UnreachableError, CacheError) as error:
            rest = len(names) - number - 1
            yield Outcome(name, FAILED, f"{error}{f'; {rest} more not tried' if rest else ''}")
            return
        except DataError as error:
            yield Outcome(name, FAILED, str(error))


def _clocks(wanted: Wanted, store: Cache, options: Options) -> Iterator[Outcome]:
    """Clock files, after the list of what there is."""
    url = f"{options.bases['clock']}{INDEX}"
    try:
        rows = parse_index(fetch_text(url, store.incoming / INDEX, timeout=options.timeout), url)
        if not options.dry_run:
            listed = {row.name: [row.path, str(row.interval_days), row.invalid_before] for row in rows.values()}
            store.manifest["index"] = {"fetched": now(), "rows": listed}
            store.save()
    except DataError as error:
        yield Outcome(INDEX, FAILED, f"{error}; no clock file was fetched")
        return
    names = dict.fromkeys(wanted.clocks)
    if wanted.bipm:
        names |= {name: None for name in sorted(rows) if name.startswith("tai2tt_bipm")}
    for name in sorted(wanted.named - rows.keys()):
        yield Outcome(name, FAILED, f"the list of {url} does not have it; what is at hand stays")
    there = [name for name in names if name in rows]
    yield from _each(there, lambda name: _clock(rows[name], store, options))


def _clock(row: Row, store: Cache, options: Options) -> Outcome:
    """One clock file that is distributed."""
    kept = store.kept("clock", row.name)
    if kept and not options.force and not is_due(row, kept, datetime.now(UTC)):
        every = (
            "it is not revised any more"
            if row.interval_days == float("inf")
            else f"revised every {row.interval_days:g} d"
        )
        return Outcome(row.name, CURRENT, f"fetched {str(kept['fetched'])[:10]}, {every}")
    try:
        url = f"{options.bases['clock']}{row.path}"
        fetched = fetch(url, store.incoming / row.name, timeout=options.timeout, progress=options.progress)
    except MissingError as error:
        text = f"{error}, though the list has it; try again later, what is at hand stays"
        return Outcome(row.name, FAILED, text)
    if kept and fetched.sha256 == kept["sha256"]:
        if not options.dry_run:
            store.touch("clock", row.name)
        return Outcome(row.name, SAME, f"ends {_end(fetched, row.name)}")
    return _judge(row, fetched, store, options)


def _judge(row: Row, fetched: Fetched, store: Cache, options: Options) -> Outcome:
    """Whether a file that came whole may serve."""
    end = _end(fetched, row.name)
    places = (DataFolder(store.folder, "cache"), DataFolder(packaged_root(), "embedded"))
    old = DataFiles(places).clock(row.name)
    change = _compared(old.path, fetched.path, row.name) if old else None
    text = f"ends {end}"
    if old and change:
        excuse = _excuse(row, old, change, store, options)
        if change.suspect and not excuse:
            return _put_aside(row, fetched, f"{change.suspect}, against the one at hand ({old.source})", store, options)
        text += f", was {date_text(change.old_last)} ({old.source})"
        if change.suspect:
            text += f"; it {change.suspect}{excuse}"
        elif change.tail_s > TOLERANCE_S:
            text += f"; its last days were revised by up to {change.tail_s * 1e9:.3g} ns"
    if options.dry_run:
        return Outcome(row.name, WOULD, text)
    store.install(fetched, "clock", row.name)
    return Outcome(row.name, FETCHED, text)


def _excuse(row: Row, old: Found, change: Change, store: Cache, options: Options) -> str:
    """Why a file may serve though it says something else than the one at hand; empty if it may not.

    The file that came with jug is from another collection than the publisher's: it may be put right, not cut short.
    """
    if row.name.lower() in {word.lower() for word in options.accept}:
        return ", as accepted"
    if old.source == "embedded":
        return "" if change.covers_less else ", against the file that came with jug"
    fetched = str(store.manifest["files"].get(f"clock/{row.name}", {}).get("fetched", ""))[:10]
    return (
        f", and what was fetched before {row.invalid_before} is known to be wrong"
        if fetched < row.invalid_before
        else ""
    )


def _put_aside(row: Row, fetched: Fetched, reason: str, store: Cache, options: Options) -> Outcome:
    way_out = f"`jug data update {row.name} --accept {row.name}` takes it"
    if options.dry_run:
        return Outcome(row.name, ASIDE, f"would be put aside: it {reason}; {way_out}")
    path = store.set_aside(fetched, row.name, reason)
    return Outcome(row.name, ASIDE, f"it {reason}; kept as {path}, the old one serves; {way_out}")


def _end(fetched: Fetched, name: str) -> str:
    """Until when a file that came goes; DataError if it cannot be read as a clock file."""
    try:
        if fetched.path.read_bytes()[:100].lstrip().startswith(b"<"):
            raise DataError("it is a web page")
        ends = [read(fetched.path, reading) for reading in readings(name)]
    except DataError as error:
        hint = "nothing was kept of it, what is at hand stays; try again later"
        raise DataError(f"what came is no clock file ({error.why})", Where(fetched.url), hint) from None
    return date_text(max(last_measured(clock) for clock in ends))


def _compared(old: Path, new: Path, name: str) -> Change | None:
    """What changes; None where the one at hand is damaged, so that anything is better."""
    try:
        return compare(old, new, name)
    except DataError:
        return None


def _ephemeris(name: str, store: Cache, options: Options) -> Outcome:
    """One ephemeris."""
    file = f"{name.lower()}.bsp"
    kept = store.kept("ephemeris", file)
    if kept and not options.force:
        return Outcome(name, CURRENT, f"fetched {str(kept['fetched'])[:10]} from {kept['url']}")
    if options.dry_run:
        return Outcome(name, WOULD, "an ephemeris is not fetched to find out")
    kernel = fetch_kernel(name, store.incoming, options.bases, timeout=options.timeout, progress=options.progress)
    said = f"MJD {kernel.span_mjd[0]:.1f} to {kernel.span_mjd[1]:.1f}, from {kernel.fetched.url}, {kernel.checked}"
    if (
        kept
        and kept["sha256"] != kernel.fetched.sha256
        and name.lower() not in {word.lower() for word in options.accept}
    ):
        reason = "is not the same file as the one at hand (cache)"
        path = store.set_aside(kernel.fetched, file, reason)
        return Outcome(
            name, ASIDE, f"it {reason}; kept as {path}; `jug data update {name} --force --accept {name}` takes it"
        )
    store.install(kernel.fetched, "ephemeris", file, checked=kernel.checked)
    return Outcome(name, FETCHED, said)


def date_text(mjd: float) -> str:
    """An MJD with the calendar date beside it."""
    return f"MJD {dated(mjd)}"
