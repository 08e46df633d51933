"""From files to a model and the TOAs prepared for it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from os import PathLike

from jug.core.arguments.kinds import expect
from jug.core.execution.given_warnings import collect_warnings, give_warning
from jug.data import open_files
from jug.errors import DataError, InputError, InputWarning, ParError, TimError, Where, sentence
from jug.io.par import ParFile, read_par
from jug.io.stream_names import TextSource, name_of_source
from jug.io.tim.raw_toas import RawTOAs
from jug.model.building.build import build
from jug.model.building.fit_range import range_note
from jug.model.building.range_cut import cut_to_range
from jug.model.building.tim_jumps import read_tim_for, with_tim_jumps
from jug.model.checks.general_binary import general_binary_note
from jug.model.checks.noise_lines import noise_notes
from jug.model.checks.other_program import other_program_notes
from jug.model.checks.ranges import range_notes
from jug.model.evaluation.toas_at_barycentre import toas_at_barycentre
from jug.model.evaluation.wideband import wideband_note
from jug.model.reading.reading_options import ParWithOptions, apply_reading_options
from jug.model.timing_model import TimingModel
from jug.obs.clock import ClockRules
from jug.obs.clock_coverage import clock_ends
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.obs.tt_bipm import uncorrected_remark
from jug.text.json_types import JsonMapping

AnyPath = str | PathLike[str]
"""The path of a file."""

NEAR_D = 36525.0 / 2.0
"""Largest distance of an epoch from the first TOA, d, at which its effect is not examined: half a century."""


def load(
    par: TextSource | ParFile,
    tim: TextSource | RawTOAs,
    *,
    files: Files | None = None,
    ephem: str | None = None,
    strict_clock: bool = False,
    hold_clock: bool | None = None,
    zero_clock: bool = False,
    ignore: Iterable[str] = (),
    dialect: str = "jug",
    conventions: Mapping[str, str] | None = None,
    wideband: bool | None = None,
) -> tuple[TimingModel, TOAs]:
    """Read a par and a tim file, and carry the TOAs to the barycentre for that model.

    Parameters
    ----------
    par, tim : path, an open text file, or the result of `read_par` or `read_tim`
    files : Files, optional
        Source of clock files and ephemerides; by default `jug.data.open_files`.
    ephem : str, optional
        Ephemeris to use in place of the par file's own, as ``"DE440"``; the model and its par file then name it.
    strict_clock, hold_clock, zero_clock : bool
        If a clock file is missing or too short: raise an error; warn and use its nearest value (default); or use zero.
    ignore : iterable of str
        Keywords whose lines are treated as comments; ``*`` matches any text: ``["WX*"]``. The result's notes name them.
    dialect, conventions : str, dict
        The program whose conventions are used, and single choices, by name, that override it (docs/conventions.md).
    wideband : bool, optional
        Whether measured DMs (flags -pp_dm, -pp_dme) are data too; by default, if every TOA has one, as in PINT.

    Returns
    -------
    model, toas : TimingModel, TOAs

    Raises
    ------
    ParError, TimError, DataError
        With file and line, and with all other reasons why the files cannot be used (``problems``).

    Warns
    -----
    InputWarning
        A line does not suit the TOAs, or has several possible meanings; also listed in ``model.settings.assumed``.

    Examples
    --------
    >>> import jug
    >>> len(jug.load(*jug.data.example("NGC6440E"))[1])
    62
    """
    asked: JsonMapping = {"ephem": ephem, "ignore": tuple(ignore), "dialect": dialect, "conventions": conventions}
    clocks: JsonMapping = {"strict_clock": strict_clock, "hold_clock": hold_clock, "zero_clock": zero_clock}
    par = par if isinstance(par, ParFile) else name_of_source(par, "<par>", "par")
    tim = tim if isinstance(tim, RawTOAs) else name_of_source(tim, "<tim>", "tim")
    try:
        return _load_steps(par, tim, files, asked, clocks, wideband)
    except (ParError, TimError, DataError) as error:
        raise _with_all_problems(error, par, tim, files, asked, clocks) from None


def _load_steps(
    par: TextSource | ParFile,
    tim: TextSource | RawTOAs,
    files: Files | None,
    asked: JsonMapping,
    clocks: JsonMapping,
    wideband: bool | None,
) -> tuple[TimingModel, TOAs]:
    """The steps of `load`."""
    model = load_model(par, **asked)
    with collect_warnings() as warned:
        raw = cut_to_range(model, tim) if isinstance(tim, RawTOAs) else read_tim_for(model, tim)
        model = with_tim_jumps(model.with_wideband(wideband), raw)
        toas = prepare(model, raw, files=files, **clocks)
        model = _with_findings(model, toas)
    return _with_notes(model, _new_notes(warned, model)), toas


def load_model(
    par: TextSource | ParFile,
    *,
    ephem: str | None = None,
    ignore: Iterable[str] = (),
    dialect: str = "jug",
    conventions: Mapping[str, str] | None = None,
) -> TimingModel:
    """Read a par file and build its timing model, in TDB.

    Parameters
    ----------
    par : path, an open text file, or the result of `read_par`
    ephem, ignore, dialect, conventions
        As in `load`.

    Returns
    -------
    TimingModel

    Raises
    ------
    ParError
        With file and line.

    Warns
    -----
    InputWarning
        The par file is in TCB: its values are converted, and written in TDB.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> model.units["F1"]
    'Hz s^-1'
    """
    par = par if isinstance(par, ParFile) else read_par(par)
    asked = apply_reading_options(par, ephem, ignore, dialect, conventions)
    model, notes = build(asked.par, convention=asked.conventions), asked.notes
    from_tcb = model.settings.units == "TCB"
    model = replace(model, settings=replace(model.settings, dialect=dialect.lower(), from_tcb=from_tcb))
    if from_tcb:
        from jug.conversion.units import FROM_TCB, model_in_units

        why = "UNITS TCB is converted to TDB, exactly; a par file that jug writes is in TDB"
        give_warning(InputWarning(sentence(why, asked.par.where(asked.par.find("UNITS")[0]))))
        model, notes = model_in_units(model, "TDB"), (FROM_TCB, *notes)
    return _with_notes(model, notes)


def _with_all_problems(
    error: InputError,
    par: TextSource | ParFile,
    tim: TextSource | RawTOAs,
    files: Files | None,
    asked: JsonMapping,
    clocks: JsonMapping,
) -> InputError:
    """Add to an error all other problems that stop the files from being read."""
    from jug.model.checks.all_problems import Steps, par_beside, with_all_problems

    def read(par: ParFile) -> TimingModel:
        return load_model(par, **asked)

    def carry(model: TimingModel, raw: RawTOAs) -> TOAs:
        return prepare(model, raw, files=files, **clocks)

    def ask(par: ParFile) -> ParWithOptions:
        return apply_reading_options(par, **asked)

    found = par_beside(par, tim)
    return with_all_problems(error, found, tim, open_files() if files is None else files, Steps(ask, read, carry))


def _with_findings(model: TimingModel, toas: TOAs) -> TimingModel:
    """Warn of lines that do not suit the TOAs, and add notes on T2, CLK UNCORR and differences from other programs."""
    own = (range_note(model, toas.raw), wideband_note(model, toas), *noise_notes(model, toas))
    notes = [note for note in (*range_notes(model, toas), *own) if note]
    general = general_binary_note(model, toas)
    if general is not None and general.matters:
        notes.append(general.note)
    epochs = [e for e in model.entries.values() if e.param.codec == "mjd" and e.param.family is None]
    if any(abs(e.value.hi - toas.mjd[0]) > NEAR_D for e in epochs):
        from jug.model.checks.far_epochs import far_epoch_notes  # rare

        notes += far_epoch_notes(model, toas).values()
    if "pn" in toas.raw.flags:
        from jug.model.checks.pulse_flags import pulse_flag_note  # rare

        notes += filter(None, [pulse_flag_note(model, toas)])
    others = other_program_notes(model)
    for note in (*notes, *others):
        give_warning(InputWarning(f"{model.par.path}: {note}"))
    site_s = (toas.clock_s - toas.raw.offset_s)[~toas.at_barycentre]
    uncorrected = uncorrected_remark(model.settings.clock, site_s, none=not model.settings.corrects_clocks)
    return _with_notes(model, tuple(filter(None, (general.note if general else "", uncorrected, *others))))


def _with_notes(model: TimingModel, notes: tuple[str, ...]) -> TimingModel:
    """A copy with more notes for the report."""
    return replace(model, settings=replace(model.settings, assumed=(*model.settings.assumed, *notes)))


def _new_notes(warned: Iterable[str], model: TimingModel) -> tuple[str, ...]:
    """The texts of warnings that the notes of a model do not contain yet."""
    return tuple(text for text in warned if not any(note in text for note in model.settings.assumed))


def prepare(
    model: TimingModel,
    raw: RawTOAs,
    *,
    files: Files | None = None,
    strict_clock: bool = False,
    hold_clock: bool | None = None,
    zero_clock: bool = False,
) -> TOAs:
    """Carry TOAs to the barycentre with the ephemeris, clock and TZR point of a model.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs
        As `read_tim` gives them, or ``toas.raw``.
    files, strict_clock, hold_clock, zero_clock
        As in `load`.

    Returns
    -------
    TOAs
        With the TZR point as ``.tzr``.

    Raises
    ------
    DataError
        A site, clock file or ephemeris is not available, or a TOA is outside the ephemeris.
    ParError, TimError
        A TOA or the TZR point is at an observatory and the model has no position; or there are no TOAs.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> len(jug.prepare(model, toas.raw))
    62
    """
    expect(model=(model, TimingModel), raw=(raw, RawTOAs))
    _require_toas(raw)
    rules = _clock_rules(model, strict_clock, hold_clock, zero_clock)
    toas = toas_at_barycentre(model, raw, open_files() if files is None else files, rules)
    _note_tdb(model, toas)
    return toas


def _clock_rules(model: TimingModel, strict: bool, hold: bool | None, zero: bool) -> ClockRules:
    """The rules that the arguments request, otherwise those of the conventions."""
    hold = clock_ends(hold, zero)
    hold = model.settings.conventions.get("CLOCKENDS") != "ZERO" if hold is None else hold
    return ClockRules(strict, hold, not model.settings.corrects_clocks)


def _note_tdb(model: TimingModel, toas: TOAs) -> None:
    """Warn if there are times at the barycentre and the par file was in TCB."""
    if model.settings.from_tcb and toas.at_barycentre.any():
        why = "the par file was in TCB: times at the barycentre are nevertheless taken as TDB, as in PINT"
        where = toas.raw.where(int(toas.at_barycentre.argmax()))
        give_warning(InputWarning(sentence(why, where)))


def _require_toas(raw: RawTOAs) -> None:
    if len(raw):
        return
    if raw.deleted:
        many = f"all {len(raw.deleted)} TOAs are commented out or deleted"
        raise TimError(many, raw.deleted.where(0), "restore(slice(None)) brings all of them back")
    raise TimError("there are no TOAs", Where(raw.files[0]) if raw.files else None)
