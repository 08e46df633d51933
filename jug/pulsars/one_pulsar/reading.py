"""Reading the files of one pulsar of a run, and changing its model as the configuration says."""

import warnings

from jug.core.execution.given_warnings import give_warning
from jug.data.recorder import Recorder
from jug.errors import InputError, InputWarning
from jug.io.tim.joining import joined_toas
from jug.io.tim.raw_toas import RawTOAs
from jug.loading import load, load_model, prepare
from jug.model.building.tim_jumps import read_tim_for
from jug.model.editing.names import matching_entries
from jug.model.editing.setting_lines import is_setting
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.jobs.job import Job
from jug.pulsars.one_pulsar.excision import words_of
from jug.pulsars.pta_edits import is_written
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list

ASKED_OF_MODEL = ("ephem", "ignore", "dialect", "conventions")
"""Options of ``load`` that affect the model."""

MODEL_STEPS = ("remove", "add", "set", "freeze", "free")
"""Changes of a model, in the order in which they are done."""

CLOCK_RULES = ("strict_clock", "hold_clock", "zero_clock")
"""Options of ``load`` for dates beyond the ends of clock files."""


def read_pulsar(job: Job, files: Recorder) -> tuple[TimingModel, TOAs]:
    """Read the par file and the tim files of a pulsar, and change the model as the step ``model`` says.

    Parameters
    ----------
    job : Job
    files : Recorder
        The data files.

    Returns
    -------
    model, toas : TimingModel, TOAs

    Raises
    ------
    JugError
        The files cannot be used, or a change cannot be made.
    """
    options = job.options("load")
    more = words_of(options.pop("more_tims", []))
    tim = _join_tim_files(job, more, options) if more else job.tim
    model, toas = load(job.par, tim, files=files, **options)
    if "model" not in job.settings:
        return model, toas
    changes = job.options("model")
    changed = change_model(model, changes)
    if not {"remove", "add", "set"} & changes.keys():
        return changed, toas
    rules = {key: options[key] for key in CLOCK_RULES if key in options}
    return changed, prepare(changed, toas.raw, files=files, **rules)


def _join_tim_files(job: Job, more: list[str], options: JsonObject) -> RawTOAs:
    """The TOAs of several tim files, in their order. Warnings about the par file are given later, by `load`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        model = load_model(job.par, **{key: options[key] for key in ASKED_OF_MODEL if key in options})
        first, *others = (read_tim_for(model, tim) for tim in (job.tim, *more))
    for other in others:
        first = joined_toas(first, other)
    return first


def change_model(model: TimingModel, changes: JsonObject) -> TimingModel:
    """Return a model with other lines, values and fit flags.

    Parameters
    ----------
    model : TimingModel
    changes : dict
        ``remove``, ``add``, ``set``, ``freeze``, ``free``: arguments of these methods, applied in this order.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        A change cannot be made; the message names the step.

    Warns
    -----
    InputWarning
        A term to add that the model has, or a name to set or to free that it lacks.
    """
    for step in MODEL_STEPS:
        if given := changes.get(step):
            try:
                model = _change_by_step(model, step, given)
            except InputError as error:
                raise InputError(f"model.{step}: {error.why}", None, error.hint) from None
    return model


def _change_by_step(model: TimingModel, step: str, given: object) -> TimingModel:
    """The model after one of the steps ``remove``, ``add``, ``set``, ``freeze``, ``free``.

    Names that the model lacks are skipped, and terms that it has are not added.
    """
    names = list(given) if isinstance(given, dict) else words_of(given)
    if step == "freeze" and "*" in names:
        names = [*model.free, *(name for name in names if name != "*")]
    left_out = [name for name in names if (is_written(model, name) if step == "add" else not _has_name(model, name))]
    if left_out and step in ("add", "set", "free"):
        why = "has" if step == "add" else "lacks"
        text = f"model.{step}: {comma_list(left_out)} left out, which the model {why}"
        give_warning(InputWarning(text))
    names = [name for name in names if name not in left_out]
    if not names:
        return model
    if isinstance(given, dict):
        return model.set(**{name: given[name] for name in names})
    if step == "add":
        return model.add(names)
    if step == "free":
        return model.free(*names)
    return model.remove(*names) if step == "remove" else model.freeze(*names)


def _has_name(model: TimingModel, name: str) -> bool:
    """Whether a name or pattern matches something in a model. A setting matches in any model."""
    family = name.upper() in {
        entry.param.name for entry in model.entries.values()
    }  # the change itself reports its members
    if family or is_setting(name.split()[0]) or matching_entries(model.entries, name):
        return True
    try:
        return "*" in name and bool(model.freeze(name))
    except InputError:
        return False
