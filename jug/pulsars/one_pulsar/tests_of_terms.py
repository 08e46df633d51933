"""The F-tests of a run. They test terms that the model of a pulsar lacks, and parameters that it has."""

from jug.analysis.term_tests.term_candidates import candidates
from jug.analysis.term_tests.term_test_result import FTest
from jug.analysis.term_tests.term_tests import ftest
from jug.core.execution.given_warnings import give_warning
from jug.errors import FitWarning, InputError
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.jobs.job import Job
from jug.pulsars.one_pulsar.excision import words_of
from jug.pulsars.pta_edits import is_written


def tests_of_terms(job: Job, model: TimingModel, toas: TOAs) -> FTest | None:
    """Test the terms of the step ``ftest``: terms to add that the model lacks, and parameters to remove that are free.

    Parameters
    ----------
    job : Job
    model : TimingModel
    toas : TOAs

    Returns
    -------
    FTest or None
        None without the step, or if nothing is left to test.

    Warns
    -----
    FitWarning
        Terms to add that the model has, and parameters to remove that are not free.
    """
    if "ftest" not in job.settings:
        return None
    options = job.options("ftest")
    add, remove = words_of(options.pop("add", [])), words_of(options.pop("remove", []))
    there = [term for term in add if _has(model, term)]
    gone = [term for term in remove if not all(name.strip() in model.free for name in term.split("+"))]
    for names, why in ((there, "the model has them"), (gone, "they are not fitted")):
        if names:
            give_warning(FitWarning(f"not tested: {', '.join(names)} ({why})"))
    add, remove = ([term for term in add if term not in there], [term for term in remove if term not in gone])
    return ftest(model, toas, add=add, remove=remove, **options) if add or remove else None


def _has(model: TimingModel, term: str) -> bool:
    """Whether a model has all parts of a term."""
    try:
        parts = candidates([term], model.entries)[-1].terms
    except InputError:  # the model has all terms of a range
        return bool(term.strip())
    return all(is_written(model, part) for part in parts)
