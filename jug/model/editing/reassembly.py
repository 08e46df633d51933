"""The parts of a model with other lines or parameters: components, defaults and checks as in reading a par file."""

import warnings
from collections.abc import Callable, Mapping

from jug.core.execution.given_warnings import give_warning
from jug.errors import JugWarning, ParError, Problem
from jug.io.par import ParFile
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.assembly import assemble_parts
from jug.model.reading.findings import Findings
from jug.model.reading.unknown import LEAVE_OUT
from jug.model.registry import REGISTRY
from jug.model.settings import Settings


def departs(entries: Mapping[str, Entry], entry: Entry) -> bool:
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


def given(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The parameters that do not follow from others: those with a line, and those that differ from a default."""
    return {name: e for name, e in entries.items() if e.line is not None or departs(entries, e)}


def reassembled(
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
        Before the edit. What it warned of is not said again.
    par : ParFile
        The new lines.
    entries : dict of str to Entry
        The new parameters, without those that follow from others.
    settings : Settings, optional
        The new settings, where they have changed.
    findings : Findings, optional
        What was found in reading these.

    Returns
    -------
    ModelParts
        With the parameters in the order of their lines.

    Raises
    ------
    ParError
        What does not fit together.
    """
    place = {line.number: i for i, line in enumerate(par.lines)}
    last = len(place)
    ordered = dict(sorted(entries.items(), key=lambda item: place[item[1].line.number] if item[1].line else last))
    known = {line.number for line in model.par.lines}
    _, before = _with_warnings(lambda: _of_an_edit(known, model.par, model.settings, given(model.entries)))
    edited, after = _with_warnings(lambda: _of_an_edit(known, par, settings or model.settings, ordered, findings))
    for text, message in after.items():
        if text not in before:
            give_warning(message)
    if isinstance(edited, ParError):
        changed = _with_other_values(model, entries)
        raise ParError.of([_of_a_new_value(problem, changed) for problem in edited.problems])
    return edited


def _with_other_values(model: ModelParts, entries: Mapping[str, Entry]) -> set[int]:
    """Numbers of the lines of which an edit changes a value: what the file has there is not what is checked."""
    old = model.entries
    return {e.line.number for name, e in entries.items() if e.line and name in old and e.value != old[name].value}


def _of_a_new_value(problem: Problem, changed: set[int]) -> Problem:
    """The problem without the line of the file, where an edit has put another value in it."""
    if problem.where is None or problem.where.line not in changed:
        return problem
    return Problem(problem.why, problem.where._replace(line=0, text=""), "give another value")


def _of_an_edit(
    known: set[int], par: ParFile, settings: Settings, entries: Mapping[str, Entry], findings: Findings | None = None
) -> ModelParts | ParError:
    """The parts; or the error, without a place for a line of the edit, which stands in no file."""
    try:
        return assemble_parts(par, settings, entries, REGISTRY, findings)
    except ParError as error:
        return ParError.of([_without_place(problem, known) for problem in error.problems])


def _without_place(problem: Problem, known: set[int]) -> Problem:
    where, hint = problem.where, without_file_advice(problem.hint)
    return Problem(problem.why, where._replace(line=0) if where and where.line not in known else where, hint)


def without_file_advice(hint: str) -> str:
    """Cut off an advice that has a meaning for lines of files alone.

    Parameters
    ----------
    hint : str

    Returns
    -------
    str
    """
    return hint.partition(LEAVE_OUT)[0].rstrip("; ")


def _with_warnings(
    make: Callable[[], ModelParts | ParError],
) -> tuple[ModelParts | ParError, dict[str, JugWarning]]:
    """The result of a function, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = make()
    return made, {str(w.message): w.message for w in caught if isinstance(w.message, JugWarning)}
