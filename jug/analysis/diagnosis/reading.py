"""Reading the files as far as possible: lines that cannot be used are listed and left out."""

import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike

import numpy as np

from jug.analysis.diagnosis.consequences import with_consequences
from jug.analysis.diagnosis.rows import Finding
from jug.analysis.diagnosis.unreadable import unreadable_line_findings
from jug.analysis.diagnosis.without_warnings import model_without_warnings
from jug.core.array import Bool, Toa
from jug.core.times import parse_mjds
from jug.errors import ClockWarning, InputError, JugWarning, Problem
from jug.io.par import ParFile
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.io.tim.read import read_tim
from jug.io.tim.unreadable_lines import read_readable_lines
from jug.loading import load_model, prepare
from jug.model.building.blocking_lines import line_number, read_unblocked, without_lines
from jug.model.building.fit_range import outside_range
from jug.model.building.range_cut import cut_to_range
from jug.model.building.tim_jumps import with_tim_jumps
from jug.model.checks.all_problems import data_problems, par_beside
from jug.model.evaluation.toas_match import NoPosition
from jug.model.timing_model import TimingModel
from jug.obs.ephemeris_problems import AbsentEphemeris
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.obs.unknown_sites import unknown_sites
from jug.text.json_types import JsonMapping

EPHEMERIS_AT_HAND = "DE440"
"""The ephemeris that is used if the file of the requested one is not found."""

AT = "55000.0"
"""An MJD that every ephemeris covers."""

OF_DUPLICATES = "the same TOA as"
"""Words of a warning that is left out, because `jug.analysis.diagnosis.tim_file` has findings on the same subject."""

CLOCK = "clock coverage"
"""The kind of a finding on TOAs that a clock file does not cover."""

OF_CLOCKS = "say with --hold-clock or --zero-clock what holds there"

_UNCOVERED = re.compile(r"\d+ TOAs? (before|after) MJD|is not at hand")
"""Words of a warning about a clock file that does not cover TOAs."""

_PLACED_TEXT = re.compile(r"^(?P<where>.*?:\d+|.*?\.(?:par|tim)): (?P<what>.*)$", re.DOTALL)


@dataclass
class FilesRead:
    """The files as far as they could be read.

    Parameters
    ----------
    par : ParFile
        As it stands in the file.
    options : dict
        Of `jug.load_model`: ``ephem``, ``ignore``, ``conventions``, ...
    used : ParFile
        Without the lines that cannot be used.
    model : TimingModel or None
    raw : RawTOAs or None
    toas : TOAs or None
    hold_clock : bool, optional
        As in `jug.load`.
    tim : path, optional
        Of the TOAs, where they come from a file.
    left_out : dict of str to numbers
        Lines of tim files that cannot be read, by the path of the file.
    par_left_out : dict of int to int
        Numbers of lines of the par file that cannot be used, each with that of the line that is the cause.
    problems : list of Problem
        Problems of the par file's unusable lines.
    findings : list of Finding
        Problems of the tim file and the data, and all warnings of the reading.
    """

    par: ParFile
    options: JsonMapping
    used: ParFile
    model: TimingModel | None = None
    raw: RawTOAs | None = None
    toas: TOAs | None = None
    hold_clock: bool | None = None
    tim: str | PathLike[str] | None = None
    left_out: dict[str, set[int]] = field(default_factory=dict)
    par_left_out: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_files(
    par: str | PathLike[str] | ParFile,
    tim: str | PathLike[str] | RawTOAs | None,
    files: Files,
    options: JsonMapping,
    *,
    hold_clock: bool | None = None,
) -> FilesRead:
    """Read a par file, and a tim file if one is given, as far as they can be read.

    Parameters
    ----------
    par : path or ParFile
    tim : path, RawTOAs or None
    files : Files
    options : dict
        Of `jug.load_model`.
    hold_clock : bool, optional
        As in `jug.load`.

    Returns
    -------
    FilesRead

    Raises
    ------
    ParError, TimError
        No line of a file can be read: it is missing, binary or empty.
    """
    found = par_beside(par, tim)
    read = FilesRead(found, options, found, hold_clock=hold_clock)
    with _collect_warnings(read):
        _read_model(read)
        _with_known_clock(read, files)
    if tim is None:
        _check_data(read, files)
    else:
        with _collect_warnings(read):
            raw = tim if isinstance(tim, RawTOAs) else _read_toas(read, tim)
            if raw is not None and read.model is not None and not outside_range(read.used, raw).all():
                raw = cut_to_range(read.model, raw)
            read.raw = raw if raw is None else _of_known_sites(read, raw, files)
        if read.model is not None and read.raw is not None:
            read.model = with_tim_jumps(read.model, read.raw)
            with _collect_warnings(read):
                _at_barycentre(read, files)
    return read


def _read_model(read: FilesRead) -> None:
    """Build the model from the usable lines, and list each problem once, in the order of the lines."""
    found = read_unblocked(read.par, lambda par: load_model(par, **read.options))
    read.model, read.used, read.par_left_out = found.model, found.used, found.left_out
    read.problems = list(with_consequences(found.problems, read.par, found.left_out))


def raw_in_order(read: FilesRead, model: TimingModel, files: Files) -> RawTOAs | None:
    """Read the tim file once more, with EFAC and EQUAD in the order of the model's conventions.

    Lines that cannot be read, and TOAs of unknown sites, are left out again.

    Parameters
    ----------
    read : FilesRead
    model : TimingModel
    files : Files

    Returns
    -------
    RawTOAs or None
        None if the order is already the one in use, or there is no file.
    """
    order = model.settings.conventions["TIMERRORS"]
    if read.tim is None or read.model is None or order == read.model.settings.conventions["TIMERRORS"]:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        raw = cut_to_range(read.model, read_tim(read.tim, order=order.lower(), leave_out=read.left_out))
        return _at_known_sites(raw, unknown_sites(raw, files, codes_of_tempo2=_codes_of_tempo2(read)))


def _read_toas(read: FilesRead, tim: str | PathLike[str]) -> RawTOAs | None:
    """Read the TOAs from the usable lines of the tim file."""
    read.tim = tim
    words = read.model.settings.conventions if read.model else {"TIMERRORS": "PINT", "PHASE": "FILE"}
    order, turns = words["TIMERRORS"].lower(), words["PHASE"]
    found = read_readable_lines(lambda lines: read_tim(tim, order=order, turns=turns, leave_out=lines))
    if found.errors and not found.left_out:
        raise found.errors[0]
    read.left_out = found.left_out
    read.findings += (finding for error in found.errors for finding in unreadable_line_findings(error))
    if found.unfinished:
        many = "there are more lines that cannot be read; the TOAs are left aside"
        read.findings.append(Finding("tim file", many, decide="correct the lines above, and run jug doctor again"))
    return found.raw


def _of_known_sites(read: FilesRead, raw: RawTOAs, files: Files) -> RawTOAs:
    """Remove the TOAs of unknown sites, with a finding for each site."""
    unknown = list(unknown_sites(raw, files, codes_of_tempo2=_codes_of_tempo2(read)))
    for rows, problem in unknown:
        what = f"{problem.why}; left out here"
        read.findings.append(Finding("unknown site", what, str(problem.where), int(rows.sum()), problem.hint))
    return _at_known_sites(raw, unknown)


def _codes_of_tempo2(read: FilesRead) -> bool:
    return read.model is not None and read.model.settings.conventions["SITES"] == "TEMPO2"


def _at_known_sites(raw: RawTOAs, unknown: Iterable[tuple[Bool[Toa], Problem]]) -> RawTOAs:
    """The TOAs of known sites; all TOAs if no site is known."""
    known = np.ones(len(raw), dtype=bool)
    for rows, _ in unknown:
        known &= ~rows
    return raw if known.all() or not known.any() else raw.take(known)


def _at_barycentre(read: FilesRead, files: Files) -> None:
    """Carry the TOAs to the barycentre, with another ephemeris if the model's is not available."""
    assert read.model is not None
    assert read.raw is not None
    try:
        read.toas = prepare(read.model, read.raw, files=files, hold_clock=read.hold_clock)
    except InputError as error:
        if not isinstance(error.problems[0], AbsentEphemeris):
            found = _preparation_finding(error)
            is_consequence = isinstance(error.problems[0], NoPosition) and read.par_left_out
            read.findings.append(found._replace(decide="") if is_consequence else found)
            return
        decide = f"jug data update {read.model.settings.ephem}, or --ephem {EPHEMERIS_AT_HAND}"
        what = f"{error.why}; what follows is computed with {EPHEMERIS_AT_HAND}"
        read.findings.append(Finding("ephemeris", what, str(error.where or ""), decide=decide))
        read.options = {**read.options, "ephem": EPHEMERIS_AT_HAND}
        read.model = with_tim_jumps(model_without_warnings(read.used, read.options), read.raw)
        try:
            read.toas = prepare(read.model, read.raw, files=files, hold_clock=read.hold_clock)
        except InputError as again:
            read.findings.append(_preparation_finding(again))


def _check_data(read: FilesRead, files: Files) -> None:
    """Without TOAs, find data files that the par file names and that are missing, using one TOA at the barycentre."""
    if read.model is None:
        return
    read.raw = make_toas(parse_mjds([AT]), freq_hz=np.array([np.inf]), error_s=np.array([1e-6]), site=["@"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        _at_barycentre(read, files)
    read.raw = read.toas = None


def _with_known_clock(read: FilesRead, files: Files) -> None:
    """Leave out a line CLK that names an unavailable clock, with a finding."""
    if read.model is None:
        return
    problem = dict(data_problems(read.model.settings, read.model.par, files)).get("CLK")
    number = line_number(problem) if problem else 0
    if problem is None or not number or number in read.par_left_out:
        return
    read.par_left_out[number] = number
    read.used = without_lines(read.used, (number,))
    text = problem.where.text.strip() if problem.where else ""
    what = f"{problem.why}: {text!r}; what follows is computed as without the line"
    read.findings.append(Finding("clock", what, str(problem.where), decide=problem.hint))
    read.model = model_without_warnings(read.used, read.options)


def _preparation_finding(error: InputError) -> Finding:
    return Finding("data", error.why, str(error.where or ""), decide=error.hint or "see docs/data.md")


@contextmanager
def _collect_warnings(read: FilesRead) -> Iterator[None]:
    """Add the warnings of a block to the findings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", JugWarning)
        yield
    for text, on_clock in dict.fromkeys((str(w.message), issubclass(w.category, ClockWarning)) for w in caught):
        if on_clock and _UNCOVERED.search(text):
            update = "jug data update; or " if "jug data update" in text else ""  # newer files lack earlier dates
            read.findings.append(Finding(CLOCK, text, decide=update + OF_CLOCKS))
        elif OF_DUPLICATES not in text:
            read.findings.append(_remark(text))


def _remark(text: str) -> Finding:
    """Make the finding for a warning that was given while reading."""
    place = _PLACED_TEXT.match(text)
    where, what = (place["where"], place["what"]) if place else ("", text)
    return Finding("remark", what, where)
