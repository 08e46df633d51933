"""Everything that is done with one pulsar of a run, in the process that does it."""

import time

from jug.data.opening import open_files
from jug.data.recorder import Recorder
from jug.errors import JugError
from jug.fitting.noise.result import NoiseFit
from jug.fitting.result.fit_result import FitResult
from jug.pulsars.jobs.fingerprints import data_hashes, file_hashes
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.own_places import clear_old
from jug.pulsars.jobs.pulsar_outcome import PULSAR_DONE, PULSAR_NOT_CONVERGED, PulsarOutcome, failed_outcome
from jug.pulsars.jobs.state import STATE
from jug.pulsars.one_pulsar.outputs import output_names, write_failure, write_pulsar_files
from jug.pulsars.one_pulsar.pulsar_results import outcome_numbers
from jug.pulsars.one_pulsar.steps import steps


def do_pulsar(job: Job) -> PulsarOutcome:
    """Do all steps for one pulsar, and write its files.

    Parameters
    ----------
    job : Job

    Returns
    -------
    PulsarOutcome
        Failed if the files of the pulsar cannot be used, or its results cannot be written.
    """
    started = time.perf_counter()
    files = Recorder(open_files())
    clear_old(job, {*output_names(job), STATE})
    try:
        done, read = steps(job, files)
        outputs = write_pulsar_files(job, done)
    except (JugError, OSError, MemoryError) as error:
        reason = _reason(job, error)
        write_failure(job, reason)
        return failed_outcome(job.name, reason, time.perf_counter() - started)
    converged, words = end_of_pulsar(done.fit, done.noise)
    return PulsarOutcome(
        job.name,
        PULSAR_DONE if converged else PULSAR_NOT_CONVERGED,
        words,
        outcome_numbers(done),
        round(time.perf_counter() - started, 3),
        outputs,
        file_hashes([job.par, *read]),
        {key: str(value) for key, value in data_hashes(files).items()},
    )


def end_of_pulsar(result: FitResult, noise: NoiseFit | None) -> tuple[bool, str]:
    """Return whether the fits of a pulsar have converged, and the verdict or the fit that has not converged.

    Parameters
    ----------
    result : FitResult
    noise : NoiseFit or None
        The estimate of noise; None without this step.

    Returns
    -------
    converged : bool
    words : str
    """
    if not result.converged:
        return False, result.stop.value
    if noise is not None and not noise.converged:
        return (
            False,
            "the noise fit has not converged: its values and errors cannot be relied on",
        )
    return True, result.verdict.sentence


def _reason(job: Job, error: Exception) -> str:
    """The reason of a failure as text; for a lack of memory, with the limit of the pulsar."""
    if not isinstance(error, MemoryError):
        return str(error)
    limit = job.options("limits").get("memory_gb")
    allowed = "fewer processes leave more for each (--jobs, in Python jobs=)"
    if limit:
        allowed = f"the limit is {limit:g} GB (limits.memory_gb)"
    return f"there is not enough memory{f' ({error})' if str(error) else ''}: {allowed}"
