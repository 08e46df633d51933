"""The files of one pulsar of a run, read, and its model changed as the configuration says."""

import warnings

from jug.data.recorder import Recorder
from jug.errors import InputWarning
from jug.io.tim.joining import joined_toas
from jug.io.tim.raw_toas import RawTOAs
from jug.loading import load, load_model, prepare
from jug.model.building.tim_jumps import read_tim_for
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.excision import words_of
from jug.pulsars.job import Job
from jug.text.json_types import JsonObject

ASKED_OF_MODEL = ("ephem", "ignore", "dialect", "conventions")
"""Options of ``load`` that a model needs."""

CLOCK_RULES = ("strict_clock", "hold_clock", "zero_clock")
"""Options of ``load`` that say what is done beyond the ends of clock files."""


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
    tim = _joined(job, more, options) if more else job.tim
    model, toas = load(job.par, tim, files=files, **options)
    if "model" not in job.settings:
        return model, toas
    changes = job.options("model")
    changed = changed_model(model, changes)
    if not {"remove", "add", "set"} & changes.keys():
        return changed, toas
    rules = {key: options[key] for key in CLOCK_RULES if key in options}
    return changed, prepare(changed, toas.raw, files=files, **rules)


def _joined(job: Job, more: list[str], options: JsonObject) -> RawTOAs:
    """The TOAs of several tim files, in their order; what the par file warns of is told when it is loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        model = load_model(job.par, **{key: options[key] for key in ASKED_OF_MODEL if key in options})
        first, *others = (read_tim_for(model, tim) for tim in (job.tim, *more))
    for other in others:
        first = joined_toas(first, other)
    return first


def changed_model(model: TimingModel, changes: JsonObject) -> TimingModel:
    """Return a model with other lines, values and fit flags.

    Parameters
    ----------
    model : TimingModel
    changes : dict
        ``remove``, ``add``, ``set``, ``freeze``, ``free``, as the methods of a model take them, done in this order.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        A name is not in the model, or the result is no model.
    """
    if names := words_of(changes.get("remove")):
        model = model.remove(*names)
    if terms := words_of(changes.get("add")):
        model = model.add(terms)
    if values := changes.get("set"):
        model = model.set(**values)
    if "*" in (names := words_of(changes.get("freeze"))):
        model, names = model.freeze(*model.free) if model.free else model, [name for name in names if name != "*"]
    model = model.freeze(*names) if names else model
    names = words_of(changes.get("free"))
    return model.free(*names) if names else model
