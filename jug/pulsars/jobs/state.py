"""The file ``run.json`` of a pulsar, which shows whether its results exist already and from what they were made."""

import os
from importlib import metadata
from pathlib import Path

from jug.errors import DataError, JugError
from jug.io.files import write_text
from jug.obs.files import Files
from jug.pulsars.jobs.fingerprints import file_hash, file_hashes, is_same_data, text_hash
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome, outcome_of
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text, read_json_text
from jug.version import __version__

STATE, SUM = "run.json", "sum"
NUMERICAL_PACKAGES = ("numpy", "scipy", "pyerfa", "jplephem", "astropy-iers-data", "jax", "jaxlib")


def package_versions() -> dict[str, str]:
    """Return the versions of jug and of the packages on which its numbers depend.

    Returns
    -------
    dict of str to str
    """
    return {"jug-timing": __version__, **{name: metadata.version(name) for name in NUMERICAL_PACKAGES}}


def job_hash(job: Job, packages: dict[str, str]) -> str:
    """Return the sha256 of the options of a job and of the versions. Files have their own hashes.

    Parameters
    ----------
    job : Job
    packages : dict of str to str
        As returned by `package_versions`.

    Returns
    -------
    str
    """
    limits = {step: options for step, options in job.settings.items() if step != "limits"}
    return text_hash([job.name, job.par, job.tim, limits, packages])


def reusable_outcome(job: Job, packages: dict[str, str], files: Files) -> PulsarOutcome | None:
    """Return the outcome of an earlier run if its inputs are unchanged and its files are intact.

    Parameters
    ----------
    job : Job
    packages : dict of str to str
    files : Files
        The available data files.

    Returns
    -------
    PulsarOutcome or None
        None if the pulsar must be done. A pulsar that failed is tried again.
    """
    content = read_state(job)
    try:
        found = outcome_of(content)
        if found.state == PULSAR_FAILED or found.name != job.name or content["job"] != job_hash(job, packages):
            return None
        folder = Path(job.folder)
        if any(file_hash(folder / name) != sha for name, sha in found.outputs.items()):
            return None
        if file_hashes(found.inputs) != found.inputs or not is_same_data(dict(found.data), files):
            return None
    except (KeyError, TypeError, ValueError, OverflowError, DataError):
        return None
    return found._replace(reused=True)


def read_state(job: Job) -> JsonObject:
    """Return the content of ``run.json``; empty if the file is missing, or its checksum shows that it is damaged.

    Parameters
    ----------
    job : Job

    Returns
    -------
    dict
    """
    try:
        path = Path(job.folder) / STATE
        content = read_json_text(path.read_bytes()) if path.is_file() else None  # reading a pipe would wait
    except (OSError, ValueError):
        return {}
    if not isinstance(content, dict) or content.pop(SUM, None) != text_hash(content):
        return {}
    return content


def write_state(job: Job, packages: dict[str, str], outcome: PulsarOutcome) -> str:
    """Write ``run.json``, after all other files of the pulsar.

    Parameters
    ----------
    job : Job
    packages : dict of str to str
    outcome : PulsarOutcome

    Returns
    -------
    str
        The reason if it could not be written; empty if it was.
    """
    content = {"job": job_hash(job, packages), **outcome._asdict()}
    del content["reused"]
    path = os.path.join(job.folder, STATE)
    try:
        os.makedirs(job.folder, exist_ok=True)
        write_text(path, json_text({**content, SUM: text_hash(content)}) + "\n")
    except (JugError, OSError) as error:
        return str(error)
    return ""
