"""Fetch newer data: the clock files that the IPTA distributes, and ephemerides by name.

`jug.data.wanted` finds the files for the names, `jug.data.fetch` fetches one, `jug.data.clock_acceptance` decides
whether a clock file replaces the one at hand, and `jug.data.cache` stores the files. A file is used only if it is
complete, can be read, and has the publisher's checksum where there is one.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from jug.data.cache import Cache, now
from jug.data.clock_acceptance import accept_clock, end_of
from jug.data.clock_mirrors import ClockMirrors
from jug.data.fetch import CacheError, Fetched, MissingError, UnreachableError, fetch, fetch_text
from jug.data.index import INDEX_FILE, IndexRow, is_due, parse_index
from jug.data.lock import folder_lock
from jug.data.outcomes import CURRENT, FAILED, FETCHED, NO_CHANGE, PUT_ASIDE, WOULD, Outcome, UpdateOptions
from jug.data.spk_kernels import fetch_kernel
from jug.data.wanted import Wanted, resolve
from jug.errors import DataError, Where
from jug.io.folders import cache_folder

BIPM_FILE = re.compile(r"tai2tt_bipm((?:19|20)\d\d)\.clk", re.ASCII)


def update(
    names: Sequence[str] = (), options: UpdateOptions | None = None, *, cache: Path | None = None
) -> tuple[Outcome, ...]:
    """Fetch newer data files into the cache.

    Parameters
    ----------
    names : sequence of str
        Clock files, sites (their clock files), ephemerides. Empty: every clock file that jug can use.
    options : UpdateOptions, optional
    cache : Path, optional
        The folder to fill; `jug.data.cache_folder` when left out.

    Returns
    -------
    tuple of Outcome
        One for each file. A file that could not be fetched is an outcome, not an exception.

    Raises
    ------
    DataError
        A name is unknown, another update is running, or the cache cannot be written to.
    """
    wanted = resolve(names)
    options = options or UpdateOptions()
    folder = cache_folder() if cache is None else cache
    if options.dry_run:  # writes nothing into the cache, and does not make its folder
        with TemporaryDirectory() as room:
            return _outcomes(wanted, Cache(folder, Path(room)), options)
    with folder_lock(folder):
        store = Cache(folder)
        store.empty_incoming()
        try:
            return _outcomes(wanted, store, options)
        finally:
            store.empty_incoming(remove=True)


def _outcomes(wanted: Wanted, store: Cache, options: UpdateOptions) -> tuple[Outcome, ...]:
    """Update every file that is wanted, clock files first."""
    clocks = _clocks(wanted, store, options) if wanted.clocks else ()
    return (*clocks, *_apply_to_each(wanted.ephemerides, lambda name: _ephemeris(name, store, options)))


def _apply_to_each(names: Sequence[str], work: Callable[[str], Outcome]) -> Iterator[Outcome]:
    """Apply `work` to each name; continue after a failure, unless the server or the cache cannot be used."""
    for number, name in enumerate(names):
        try:
            yield work(name)
        except (UnreachableError, CacheError) as error:
            rest = len(names) - number - 1
            yield Outcome(name, FAILED, f"{error}{f'; {rest} more not tried' if rest else ''}")
            return
        except DataError as error:
            yield Outcome(name, FAILED, str(error))


def _clocks(wanted: Wanted, store: Cache, options: UpdateOptions) -> Iterator[Outcome]:
    """Update the clock files, after the publisher's list of them."""
    mirrors = ClockMirrors(options.bases)
    try:
        rows = mirrors.ask(INDEX_FILE, lambda url: _index(url, store, options))
        if not options.dry_run:
            listed = {row.name: [row.path, str(row.interval_days), row.invalid_before] for row in rows.values()}
            store.manifest["index"] = {"fetched": now(), "rows": listed}
            store.save()
    except DataError as error:
        yield Outcome(INDEX_FILE, FAILED, f"{error}; no clock file was fetched")
        return
    names = dict.fromkeys(wanted.clocks)
    if wanted.bipm:
        names |= dict.fromkeys(_bipm_files(rows))
    for name in sorted(wanted.named - rows.keys()):
        yield Outcome(
            name, FAILED, f"the list of {mirrors.addresses[0]}{INDEX_FILE} does not have it; the present file stays"
        )
    there = [name for name in names if name in rows]
    yield from _apply_to_each(there, lambda name: _clock(rows[name], mirrors, store, options))


def _bipm_files(names: Iterable[str]) -> list[str]:
    """The files of TT(BIPM) among names, without future years, because the latest one is that of ``TT(BIPM)``."""
    found = filter(None, (BIPM_FILE.fullmatch(name) for name in names))
    return sorted(match[0] for match in found if int(match[1]) <= datetime.now(UTC).year)


def _index(url: str, store: Cache, options: UpdateOptions) -> dict[str, IndexRow]:
    """Fetch the publisher's list of clock files."""
    return parse_index(fetch_text(url, store.incoming / INDEX_FILE, timeout=options.timeout), url)


def _clock(row: IndexRow, mirrors: ClockMirrors, store: Cache, options: UpdateOptions) -> Outcome:
    """Update one clock file of the publisher's list."""
    known = store.recorded_entry("clock", row.name)
    if known and not options.force and not is_due(row, known, datetime.now(UTC)):
        ended = math.isinf(row.interval_days)
        every = "it is not revised any more" if ended else f"revised every {row.interval_days:g} d"
        return Outcome(row.name, CURRENT, f"fetched {str(known['fetched'])[:10]}, {every}")
    try:
        fetched = mirrors.ask(row.path, lambda url: _fetch_table(url, store.incoming / row.name, options))
    except MissingError as error:
        text = f"{error}, though the list has it; try again later, the present file stays"
        return Outcome(row.name, FAILED, text)
    if known and fetched.sha256 == known["sha256"]:
        if not options.dry_run:
            store.touch("clock", row.name)
        return Outcome(row.name, NO_CHANGE, f"ends {end_of(fetched, row.name)}")
    return accept_clock(row, fetched, store, options)


def _fetch_table(url: str, path: Path, options: UpdateOptions) -> Fetched:
    """Fetch a clock file; a second time where the server does not state its length.

    A file that was cut at the end of a line can be read, so that reading does not detect it.
    """
    fetched = fetch(url, path, timeout=options.timeout, progress=options.progress)
    if not fetched.stated:
        if not fetched.path.read_bytes().endswith((b"\n", b"\r")):
            why = "the server does not state its length, and the last line has no end"
            raise DataError(why, Where(url), "it may be cut there, and the file was discarded; try again")
        again = fetch(url, path.with_name(f"{path.name}.again"), timeout=options.timeout, progress=options.progress)
        again.path.unlink()
        if again.sha256 != fetched.sha256:
            sizes = f"{fetched.size} and {again.size} bytes"
            why = f"the server does not state its length, and two transfers differ ({sizes})"
            raise DataError(why, Where(url), "one of them is incomplete, and the file was discarded; try again")
    return fetched


def _ephemeris(name: str, store: Cache, options: UpdateOptions) -> Outcome:
    """Update one ephemeris."""
    file = f"{name.lower()}.bsp"
    known = store.recorded_entry("ephemeris", file)
    if known and not options.force:
        return Outcome(name, CURRENT, f"fetched {str(known['fetched'])[:10]} from {known['url']}")
    if options.dry_run:
        return Outcome(name, WOULD, "a dry run does not fetch an ephemeris")
    kernel = fetch_kernel(name, store.incoming, options.bases, timeout=options.timeout, progress=options.progress)
    text = f"MJD {kernel.span_mjd[0]:.1f} to {kernel.span_mjd[1]:.1f}, from {kernel.fetched.url}, {kernel.checked}"
    if (
        known
        and known["sha256"] != kernel.fetched.sha256
        and name.lower() not in {word.lower() for word in options.accept}
    ):
        reason = "is not the same file as the one at hand (cache)"
        path = store.set_aside(kernel.fetched, file, reason)
        return Outcome(
            name, PUT_ASIDE, f"it {reason}; kept as {path}; `jug data update {name} --force --accept {name}` takes it"
        )
    store.install(kernel.fetched, "ephemeris", file, checked=kernel.checked)
    return Outcome(name, FETCHED, text)
