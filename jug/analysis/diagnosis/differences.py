"""The effect of each difference between programs on these residuals, the largest first.

A difference is a convention (`jug.model.reading.dialects.convention_table`) for which a program uses another word than
the one in use: the files are read again with only that word changed. For terms that a program does not read, see
`jug.analysis.diagnosis.unread_lines`.
"""

from collections.abc import Iterable, Mapping

from jug.analysis.diagnosis.other_readings import OtherReadings
from jug.analysis.diagnosis.parameter_effects import NO_EFFECT
from jug.analysis.diagnosis.reading import FilesRead
from jug.analysis.diagnosis.rows import AbsentLine, Difference, Effect
from jug.io.par import ParFile
from jug.model.programs.differences import DEFAULTS_OF_PROGRAMS as SETTINGS_ABSENT
from jug.model.programs.signs_of_tempo2 import sign_of_tempo2
from jug.model.programs.supported import PROGRAM_NAMES, PROGRAMS, reads
from jug.model.reading.dialects.convention import Convention
from jug.model.reading.dialects.convention_table import CONVENTIONS
from jug.model.reading.dialects.conventions import OF_ORBITS
from jug.model.timing_model import TimingModel

EQUAL_NS = 1e-4
"""Largest change of a residual, ns, that counts as rounding. Differences with no larger change are not listed."""

EXTRA = {
    "T2CMETHOD": "the theory of precession and nutation",
    "MODE": "the weights of a fit",
    "TZRMJD": "the zero of phase",
}
"""Absent lines that are not conventions, each with its subject."""

OF_TEMPO = {
    "T2CMETHOD": "no such line; IAU 1976/1980",
    "MODE": "as MODE of the tim file",
    "TZRMJD": "not used in residuals",
}
"""The words of tempo for these lines."""

FORMER = {"DM_SERIES": ("POLY", "tempo2 before June 2020")}
"""Words of older versions of tempo2, listed for a file that looks like one of tempo2."""

NO_LINE = "no such line"
"""The value that a program uses if it does not read a line."""


def convention_differences(readings: OtherReadings) -> list[Difference]:
    """Evaluate each convention for which a program uses another word, and all conventions of a program together.

    Parameters
    ----------
    readings : OtherReadings

    Returns
    -------
    list of Difference
        In the order of the table. Differences that change no residual are left out.
    """
    model = readings.read.model
    if model is None:
        return []
    found = []
    for c in applying(readings.read.used):
        if c.absent and not c.applies(readings.read.par):
            continue  # the line exists but cannot be used; a finding reports it
        word = model.settings.conventions[c.name]
        for (other, more), programs in {**_other_words(c, word), **_former_words(c, word, readings.read.par)}.items():
            given = {**(readings.read.options.get("conventions") or {}), **dict(more), c.name: other}
            effect, why_not = readings.with_options(conventions=given)
            names, decided = tuple(PROGRAM_NAMES.get(p, p) for p in programs), _chosen_by(readings.read, c, word)
            decide = _decide(c, word, other)
            found.append(Difference(c.name, c.what, word, other, names, effect, why_not, decide, decided))
    found += _all_of_program(readings, {p for d in found for p in d.programs})
    return [d for d in found if d.effect is None or not is_nothing(d.effect)]


def is_nothing(effect: Effect) -> bool:
    """Whether an effect is rounding."""
    return effect.max_ns < EQUAL_NS and effect.refit_max_ns < EQUAL_NS


def _other_words(c: Convention, word: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], list[str]]:
    """The words of programs that are not in use, with the words of other conventions that come with them."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
    for program in PROGRAMS:
        if c.of(program) != word:
            more = tuple((name, CONVENTIONS[name].of(program)) for name in BRINGS.get(c.name, ()))
            found.setdefault((c.of(program), more), []).append(program)
    return found


def _former_words(c: Convention, word: str, par: ParFile) -> dict[tuple[str, tuple[tuple[str, str], ...]], list[str]]:
    """The words of older versions of the program that the file looks like, in the form of `_other_words`."""
    if c.name not in FORMER or FORMER[c.name][0] == word or not sign_of_tempo2(par):
        return {}
    other, program = FORMER[c.name]
    return {(other, ()): [program]}


def _chosen_by(read: FilesRead, c: Convention, word: str) -> str:
    """The option that has chosen the word of a convention; empty if there is none."""
    if c.name in {name.upper() for name in read.options.get("conventions") or {}}:
        return f"--convention {c.name}={word}"
    dialect = read.options.get("dialect", "jug")
    return f"--as {dialect}" if dialect != "jug" else ""


def _all_of_program(readings: OtherReadings, programs: set[str]) -> list[Difference]:
    """Evaluate all conventions of a program at once, for programs that differ in more than one."""
    own = readings.read.options.get("dialect", "jug")
    found = []
    for program in PROGRAMS:
        if program == own or PROGRAM_NAMES[program] not in programs:
            continue
        effect, why_not = readings.with_options(dialect=program)
        what = f"all conventions of {PROGRAM_NAMES[program]} at once"
        decided = "line by line, or all at once by --as"
        decide = f"--as {program}"
        found.append(
            Difference(
                f"--as {program}", what, own, program, (PROGRAM_NAMES[program],), effect, why_not, decide, decided
            )
        )
    return found


def applying(par: ParFile) -> list[Convention]:
    """List the conventions that matter to a par file."""
    return [c for c in CONVENTIONS.values() if c.applies(par)]


def _decide(c: Convention, word: str, other: str) -> str:
    """The options or the line with which a user chooses between two words."""
    no_clocks = " --convention UNCORR=NONE" if (c.name, other) == ("CLK", "UNCORR") else ""
    option = f"--convention {c.name}={word} or {c.name}={other}{no_clocks}"
    return f"write the line {c.name}, or {option}" if c.absent else option


BRINGS = {"CLOCK": ("CLK", "UNCORR"), "CLK": ("UNCORR",)}
"""Conventions of absent lines that depend on another one: a line CLOCK that is not read counts as absent, and
UNCORR for an absent CLK (tempo) corrects no clock."""


def absent_lines(par: ParFile, model: TimingModel | None, effect: Mapping[str, str] | None) -> tuple[AbsentLine, ...]:
    """List the lines that are absent, and what each program uses instead.

    Parameters
    ----------
    par : ParFile
    model : TimingModel or None
        Source of the defaults of parameters without a line.
    effect : dict of str to str or None
        The effect of each parameter (`jug.analysis.diagnosis.parameter_effects.effects`). Parameters without effect are
        left out.

    Returns
    -------
    tuple of AbsentLine
    """
    words = model.settings.conventions if model else {}
    orbit = model.entries["BINARY"].word if model and "BINARY" in model.entries else ""
    rows = [
        AbsentLine(c.name, c.what, words.get(c.name, c.default), *(c.of(p) for p in PROGRAMS))
        for c in applying(par)
        if c.absent and OF_ORBITS.get(c.name, orbit) == orbit
    ]
    keys = {line.key for line in par} | {row.key for row in rows}
    rows += [
        AbsentLine(key, EXTRA[key], jug, pint, tempo2, OF_TEMPO[key])
        for key, jug, pint, tempo2 in SETTINGS_ABSENT
        if key in EXTRA and key not in keys
    ]
    idle = {name for name, word in (effect or {}).items() if word == NO_EFFECT}
    return (*rows, *_defaults(model, {row.key for row in rows} | idle))


def _defaults(model: TimingModel | None, listed: Iterable[str]) -> Iterable[AbsentLine]:
    """Parameters that have a default and no line."""
    for e in model.entries.values() if model else ():
        if e.line is None and e.param.default and e.param.family is None and e.name not in listed:
            epoch = e.param.default if isinstance(e.param.default, str) else ""
            value = f"{epoch} ({e.text()})" if epoch else f"{e.param.default:g}"
            others = {p: epoch or "not known" if reads(p, e.name) else NO_LINE for p in PROGRAMS}
            if others["pint"] != NO_LINE:
                others["pint"] = epoch or value  # jug's defaults are PINT's
            yield AbsentLine(e.name, e.param.doc, value, **others)


def worst_first(found: Iterable[Difference]) -> tuple[Difference, ...]:
    """Sort differences by their rms after a refit, largest first. Differences without a computed rms come last."""
    return tuple(sorted(found, key=lambda d: (d.effect is None, -d.effect.refit_rms_ns if d.effect else 0.0)))
