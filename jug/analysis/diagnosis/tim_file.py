"""The TOAs of a tim file: duplicates, frequencies, uncertainties, dates, order, commands, commented-out TOAs."""

import re
from collections.abc import Iterator

import numpy as np

from jug.analysis.diagnosis.rows import Finding
from jug.core.array import Int, N
from jug.core.constants import DAY
from jug.core.times import to_mjd
from jug.io.tim.command_state import NUMBER_UNITS
from jug.io.tim.raw_toas import RawTOAs

ODD_FACTOR = 100.0
"""Factor below or above the median from which an uncertainty counts as odd."""

LEAST_US = 1e-4
"""Smallest plausible median uncertainty, us: the best TOAs have uncertainties of some nanoseconds."""

USUAL_MHZ = (20.0, 1.2e5)
"""Range of usual frequencies, MHz: from LOFAR's lowest to ALMA's highest pulsar observations."""

USUAL_FIRST_MJD, USUAL_LAST_MJD = 39000.0, 66000.0
"""Range of usual dates: from the discovery of the first pulsar (1967) to 2039."""

_MJD_TEXT = re.compile(r"(?<!\S)\d{5}\.(\d+)(?!\S)")

COUNTED_COMMANDS = ("TIME", "PHASE", "JUMP", "SKIP", "NOSKIP", "INCLUDE", "MODE", "TRACK", "INFO", "END", *NUMBER_UNITS)


def tim_findings(raw: RawTOAs) -> list[Finding]:
    """Examine the TOAs as they are in the file.

    Parameters
    ----------
    raw : RawTOAs

    Returns
    -------
    list of Finding
    """
    steps = (_duplicates, _frequencies, _uncertainties, _dates, _digits, _order, _commands)
    return [finding for step in steps for finding in step(raw)]


def _finding(raw: RawTOAs, kind: str, rows: Int[N], what: str, decide: str = "") -> Finding:
    return Finding(kind, what, str(raw.where(int(rows[0]))), int(rows.size), decide)


def _toas(count: int) -> str:
    return f"{count} TOA{' has' if count == 1 else 's have'}"


def _duplicates(raw: RawTOAs) -> Iterator[Finding]:
    """Find TOAs with the same time, site and frequency."""
    columns = (raw.times.day, raw.times.sec.hi, raw.times.sec.lo, raw.freq_hz, raw.site.codes)
    order = np.lexsort(columns)
    same = np.ones(len(raw) - 1, dtype=bool)
    for column in columns:
        same &= column[order][1:] == column[order][:-1]
    later = np.maximum(order[1:][same], order[:-1][same])
    first = np.minimum(order[1:][same], order[:-1][same])
    if not later.size:
        return
    equal = raw.error_s[first] == raw.error_s[later]
    for rows, others, how in ((later[equal], first[equal], "the same"), (later[~equal], first[~equal], "another")):
        if rows.size:
            place = np.argsort(rows)
            what = (
                f"{_toas(rows.size)} the time, site and frequency of an earlier one and {how} uncertainty, the first "
                f"those of {raw.where(int(others[place[0]]))}; all are used"
            )
            yield _finding(raw, "duplicate", rows[place], what, "comment one of each pair out with a C in front")


def _frequencies(raw: RawTOAs) -> Iterator[Finding]:
    infinite = np.isinf(raw.freq_hz)
    at_site = ~np.isin(raw.site.codes, [i for i, s in enumerate(raw.site.values) if s.lower() in ("@", "bat", "ssb")])
    rows = np.flatnonzero(infinite & at_site)
    if rows.size and not infinite[at_site].all():
        what = f"{_toas(rows.size)} frequency 0 at a telescope, read as infinite: no dispersion delay"
        yield _finding(raw, "zero frequency", rows, what, "write the frequency in MHz, or comment them out")
    elif infinite.any():
        rows = np.flatnonzero(infinite)
        what = f"{_toas(rows.size)} frequency 0, read as infinite: no dispersion delay"
        yield _finding(raw, "zero frequency", rows, what)
    mhz = raw.freq_hz / 1e6
    rows = np.flatnonzero(np.isfinite(mhz) & ((mhz < USUAL_MHZ[0]) | (mhz > USUAL_MHZ[1])))
    if rows.size:
        usual = f"{USUAL_MHZ[0]:g} to {USUAL_MHZ[1]:g} MHz"
        what = f"{_toas(rows.size)} a frequency outside {usual}, the first {mhz[rows[0]]:g} MHz"
        yield _finding(raw, "odd frequency", rows, what, "frequencies are in MHz: correct those in GHz or Hz")


def _uncertainties(raw: RawTOAs) -> Iterator[Finding]:
    us = raw.error_s * 1e6
    middle = float(np.median(us))
    if 0.0 < middle < LEAST_US:
        what = f"the median of the uncertainties is {middle:.3g} us, less than any telescope reaches"
        yield _finding(raw, "odd uncertainty", np.arange(len(us)), what, "give them in us: is it s, or ms?")
    low, high = np.flatnonzero(us < middle / ODD_FACTOR), np.flatnonzero(us > middle * ODD_FACTOR)
    if low.size:
        what = f"{_toas(low.size)} an uncertainty below 1/100 of the median of {middle:.3g} us"
        more = f", the first {us[low[0]]:.3g} us: they outweigh the others"
        yield _finding(raw, "odd uncertainty", low, what + more, "check that they are in us")
    if high.size:
        what = f"{_toas(high.size)} an uncertainty above 100 times the median of {middle:.3g} us"
        yield _finding(raw, "odd uncertainty", high, f"{what}, the first {us[high[0]]:.3g} us")


def _dates(raw: RawTOAs) -> Iterator[Finding]:
    mjd = to_mjd(raw.times)
    rows = np.flatnonzero((mjd < USUAL_FIRST_MJD) | (mjd > USUAL_LAST_MJD))
    if rows.size:
        what = f"{_toas(rows.size)} an MJD before 1965 or after 2039, the first {mjd[rows[0]]:.4f}"
        yield _finding(raw, "odd date", rows, what, "check that the third column is the MJD")


def _digits(raw: RawTOAs) -> Iterator[Finding]:
    """Find dates that are written more coarsely than a tenth of their uncertainty."""
    lines = [source.content.split(b"\n") if hasattr(source, "content") else None for source in raw.sources]
    coarse, fewest = [], 99
    for i, (file, number) in enumerate(zip(raw.file_index.tolist(), raw.line.tolist(), strict=True)):
        text = lines[file] if file < len(lines) else None
        found = _MJD_TEXT.search(text[number - 1].decode()) if text and 0 < number <= len(text) else None
        if found is not None and DAY * 10.0 ** -len(found[1]) > 2.0 * raw.error_s[i]:
            coarse.append(i)
            fewest = min(fewest, len(found[1]))
    if coarse:
        step = DAY * 10.0**-fewest * 1e6
        decimals = "1 decimal is a step" if fewest == 1 else f"{fewest} decimals are steps"
        what = f"{_toas(len(coarse))} an MJD coarser than the uncertainty: {decimals} of {step:.3g} us"
        yield _finding(raw, "coarse date", np.array(coarse), what, "write them again with all digits")


def _order(raw: RawTOAs) -> Iterator[Finding]:
    mjd = to_mjd(raw.times)
    rows = np.flatnonzero(np.diff(mjd) < 0.0) + 1
    if rows.size:
        acts = "phase" in raw.flags
        what = f"the TOAs are not in order of time at {rows.size} place{'s' if rows.size > 1 else ''}"
        more = ": PHASE acts in the order of the file, to tempo2 in order of time" if acts else "; it changes nothing"
        yield _finding(raw, "order", rows, what + more, "sort the TOAs" if acts else "")


def _commands(raw: RawTOAs) -> Iterator[Finding]:
    """List commands other than FORMAT, included files, and TOAs that are commented out."""
    used: dict[str, int] = {}
    for source in raw.sources:
        for text in getattr(source, "content", b"").split(b"\n"):
            word = text.split(None, 1)[:1]
            name = word[0].decode(errors="replace").upper() if word else ""
            if name in COUNTED_COMMANDS:
                used[name] = used.get(name, 0) + 1
    if used:
        what = ", ".join(f"{name} ({n})" if n > 1 else name for name, n in used.items())
        yield Finding(
            "commands", f"commands in the tim file: {what}", raw.files[0] if raw.files else "", sum(used.values())
        )
    if raw.deleted is not None and len(raw.deleted):
        n = len(raw.deleted)
        many = f"{n} TOA{'s are' if n > 1 else ' is'}"
        what = f"{many} commented out: left aside, and kept in what jug writes (PINT loses them)"
        yield Finding("commented out", what, str(raw.deleted.where(0)), n)
