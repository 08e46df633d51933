"""The parts of a model with other lines or parameters: components, defaults and checks as in reading a par file."""

import warnings
from collections.abc import Callable, Mapping

from jug.core.execution.given_warnings import give_warning
from jug.errors import JugWarning, ParError, Problem
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.assembly.assembly import assemble_parts
from jug.model.reading.findings import Findings
from jug.model.reading.lines.unknown import LEAVE_OUT
from jug.model.registry import every_term
from jug.model.settings import Settings


def differs_from_default(entries: Mapping[str, Entry], entry: Entry) -> bool:
    """Whether a parameter without a line differs from its default.

    Parameters
    ----------
    entries : dict of str to Entry
        The parameters of the model, some of whose values are defaults of others.
    entry : Entry

    Returns
    -------
    bool
        Also true where it is free or has an uncertainty.
    """
    default = entry.param.default
    if entry.free or entry.error is not None or entry.selector is not None:
        return True
    expected = entries[default].value if isinstance(default, str) else None
    if expected is None:
        return bool(entry.value.hi != (default or 0.0) or entry.value.lo != 0.0)
    return bool(entry.value != expected)


def given_entries(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return the parameters that do not follow from others: those with a line, and those that differ from a default.

    Parameters
    ----------
    entries : dict of str to Entry
        The parameters of a model.

    Returns
    -------
    dict of str to Entry
    """
    return {name: e for name, e in entries.items() if e.line is not None or differs_from_default(entries, e)}


def reassemble(
    model: ModelParts,
    par: ParFile,
    entries: Mapping[str, Entry],
    settings: Settings | None = None,
    findings: Findings | None = None,
) -> ModelParts:
    """Make the parts of an edited model.

    Parameters
    ----------
    model : ModelParts
        Before the edit. Its warnings are not given again.
    par : ParFile
        The new lines.
    entries : dict of str to Entry
        The new parameters, without those that follow from others.
    settings : Settings, optional
        The new settings, where they have changed.
    findings : Findings, optional
        The findings in reading the settings.

    Returns
    -------
    ModelParts
        With the parameters in the order of their lines.

    Raises
    ------
    ParError
        Parameters that do not fit together.
    """
    place = {line.number: i for i, line in enumerate(par.lines)}
    last = len(place)
    ordered = dict(sorted(entries.items(), key=lambda item: place[item[1].line.number] if item[1].line else last))
    known = {line.number for line in model.par.lines}
    _, before = _collect_warnings(
        lambda: _assemble_edit(known, model.par, model.settings, given_entries(model.entries))
    )
    edited, after = _collect_warnings(lambda: _assemble_edit(known, par, settings or model.settings, ordered, findings))
    for text, message in after.items():
        if text not in before:
            give_warning(message)
    if isinstance(edited, ParError):
        changed = _lines_with_new_values(model, entries)
        raise ParError.of([_without_old_line(problem, changed) for problem in edited.problems])
    return edited


def _lines_with_new_values(model: ModelParts, entries: Mapping[str, Entry]) -> set[int]:
    """Numbers of the lines with a value that an edit changes: the check is of the new value, not of the file's."""
    old = model.entries
    return {e.line.number for name, e in entries.items() if e.line and name in old and e.value != old[name].value}


def _without_old_line(problem: Problem, changed: set[int]) -> Problem:
    """The problem without the line of the file, where an edit has put another value in it."""
    if problem.where is None or problem.where.line not in changed:
        return problem
    return Problem(problem.why, problem.where._replace(line=0, text=""), "give another value")


def _assemble_edit(
    known: set[int], par: ParFile, settings: Settings, entries: Mapping[str, Entry], findings: Findings | None = None
) -> ModelParts | ParError:
    """The parts, or the error; problems of a new line have no line number, since it is in no file."""
    try:
        return assemble_parts(par, settings, entries, every_term(), findings)
    except ParError as error:
        return ParError.of([_without_new_line(problem, known) for problem in error.problems])


def _without_new_line(problem: Problem, known: set[int]) -> Problem:
    where, hint = problem.where, without_file_advice(problem.hint)
    return Problem(problem.why, where._replace(line=0) if where and where.line not in known else where, hint)


def without_file_advice(hint: str) -> str:
    """Cut off an advice that is only about lines of files.

    Parameters
    ----------
    hint : str

    Returns
    -------
    str
    """
    return hint.partition(LEAVE_OUT)[0].rstrip("; ")


def _collect_warnings(
    make: Callable[[], ModelParts | ParError],
) -> tuple[ModelParts | ParError, dict[str, JugWarning]]:
    """The result of a function, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = make()
    return made, {str(w.message): w.message for w in caught if isinstance(w.message, JugWarning)}
