"""`jug.slurm_script`: a run as an array job of Slurm. Each task does a part, and task 0 gathers the parts."""

import math
import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import expect, path_text
from jug.core.display.fields_shown import FieldsShown
from jug.errors import InputError
from jug.io.files import write_text
from jug.pulsars.configuration.plan import LOG_FOLDER, SCRIPT_FILE, merged_settings
from jug.pulsars.configuration.preparation import Sources, prepare_jobs, source_paths
from jug.pulsars.jobs.job import Job
from jug.text.json_types import JsonObject
from jug.text.name_lists import counted_noun
from jug.text.strict_json import json_text

MOST_TASKS = 1000
"""Largest number of tasks in the default configuration of Slurm (MaxArraySize 1001)."""

USUAL_MEMORY_GB, USUAL_S, START_S = 2.0, 3600.0, 60.0
"""Memory and time of a task without limits, and the time for its start that is added to the limits."""

_JOB_SCRIPT = """#!/bin/bash
# jug run as an array job of Slurm: {work}; task 0 writes index.html and manifest.json.
# `bash {name}` submits the tasks, and task 0 for when they have ended. Options of sbatch may follow, and have
# precedence over those below: bash {name} --partition=long --time=08:00:00
#SBATCH --job-name=jug
#SBATCH --array=1-{n_tasks}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem={memory_mb}M
#SBATCH --time={time}
set -u
log={log}
if [ -z "${{SLURM_ARRAY_TASK_ID:-}}" ]; then
  job=$(sbatch --parsable --output="$log" "$@" "$0") || exit
  exec sbatch --output="$log" "$@" --array=0 --dependency="afterany:${{job%%;*}}" "$0"
fi
run=({command})
if [ "$SLURM_ARRAY_TASK_ID" -eq 0 ]; then
  exec "${{run[@]}}" --gather
fi
exec "${{run[@]}}" --part "$SLURM_ARRAY_TASK_ID/{n_tasks}" --jobs "${{SLURM_CPUS_PER_TASK:-1}}"{again}
"""


@dataclass(frozen=True, repr=False)
class SlurmScript(FieldsShown):
    """An array job that does a run.

    Parameters
    ----------
    path : Path
        The script.
    n_pulsars, n_tasks : int
        Number of pulsars, and of tasks that share them.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     script = jug.slurm_script(par, folder)
    >>> script.work(), script.to_json()["n_tasks"]
    ('1 pulsar in 1 task', 1)
    >>> script.summary().splitlines()[1].split()[:3]
    ['Submit', 'it:', 'bash']
    """

    path: Path
    n_pulsars: int
    n_tasks: int

    def summary(self) -> str:
        """Return the work of the script, and the command to submit it, as lines of text.

        Returns
        -------
        str
            Two lines, without a newline at the end.
        """
        submit = f"Submit it: bash {shlex.quote(str(self.path))}"
        return f"{self.path}: {self.work()}, and task 0, which gathers them\n{submit}"

    def work(self) -> str:
        """Return the number of pulsars and tasks as text: ``67 pulsars in 10 tasks``.

        Returns
        -------
        str
            Without a newline at the end.
        """
        return f"{counted_noun(self.n_pulsars, 'pulsar')} in {counted_noun(self.n_tasks, 'task')}"

    def to_json(self) -> JsonObject:
        """Return the script as texts and numbers.

        Returns
        -------
        dict
            ``script`` (its path), ``n_pulsars`` and ``n_tasks``.
        """
        return {"script": str(self.path), "n_pulsars": self.n_pulsars, "n_tasks": self.n_tasks}


def slurm_script(
    source: Sources,
    output: str | PathLike[str],
    *,
    tasks: int | None = None,
    settings: Mapping[str, object] | None = None,
    again: bool = False,
) -> SlurmScript:
    """Write the script of an array job of Slurm that does a run: ``slurm.sh`` in the folder of the results.

    Parameters
    ----------
    source : path, or paths
        A configuration, a folder, or par files.
    output : path
        The folder of the results; it is made. The machines of the cluster need it, and all files that are read, at the
        same paths.
    tasks : int, optional
        Number of tasks that share the pulsars; by default one a pulsar, at most 1000.
    settings : mapping, optional
        Options of the steps. They replace those of a configuration.
    again : bool
        Whether pulsars are done whose results exist already.

    Returns
    -------
    SlurmScript

    Raises
    ------
    InputError
        The sources or settings cannot be used; with all ``problems``. Or the script cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     script = jug.slurm_script(par, folder)
    ...     "#SBATCH --array=1-1" in script.path.read_text()
    True
    """
    expect(tasks=(1 if tasks is None else tasks, int))
    if tasks is not None and tasks < 1:
        raise InputError(f"tasks is {tasks}", hint="it is the number of tasks, 1 or more")
    options = list(_words(merged_settings(settings or {})))
    sources = source_paths(source)
    plan = prepare_jobs(sources, output, settings)
    folder = Path(os.path.abspath(path_text(output)))
    script = SlurmScript(folder / SCRIPT_FILE, len(plan), min(tasks or MOST_TASKS, len(plan)))
    words = [sys.executable, "-P", "-m", "jug", "run", *map(os.path.abspath, sources), "-o", str(folder), *options]
    (folder / LOG_FOLDER).mkdir(exist_ok=True)
    write_text(script.path, _script_text(script, plan, words, again))
    return script


def _script_text(script: SlurmScript, plan: Sequence[Job], words: Sequence[str], again: bool) -> str:
    shares = [plan[i :: script.n_tasks] for i in range(script.n_tasks)]
    return _JOB_SCRIPT.format(
        work=script.work(),
        n_tasks=script.n_tasks,
        name=SCRIPT_FILE,
        memory_mb=math.ceil(1000.0 * max(_limit(job, "memory_gb", USUAL_MEMORY_GB) for job in plan)),
        time=_clock(max(sum(_limit(job, "seconds", USUAL_S) for job in share) for share in shares)),
        log=shlex.quote(_slurm_text(script.path.parent / LOG_FOLDER) + "/%A_%a.log"),
        command=shlex.join(words),
        again=" --again" if again else "",
    )


def _slurm_text(path: Path) -> str:
    """A path with % doubled, because sbatch replaces %j and similar patterns."""
    return str(path).replace("%", "%%")


def _limit(job: Job, name: str, usual: float) -> float:
    return float(job.options("limits").get(name) or usual)


def _clock(seconds: float) -> str:
    """A time in the format of Slurm, rounded up to minutes."""
    minutes = math.ceil((seconds + START_S) / 60.0)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:00"


def _words(settings: Mapping[str, object]) -> Iterator[str]:
    """The options of steps as words of a command line."""
    for step, options in settings.items():
        if not isinstance(options, Mapping) or not options:
            hint = f"write [{step}] into a configuration (docs/many_pulsars.md)"
            raise InputError(f"the step {step} without options has no place in a command line", hint=hint)
        for name, value in options.items():
            yield from ("--set", f"{step}.{name}={_toml(value)}")


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json_text(str(key))} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_toml, value))}]"
    return json_text(value, one_line=True)
