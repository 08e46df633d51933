"""`jug.doctor`: examine a par and a tim file."""

from collections.abc import Iterable, Mapping
from os import fspath

import numpy as np

from jug.analysis.diagnosis.consequences import where_of
from jug.analysis.diagnosis.coverage import data_uses, site_spans
from jug.analysis.diagnosis.diagnosis import Diagnosis
from jug.analysis.diagnosis.differences import absent_lines, convention_differences, worst_first
from jug.analysis.diagnosis.effect import ReferenceResiduals
from jug.analysis.diagnosis.line_uses import line_uses
from jug.analysis.diagnosis.other_readings import OtherReadings
from jug.analysis.diagnosis.parameter_effects import effects
from jug.analysis.diagnosis.range_of_fit import range_findings
from jug.analysis.diagnosis.reading import CLOCK, FilesRead, read_files
from jug.analysis.diagnosis.rows import Finding, SiteSpan, Summary
from jug.analysis.diagnosis.selections import selection_findings
from jug.analysis.diagnosis.tim_file import tim_findings
from jug.analysis.diagnosis.unread_lines import unread_differences
from jug.analysis.diagnosis.unused_parameters import with_decisions_on_unused
from jug.conversion.par_file_text.explicit import explicit_par
from jug.core.times import to_mjd
from jug.data import open_files
from jug.errors import InputError, JugError, Problem
from jug.io.par import ParFile
from jug.io.stream_names import TextSource, name_of_source
from jug.io.tim.raw_toas import RawTOAs
from jug.loading import AnyPath
from jug.model.checks.far_epochs import far_epoch_notes
from jug.model.checks.low_eccentricity import eccentricity_note
from jug.model.checks.pulse_flags import pulse_flag_note
from jug.model.evaluation.residuals import residuals
from jug.model.reading.lines.unknown import UnknownKeyword
from jug.obs.clock_coverage import clock_ends
from jug.obs.files import EARTH_ORIENTATION, Files
from jug.obs.toa_summary import median_error_us
from jug.text.json_types import JsonObject

UNCONNECTED = 0.2
"""Weighted rms, turns, above which residuals are not connected in phase: uniformly distributed phases have 0.29."""

FAR_D = 3652.5
"""Largest usual distance of POSEPOCH from the TOAs, d: the proper motion extrapolates the position over that time."""

NOT_OF_SITES = ("TT(BIPM", EARTH_ORIENTATION)
"""Words in findings about data files that are not the clock of a site."""


def doctor(
    par: TextSource | ParFile,
    tim: TextSource | RawTOAs | None = None,
    *,
    files: Files | None = None,
    ephem: str | None = None,
    ignore: Iterable[str] = (),
    dialect: str = "jug",
    conventions: Mapping[str, str] | None = None,
    hold_clock: bool | None = None,
    zero_clock: bool = False,
) -> Diagnosis:
    """Describe the use of each line of a par and a tim file, and where other programs would read them differently.

    Lines that cannot be read are listed, and the examination continues without them.

    Parameters
    ----------
    par : path, an open text file, or ParFile
    tim : path, an open text file, or RawTOAs, optional
    files : Files, optional
        Source of clock files and ephemerides; by default those that `jug.data.open_files` finds.
    ephem, ignore, dialect, conventions
        As in `jug.load`; a choice made here needs no further decision.
    hold_clock, zero_clock : bool, optional
        Beyond the ends of a clock file use its nearest value, or zero (also ``hold_clock=False``). By default the
        nearest value is used, and needs a decision if there are such TOAs.

    Returns
    -------
    Diagnosis
        ``.text``, ``.html``, ``.to_json()``, and ``.decisions``.

    Raises
    ------
    ParError, TimError
        A file is missing, or none of its lines can be read.

    Examples
    --------
    >>> import jug
    >>> found = jug.doctor(*jug.data.example("NGC6440E"))
    >>> found.lines[8].alias_of
    'NE_SW'
    >>> found.decisions
    ()
    """
    files = open_files() if files is None else files
    hold_clock = clock_ends(hold_clock, zero_clock)
    options = _options(ephem, ignore, dialect, conventions)
    par = par if isinstance(par, ParFile) else name_of_source(par, "<par>", "par")
    tim = tim if tim is None or isinstance(tim, RawTOAs) else name_of_source(tim, "<tim>", "tim")
    read = read_files(par, tim, files, options, hold_clock=hold_clock)
    chosen = {name.upper() for name in conventions or {}}
    if hold_clock is not None or dialect.lower() != "jug" or "CLOCKENDS" in chosen:
        read.findings = [f._replace(decide="") if f.kind == CLOCK else f for f in read.findings]
    return examined(read, tim, files)


def _options(
    ephem: str | None, ignore: Iterable[str], dialect: str, conventions: Mapping[str, str] | None
) -> JsonObject:
    return {"ephem": ephem, "ignore": tuple(ignore), "dialect": dialect, "conventions": dict(conventions or {})}


def examined(read: FilesRead, tim: AnyPath | RawTOAs | None, files: Files) -> Diagnosis:
    """Examine the files as they were read.

    Parameters
    ----------
    read : FilesRead
    tim : path, RawTOAs or None
    files : Files

    Returns
    -------
    Diagnosis
    """
    reference = _reference(read)
    acts = effects(read.model, read.toas) if reference is not None and read.model and read.toas else None
    lines = line_uses(read, acts)
    readings = OtherReadings(read, files, reference)
    differences = [*convention_differences(readings), *unread_differences(readings, lines)]
    findings = [_of_problem(problem) for problem in read.problems] + with_decisions_on_unused(read)
    sites: tuple[SiteSpan, ...] = ()
    summary = None
    if read.raw is not None and len(read.raw):
        if read.toas is not None:
            sites, more = site_spans(read.raw, files)
            findings += more
        findings += tim_findings(read.raw)
        summary = _summary(read, reference)
    if reference is not None:
        findings += range_findings(read, reference)
        findings += selection_findings(reference.model, reference.toas) + _of_model(
            reference, whole=not read.par_left_out
        )
        findings = [_with_clock_effect(f, readings) for f in findings]
    name = tim.files[0] if isinstance(tim, RawTOAs) else None if tim is None else fspath(tim)
    return Diagnosis(
        par=read.par.path,
        tim=name,
        lines=lines,
        absent=absent_lines(read.used, read.model, acts),
        differences=worst_first(differences),
        findings=tuple(sorted(findings, key=lambda f: not f.decide)),
        summary=summary,
        sites=sites,
        data=data_uses(read.toas) if read.toas is not None else (),
        read_as=str(read.options.get("dialect", "jug")).lower(),
        explicit=explicit_par(read.model, read.toas, files) if read.model is not None else None,
    )


def _reference(read: FilesRead) -> ReferenceResiduals | None:
    """The residuals in use; None, with a finding, if there are none."""
    if read.model is None or read.toas is None:
        return None
    try:
        return ReferenceResiduals(read.model, read.toas)
    except (JugError, np.linalg.LinAlgError) as error:
        read.findings.append(Finding("residuals", str(error), decide="correct what the message names"))
        return None


def _of_problem(problem: Problem) -> Finding:
    kind = "unknown keyword" if isinstance(problem, UnknownKeyword) else "par line"
    text = problem.where.text.strip() if problem.where is not None else ""
    what = f"{problem.why}{f': {text!r}; left out here' if text else ''}"
    return Finding(kind, what, where_of(problem), decide=problem.hint or "correct the line, or put '#' before it")


def _of_model(reference: ReferenceResiduals, *, whole: bool) -> list[Finding]:
    """Findings on the model: pulses not connected (a decision is needed if no line was left out), and others."""
    model, toas = reference.model, reference.toas
    found = []
    own = reference.anchor.reference
    turns = np.asarray(own.residual)
    if len(turns) > 10 and float(np.std(turns - np.rint(turns - turns[0]))) > UNCONNECTED:
        what = f"the residuals fill the whole turn (rms {float(np.std(turns)):.2f} turns): pulses are not connected"
        decide = "check F0, PEPOCH, position and units" if whole else ""
        found.append(Finding("not connected", what, model.par.path, len(turns), decide))
    if "pn" in toas.raw.flags and (numbers := pulse_flag_note(model, toas)):
        found.append(Finding("pulse numbers", numbers, model.par.path, 0, "give every TOA -pn, or take them out"))
    if note := eccentricity_note(model, float(np.min(toas.error_s))):
        found.append(Finding("eccentricity", note, model.par.path))
    pepoch = model.values["PEPOCH"]
    if not toas.mjd.min() - 365.25 <= pepoch <= toas.mjd.max() + 365.25:
        what = (
            f"PEPOCH {pepoch:g} is more than a year outside the TOAs (MJD {toas.mjd.min():.0f} to {toas.mjd.max():.0f})"
        )
        found.append(Finding("epoch", f"{what}: F0 and F1 are strongly correlated", model.par.path))
    posepoch = model.values.get("POSEPOCH", pepoch)
    moves = any(model.values.get(name) for name in ("PMRA", "PMDEC", "PMELONG", "PMELAT"))
    if moves and posepoch != pepoch and not toas.mjd.min() - FAR_D <= posepoch <= toas.mjd.max() + FAR_D:
        what = (
            f"POSEPOCH {posepoch:g} is more than ten years outside the TOAs: is it an MJD? The position is of that day"
        )
        found.append(Finding("epoch", what, model.par.path))
    far = far_epoch_notes(model, toas)
    return [
        *found,
        *(Finding("epoch", far[name], model.par.path) for name in far if name not in ("PEPOCH", "POSEPOCH")),
    ]


def _with_clock_effect(finding: Finding, readings: OtherReadings) -> Finding:
    """Add to a finding on clock coverage the size of the uncertainty that it causes."""
    if finding.kind != CLOCK or any(word in finding.what for word in NOT_OF_SITES):
        return finding
    effect, _ = readings.with_other_ends()
    if effect is None:
        return finding
    size = f"holding or zero differ by {effect.rms_ns:.3g} ns rms, {effect.refit_rms_ns:.3g} ns after a refit"
    return finding._replace(what=f"{finding.what} ({size})")


def _summary(read: FilesRead, reference: ReferenceResiduals | None) -> Summary:
    raw = read.raw
    assert raw is not None
    mjd = to_mjd(raw.times)
    try:
        wrms = residuals(reference.model, reference.toas).wrms_s * 1e6 if reference is not None else None
    except InputError:
        wrms = None
    return Summary(
        n_toa=len(raw),
        n_deleted=0 if raw.deleted is None else len(raw.deleted),
        first_mjd=float(mjd.min()),
        last_mjd=float(mjd.max()),
        median_error_us=median_error_us(raw.error_s),
        wrms_us=wrms,
        n_free=len(read.model.free) if read.model is not None else 0,
        files=raw.files,
        flags={key: len(column.values) for key, column in raw.flags.items()},
    )
