"""The jobs of a run, one for each pulsar of a configuration, a folder or par files; all problems in one error."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from jug.errors import InputError, Problem, Where
from jug.pulsars.configuration.config_file import RunConfiguration, read_config
from jug.pulsars.configuration.pairs import ParAndTim, folder_names, par_files, safe_name, with_tim_files
from jug.pulsars.configuration.pint_pal import PROJECT_STEM, YAML_SUFFIXES, read_pint_pal
from jug.pulsars.configuration.settings import problems_of_settings
from jug.pulsars.jobs.job import Job
from jug.pulsars.one_pulsar.excision import words_of
from jug.text.json_types import JsonObject

SCRIPT_FILE, LOG_FOLDER = "slurm.sh", "slurm"
OWN_FILES = ("index.html", "manifest.json", "run.lock", SCRIPT_FILE)
"""Files that a run writes into its folder, besides the folders of pulsars."""


def plan_jobs(sources: Sequence[Path], output: Path, settings: Mapping[str, object]) -> list[Job]:
    """Make the jobs of a run.

    Parameters
    ----------
    sources : sequence of Path
        A configuration (``.toml``), configurations of pint_pal (``.yaml``), a folder, or par files.
    output : Path
        The folder of all results.
    settings : mapping
        Options of steps; they take precedence over those of a configuration.

    Returns
    -------
    list of Job
        In the order of the names.

    Raises
    ------
    InputError
        With all ``problems``.
    """
    jobs, problems = plan_with_problems(sources, output, settings)
    if problems:
        raise InputError.of(problems)
    return jobs


def plan_with_problems(
    sources: Sequence[Path], output: Path, settings: Mapping[str, object]
) -> tuple[list[Job], list[Problem]]:
    """Make the jobs of a run as far as possible, and return all problems.

    Parameters
    ----------
    sources, output, settings
        As for `plan_jobs`.

    Returns
    -------
    jobs : list of Job
        In the order of the names.
    problems : list of Problem
        If there are any, the jobs cannot be done.

    Raises
    ------
    InputError
        The configuration cannot be read.
    """
    found = _configuration_of(sources)
    problems = [*found.problems, *(Problem(why, None, hint) for why, hint in problems_of_settings(settings))]
    named = folder_names(pair for pair in found.pairs if pair not in found.names)
    names = {**{pair: safe_name(name) for pair, name in found.names.items()}, **named}
    problems += _conflicts(names)
    problems += _unknown_tables(found, names)
    if not problems and not names:
        problems.append(Problem("there is no par file", Where(str(sources[0])), "name a folder or par files"))
    jobs = [
        Job(
            name,
            os.path.abspath(pair.par),
            os.path.abspath(pair.tim),
            merged_settings(found.settings, _own_settings(found, pair, name), settings),
            os.path.abspath(output / name),
        )
        for pair, name in names.items()
    ]
    problems += _absent_files(jobs)
    return sorted(jobs, key=lambda job: (job.name, job.par)), list(dict.fromkeys(problems))


def _configuration_of(sources: Sequence[Path]) -> RunConfiguration:
    """The configuration of the sources: pairs of files and settings."""
    if len(sources) == 1 and sources[0].suffix.lower() == ".toml":
        return read_config(sources[0])
    if configurations := _pint_pal_files(sources):
        return read_pint_pal(configurations)
    pars: list[Path] = []
    problems: list[Problem] = []
    for source in sources:
        where = Where(str(source))
        if os.path.isdir(source):
            own = par_files(source)
            if not own:
                problems.append(Problem("this folder has no par files", where, "name another folder, or par files"))
            pars += own
        elif source.suffix.lower() in (".toml", *YAML_SUFFIXES):
            problems.append(Problem("a configuration stands alone", where, "list par files in it (pulsars = [...])"))
        elif not os.path.isfile(source):
            problems.append(Problem("there is no such file or folder", where, "correct its name"))
        elif source.suffix.lower() == ".tim":
            problems.append(Problem("this is a tim file", where, "name the par file; its tim file is found"))
        else:
            pars.append(source)
    every = list(with_tim_files(dict.fromkeys(pars)))
    pairs = tuple(one for one in every if isinstance(one, ParAndTim))
    problems += (one for one in every if isinstance(one, Problem))
    return RunConfiguration(pairs, {}, {}, {}, tuple(problems), {})


def _pint_pal_files(sources: Sequence[Path]) -> list[Path]:
    """The YAML files: all sources if all are YAML, or the YAML files of a folder without par files; else none."""
    if len(sources) == 1 and os.path.isdir(sources[0]) and not par_files(sources[0]):
        found = (path for path in sources[0].iterdir() if path.suffix.lower() in YAML_SUFFIXES)
        return sorted(path for path in found if path.stem != PROJECT_STEM)
    return list(sources) if all(source.suffix.lower() in YAML_SUFFIXES for source in sources) else []


def folder_problem(name: str) -> bool:
    """Whether a name cannot be that of a pulsar's folder, because it has another meaning or is not `safe_name`."""
    return name.lower() in (*OWN_FILES, LOG_FOLDER) or name != safe_name(name)


def _conflicts(names: Mapping[ParAndTim, str]) -> Iterator[Problem]:
    """Problems with two pulsars whose folders have the same name, also if names differ only in upper and lower case."""
    first: dict[str, ParAndTim] = {}
    for pair, name in names.items():
        other = first.setdefault(name.lower(), pair)
        if folder_problem(name):
            hint = "rename the par file, or the table [pulsar.NAME] that lists it"
            yield Problem(f"its folder would be called {name}", Where(str(pair.par)), hint)
        elif other is not pair:
            why = f"its results would go into the same folder {name} as those of {other.par}"
            yield Problem(why, Where(str(pair.par)), "rename one of the par files, or list both with names of your own")


def _unknown_tables(found: RunConfiguration, names: Mapping[ParAndTim, str]) -> Iterator[Problem]:
    """Problems with tables of pulsars that do not exist."""
    known = {*names.values(), *(pair.par.stem for pair in names), *found.names.values()}
    for table in found.own:
        if table not in known:
            why, hint = f"pulsar.{table}: no par file has this name", f"there are {', '.join(sorted(known))}"
            yield Problem(why, found.lines.get(table), hint)


def _absent_files(jobs: Iterable[Job]) -> Iterator[Problem]:
    """Problems with files and folders that options name and that do not exist, each once."""
    earlier = (str(job.options("compare")["with"]) for job in jobs if "with" in job.options("compare"))
    for path in dict.fromkeys(earlier):
        if not os.path.exists(path):
            yield Problem("there is no such folder", Where(path), "correct compare.with")
    for path in dict.fromkeys(path for job in jobs for path in words_of(job.options("load").get("more_tims"))):
        if not os.path.isfile(path):
            yield Problem("there is no such tim file", Where(path), "correct load.more_tims")


def _own_settings(found: RunConfiguration, pair: ParAndTim, name: str) -> JsonObject:
    """The settings of a pulsar's own table."""
    keys = (found.names.get(pair, ""), name, pair.par.stem)
    return next((found.own[key] for key in keys if key in found.own), {})


def merged_settings(*several: Mapping[str, object]) -> JsonObject:
    """Join settings step by step. Later settings take precedence, and paths of files become absolute.

    Parameters
    ----------
    several : mapping
        Step -> options.

    Returns
    -------
    dict
    """
    merged: dict[str, dict[str, object]] = {}
    for settings in several:
        for step, options in settings.items():
            if isinstance(options, Mapping):
                merged[step] = {**merged.get(step, {}), **options}
    if isinstance(merged.get("compare", {}).get("with"), str):
        merged["compare"]["with"] = os.path.abspath(str(merged["compare"]["with"]))
    if "more_tims" in merged.get("load", {}):
        merged["load"]["more_tims"] = [os.path.abspath(word) for word in words_of(merged["load"]["more_tims"])]
    return dict(merged)
