"""The list of all files of a run, and of the files from which they were made: ``manifest.json``."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from jug.data.hashes import read_json
from jug.errors import DataError, InputError, Where
from jug.pulsars.configuration.plan import folder_problem
from jug.pulsars.configuration.settings import problems_of_settings
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome
from jug.text.json_types import JsonObject

SEED_STEPS = ("noise",)
"""Steps that draw random numbers."""


def manifest(jobs: Sequence[Job], outcomes: Mapping[str, PulsarOutcome], versions: Mapping[str, str]) -> JsonObject:
    """Return the inputs of a run, and the sha256 of its inputs and outputs.

    Parameters
    ----------
    jobs : sequence of Job
    outcomes : mapping of str to PulsarOutcome
        Outcomes by the name of the pulsar.
    versions : mapping of str to str

    Returns
    -------
    dict
        ``versions``; ``data``: the data files of all pulsars; ``pulsars``: for each its files, options, seeds of random
        numbers, state, and the sha256 of the files that were read and written. It has no times, so that the same run
        gives the same bytes.
    """
    return {
        "format": 1,
        "versions": dict(versions),
        "data": dict(sorted(_all_data(outcomes.values()))),
        "pulsars": {job.name: _entry(job, outcomes[job.name]) for job in jobs},
    }


def _all_data(outcomes: Iterable[PulsarOutcome]) -> set[tuple[str, str]]:
    return {(name, sha) for outcome in outcomes for name, sha in outcome.data.items() if sha}


def _entry(job: Job, outcome: PulsarOutcome) -> JsonObject:
    return {
        "par": job.par,
        "tim": job.tim,
        "settings": job.settings,
        "seeds": {step: job.options(step).get("seed", 0) for step in SEED_STEPS if step in job.settings},
        "state": outcome.state,
        "reason": outcome.reason,
        "inputs": dict(sorted(outcome.inputs.items())),
        "outputs": dict(sorted(outcome.outputs.items())),
    }


def manifest_entries(path: Path) -> dict[str, JsonObject]:
    """Read the entries of the pulsars from a manifest.

    Parameters
    ----------
    path : Path

    Returns
    -------
    dict of str to dict
        Entries by the name of the pulsar, as `manifest` makes them.

    Raises
    ------
    InputError
        The file cannot be read, or is not a manifest of a run.
    """
    try:
        entries = read_json(path, "manifest").get("pulsars")
    except DataError as error:
        raise InputError(error.why, error.where, error.hint or "jug run makes it") from None
    if not isinstance(entries, dict) or not entries:
        raise InputError("this manifest has no pulsars", Where(str(path), 1), "jug run makes it")
    for name, entry in entries.items():
        if folder_problem(name) or not _is_entry(entry):
            raise InputError(f"{name!r} is not a pulsar of a run", Where(str(path), 1), "jug run makes this file")
    return entries


def _is_entry(entry: object) -> bool:
    """Whether an entry has the content of `_entry`, with plain names of files in the folder of its pulsar."""
    if not isinstance(entry, dict) or not isinstance(entry.get("settings"), dict):
        return False
    hashes = [entry.get(kind) for kind in ("inputs", "outputs")]
    return (
        all(isinstance(entry.get(key), str) for key in ("par", "tim", "state", "reason"))
        and all(isinstance(one, dict) and all(isinstance(sha, str) for sha in one.values()) for one in hashes)
        and all(Path(name).name == name for name in entry["outputs"])
        and not list(problems_of_settings(entry["settings"]))
    )
