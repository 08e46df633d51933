"""A check, from ``manifest.json``, that the results of a run can be reproduced to the last bit."""

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import path_text
from jug.core.display.fields_shown import FieldsShown
from jug.data.opening import open_files
from jug.pulsars.jobs.fingerprints import file_hash
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome
from jug.pulsars.jobs.state import package_versions
from jug.pulsars.manifest import manifest_entries
from jug.pulsars.run import MANIFEST_FILE, outcomes_from, place_of_work
from jug.text.json_types import JsonObject
from jug.text.name_lists import counted_noun


@dataclass(frozen=True, repr=False)
class Verification(FieldsShown):
    """The result of `jug.verify`: whether results were reproduced to the last bit.

    Parameters
    ----------
    folder : Path
        The folder of the results.
    n_files : int
        Number of files that were compared.
    differences : dict of str to tuple of str
        For each pulsar that differs, a text for each difference.
    seconds : float
        Wall time, s.
    """

    folder: Path
    n_files: int
    differences: dict[str, tuple[str, ...]]
    seconds: float

    @property
    def failed(self) -> tuple[str, ...]:
        """The pulsars that differ."""
        return tuple(self.differences)

    def summary(self) -> str:
        """Return the result as lines of text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        lines = [f"{name}: {text}" for name, texts in self.differences.items() for text in texts]
        differing = f"{counted_noun(len(self.differences), 'pulsar')} with differences"
        end = differing if lines else "every one is the same to the last bit"
        made = f"{counted_noun(self.n_files, 'file')} of {self.folder} made again in {self.seconds:.1f} s"
        return "\n".join([*lines, f"{made}: {end}"])

    def to_json(self) -> JsonObject:
        """Return the result as numbers, texts, lists and dicts.

        Returns
        -------
        dict
            ``folder``, ``n_files``, ``same`` (whether there are no differences) and ``differences``.
        """
        same = not self.differences
        return {"folder": str(self.folder), "n_files": self.n_files, "same": same, "differences": self.differences}


def verify(output: str | PathLike[str], *, jobs: int | None = None, executor: str | None = None) -> Verification:
    """Make the results of a run again in a temporary folder, and compare them.

    Parameters
    ----------
    output : path
        The folder of a run.
    jobs : int, optional
        Number of processes; by default the number of cores.
    executor : str, optional
        ``"dask://HOST:PORT"``: the workers of this dask cluster make the results, instead of processes here.

    Returns
    -------
    Verification

    Raises
    ------
    JugError
        dask is not installed.
    InputError
        The folder has no manifest that can be read, or the cluster cannot be used.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = jug.run(par, folder, jobs=1)
    ...     found = jug.verify(folder, jobs=1)
    >>> found.failed, found.to_json()["same"]
    ((), True)
    >>> found.summary().split(": ")[-1]
    'every one is the same to the last bit'
    """
    started = time.monotonic()
    folder, place = Path(path_text(output)), place_of_work(jobs, executor)
    entries = manifest_entries(folder / MANIFEST_FILE)
    differences: dict[str, tuple[str, ...]] = {}
    n_files = 0
    with tempfile.TemporaryDirectory() as room:
        plan = [
            Job(name, entry["par"], entry["tim"], entry["settings"], os.path.join(room, name))
            for name, entry in entries.items()
        ]
        for job, outcome in outcomes_from(place, plan, package_versions(), open_files()):
            entry = entries[job.name]
            n_files += len(entry["outputs"])
            if found := tuple(_differences(entry, outcome, folder / job.name)):
                differences[job.name] = found
    return Verification(folder, n_files, dict(sorted(differences.items())), round(time.monotonic() - started, 3))


def _differences(entry: JsonObject, outcome: PulsarOutcome, folder: Path) -> Iterator[str]:
    """Differences from the manifest: inputs, files that were made again, and files in the folder."""
    for what, old, new in (("input", entry["inputs"], outcome.inputs), ("file", entry["outputs"], outcome.outputs)):
        for name in sorted({*old, *new}):
            if outcome.state != PULSAR_FAILED and old.get(name) != new.get(name):
                yield f"another {what}: {name}"
    for name, sha in entry["outputs"].items():
        if file_hash(folder / name) != sha:
            yield f"{name} in the folder has changed since the run"
    if outcome.state != entry["state"]:
        yield f"{outcome.state}, was {entry['state']}: {outcome.reason}"
