"""The files of one pulsar of a run: par, JSON, TOAs, log, report, and records for other programs."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from jug.analysis.derived.derived_quantities import derived
from jug.analysis.derived.derived_report import derived_report
from jug.analysis.derived.fit_json import fit_json
from jug.analysis.residuals.averaging import average
from jug.analysis.residuals.residual_listing import averaged_table
from jug.conversion.noise_dictionary import dictionary_of, left_out_text
from jug.conversion.writing import write_par, write_tim
from jug.errors import JugError
from jug.exchange.feather import export
from jug.io.files import write_bytes, write_text
from jug.model.timing_model import TimingModel
from jug.page.fit_page import write_report
from jug.pulsars.jobs.fingerprints import file_hashes
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.own_places import clear_old
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome
from jug.pulsars.one_pulsar.checks import checks_json, checks_text
from jug.pulsars.one_pulsar.earlier_numbers import number_changes
from jug.pulsars.one_pulsar.pulsar_results import PulsarResults, outcome_numbers
from jug.pulsars.one_pulsar.report_sections import run_sections
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

LOG, PAR, FIT, REPORT, CUT_TIM = "log.txt", "post.par", "fit.json", "report.html", "toas.tim"
NOISE, NOISE_DICTIONARY, TESTS = "noise.json", "noise_dictionary.json", "ftest.json"
CHANGES, CHECKED, AVERAGED = "changes.json", "checks.json", "averaged.txt"
Writer = Callable[[Path], object]
"""A function that writes a file with a given path."""


def output_names(job: Job) -> set[str]:
    """Return the names of all files that the folder of a pulsar can have, besides ``run.json``.

    Parameters
    ----------
    job : Job

    Returns
    -------
    set of str
    """
    always, sometimes = {LOG, PAR, FIT, REPORT}, {CUT_TIM, NOISE, NOISE_DICTIONARY, TESTS, CHANGES, CHECKED, AVERAGED}
    return always | sometimes | {f"{job.name}.feather"}


def write_pulsar_files(job: Job, done: PulsarResults) -> dict[str, str]:
    """Write the files of one pulsar, and remove files of an earlier run that are not written now.

    Parameters
    ----------
    job : Job
    done : Done

    Returns
    -------
    dict of str to str
        The sha256 of each file, by its name in the folder.

    Raises
    ------
    JugError, OSError
        A file cannot be written.
    """
    writers = {**_writers_of_fit(job, done), **_writers_of_steps(job, done), **_writers_for_programs(job, done)}
    return _write_all(job, writers)


def write_received(job: Job, outcome: PulsarOutcome, made: Mapping[str, bytes]) -> None:
    """Write the files of one pulsar that another machine has made.

    Parameters
    ----------
    job : Job
    outcome : PulsarOutcome
        If the pulsar failed, only its log is written, and the files of an earlier run stay.
    made : mapping of str to bytes
        The content of each file, by its name.

    Raises
    ------
    JugError, OSError
        A file cannot be written, or its sha256 is not that of the outcome.
    """
    names = output_names(job)
    clear_old(job, names)
    writers = {name: _bytes_writer(content) for name, content in made.items() if name in names}
    if outcome.state == PULSAR_FAILED:
        if LOG in writers:
            writers[LOG](Path(job.folder, LOG))
    elif _write_all(job, writers) != dict(outcome.outputs):
        raise OSError("the files from its worker are damaged")


def _write_all(job: Job, writers: Mapping[str, Writer]) -> dict[str, str]:
    """Write files, remove other files of an earlier run, and return the sha256 of each file by its name."""
    folder = Path(job.folder)
    for name, write in writers.items():
        write(folder / name)
    for name in output_names(job) - writers.keys():
        (folder / name).unlink(missing_ok=True)
    found = file_hashes(str(folder / name) for name in writers)
    return {os.path.basename(path): sha for path, sha in found.items()}


def _writers_of_fit(job: Job, done: PulsarResults) -> dict[str, Writer]:
    """Writers of the files that every pulsar has."""
    quantities = derived(done.fit)
    notes = job.options("notes").get("lines", ())
    lacking = dictionary_of(done.fit.model)[1] if job.options("export").get("noise") else {}
    texts_of_warnings = (*done.warnings, left_out_text(lacking, NOISE_DICTIONARY))
    texts = [f"jug: warning: {text}" for text in texts_of_warnings if text]
    texts += ["", done.noise.summary(), ""] if done.noise is not None else []
    texts += [f"{done.fit.summary()}\n\n{derived_report(quantities)}".rstrip()]
    texts += ["", done.tests.summary()] if done.tests is not None else []
    if done.changes is not None:
        texts += ["", "Changes since the earlier release", "", done.changes.summary()]
        numbers = number_changes(done.earlier, outcome_numbers(done)) if done.earlier else ()
        texts += [f"{what}: {old} before, {new} now" for what, old, new in numbers]
    texts += ["", "Checks", "", checks_text(done.checks)] if done.checks else []
    report = partial(
        write_report,
        done.fit,
        toas=done.toas,
        command=("jug", "fit", job.par, job.tim),
        dated=False,
        sections=run_sections(done, [notes] if isinstance(notes, str) else notes),
    )
    return {
        PAR: partial(write_par, done.fit.model),
        FIT: _json_writer(fit_json(done.fit, quantities)),
        REPORT: report,
        LOG: _text_writer("\n".join(texts)),
    }


def _writers_of_steps(job: Job, done: PulsarResults) -> dict[str, Writer]:
    """Writers of the files of steps that were done."""
    found: dict[str, Writer] = {}
    if any(step in job.settings for step in ("cut", "dmx", "outliers")):
        found[CUT_TIM] = partial(write_tim, done.toas)
    if done.noise is not None:
        found[NOISE] = _json_writer({k: v for k, v in done.noise.to_json().items() if k != "seconds"})
    if done.tests is not None:
        found[TESTS] = _json_writer(done.tests.to_json())
    if done.changes is not None:
        found[CHANGES] = _json_writer({**done.changes.to_json(), "earlier": done.earlier, "now": outcome_numbers(done)})
    if done.checks:
        found[CHECKED] = _json_writer(checks_json(done.checks))
    return found


def _writers_for_programs(job: Job, done: PulsarResults) -> dict[str, Writer]:
    """Writers of the files for other programs."""
    wanted, found = job.options("export"), {}
    if wanted.get("noise"):
        found[NOISE_DICTIONARY] = _json_writer(dictionary_of(done.fit.model)[0])
    if wanted.get("averaged") and has_epochs(done.fit.model):
        found[AVERAGED] = _text_writer(averaged_table(average(done.fit, done.toas)))
    if wanted.get("feather"):
        found[f"{job.name}.feather"] = partial(export, done.fit, done.toas)
    return found


def has_epochs(model: TimingModel) -> bool:
    """Whether a model has ECORR, which defines epochs over which residuals are averaged."""
    return any(entry.param.name == "ECORR" for entry in model.entries.values())


def _text_writer(text: str) -> Writer:
    return lambda path: write_text(path, text + "\n")


def _bytes_writer(content: bytes) -> Writer:
    return lambda path: write_bytes(path, content)


def _json_writer(content: JsonObject) -> Writer:
    return _text_writer(json_text(content))


def write_failure(job: Job, reason: str) -> None:
    """Write the reason of a failure into the log of a pulsar, if possible.

    Parameters
    ----------
    job : Job
    reason : str
    """
    with suppress(JugError, OSError):
        os.makedirs(job.folder, exist_ok=True)
        write_text(os.path.join(job.folder, LOG), f"jug: error: {reason}\n")
