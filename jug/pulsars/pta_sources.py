"""The pulsars of a `jug.PTA`: from folders, par files, configurations, pairs, or the folder of a run."""

import os
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import describe_kind, path_text
from jug.core.execution.progress import report_each
from jug.data.opening import open_files
from jug.data.recorder import Recorder
from jug.errors import InputError, KindError, Problem
from jug.loading import AnyPath
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.array_pulsar import ArrayPulsar
from jug.pulsars.configuration.plan import plan_jobs
from jug.pulsars.jobs.job import Job
from jug.pulsars.manifest import manifest_entries
from jug.pulsars.one_pulsar.outputs import CUT_TIM, PAR
from jug.pulsars.one_pulsar.reading import read_pulsar
from jug.pulsars.run import MANIFEST_FILE
from jug.text.json_types import JsonObject

PulsarPair = tuple[AnyPath, AnyPath] | tuple[TimingModel, TOAs]
PulsarSource = AnyPath | Iterable[AnyPath] | Mapping[str, PulsarPair] | Iterable[PulsarPair]


def pulsars_of(source: PulsarSource, load: JsonObject) -> tuple[ArrayPulsar, ...]:
    """Read the pulsars of an array.

    Parameters
    ----------
    source
        As for `jug.PTA`.
    load : dict
        Options of `jug.load`.

    Returns
    -------
    tuple of ArrayPulsar
        In the order of their names; for pairs, in the order of the pairs.

    Raises
    ------
    InputError
        With all ``problems`` of all pulsars.
    """
    if isinstance(source, Mapping):
        return _of_pairs(source, load)
    if isinstance(source, str | PathLike):
        folder = Path(path_text(source))
        if (folder / MANIFEST_FILE).is_file():
            return _of_jobs(_jobs_of_run(folder), load)
        return _of_jobs(plan_jobs([folder], folder, {}), load)
    if not isinstance(source, Iterable):
        raise KindError("source is not a path, paths, pairs or a mapping", hint="as jug.PTA('timing')")
    several = list(source)
    pairs = [one for one in several if isinstance(one, tuple)]
    if pairs and len(pairs) == len(several):
        return _of_pairs(pairs, load)
    if pairs:
        raise KindError("one list has both paths and pairs", hint="give pairs of files for all")
    paths = [Path(path_text(one)) for one in several if not isinstance(one, tuple)]
    return _of_jobs(plan_jobs(paths, Path(), {}) if paths else [], load)


def _jobs_of_run(folder: Path) -> list[Job]:
    """Jobs with the fitted par files of a run and the TOAs of these fits."""
    found = []
    for name, entry in manifest_entries(folder / MANIFEST_FILE).items():
        if PAR in entry["outputs"]:
            cut = folder / name / CUT_TIM
            options = entry["settings"].get("load", {})
            if CUT_TIM in entry["outputs"]:
                options = {key: value for key, value in options.items() if key != "more_tims"}
            tim = str(cut) if CUT_TIM in entry["outputs"] else entry["tim"]
            found.append(Job(name, str(folder / name / PAR), tim, {"load": options}, str(folder / name)))
    return sorted(found)


def _of_jobs(jobs: Iterable[Job], load: JsonObject) -> tuple[ArrayPulsar, ...]:
    """Read the files of jobs; all problems are in one error."""
    found: list[ArrayPulsar] = []
    problems: list[Problem] = []
    files = open_files()
    for job in report_each(list(jobs), "pulsars to read"):
        job = job._replace(settings={**job.settings, "load": {**job.options("load"), **load}})
        try:
            model, toas = read_pulsar(job, Recorder(files))
            found.append(ArrayPulsar(job.name, model, toas))
        except InputError as error:
            problems += error.problems or [Problem(error.why, error.where, error.hint)]
    if problems:
        raise InputError.of(problems)
    if not found:
        raise InputError("there is no pulsar", hint="name a folder, par files or a run")
    return tuple(found)


def _of_pairs(source: Mapping[str, PulsarPair] | Iterable[PulsarPair], load: JsonObject) -> tuple[ArrayPulsar, ...]:
    """The pulsars of pairs of files, or of models and TOAs. Without a name, the name of the pulsar is used."""
    named = list(source.items()) if isinstance(source, Mapping) else [("", pair) for pair in source]
    found: list[ArrayPulsar] = []
    for name, pair in named:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise KindError("a pair has two members", hint="give (par, tim), or a model and its TOAs")
        one, other = pair
        if isinstance(one, TimingModel) and isinstance(other, TOAs):
            found.append(ArrayPulsar(name or one.psr, one, other))
        elif isinstance(one, str | PathLike) and isinstance(other, str | PathLike):
            job = Job(name or Path(one).stem, os.path.abspath(one), os.path.abspath(other), {}, "")
            (read,) = _of_jobs([job], load)
            found.append(read if name else ArrayPulsar(read.model.psr or read.name, read.model, read.toas))
        else:
            raise KindError(f"{describe_kind(one)} and {describe_kind(other)} are not a pair", hint="as (par, tim)")
    names = [one.name for one in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(f"two pulsars are called {', '.join(twice)}", hint="give each a name: PTA({name: (par, tim)})")
    if not found:
        raise InputError("there is no pulsar", hint="name some pairs of par and tim files")
    return tuple(found)
