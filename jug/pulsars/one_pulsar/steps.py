"""The steps for one pulsar of a run.

The order: read the files, change the model, cut TOAs by rules, make DMX bins, cut outliers, estimate the noise, add
frequency-dependent terms, fit, test terms, compare with an earlier release, check.
"""

from jug.analysis.outliers.outliers import outliers
from jug.analysis.term_tests.term_tests import SIGNIFICANT_PROBABILITY, ftest
from jug.core.execution.given_warnings import collect_warnings, give_warning
from jug.data.recorder import Recorder
from jug.errors import FitWarning
from jug.fitting.fit import fit
from jug.fitting.fit_noise import noise
from jug.fitting.noise.refused_processes import refused_processes
from jug.model.editing.dmx import NoDmxBinError
from jug.model.editing.noise_lines import new_noise
from jug.model.editing.noise_to_add import noise_lines_lacking, single_kinds, undetermined_noise
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.pulsars.jobs.job import Job
from jug.pulsars.one_pulsar.changes import changes_since, earlier_par
from jug.pulsars.one_pulsar.checks import checks
from jug.pulsars.one_pulsar.earlier_numbers import earlier_numbers
from jug.pulsars.one_pulsar.excision import Excision, is_in_no_dmx_bin, remove_empty_dmx, words_of
from jug.pulsars.one_pulsar.pulsar_results import PulsarResults
from jug.pulsars.one_pulsar.reading import read_pulsar
from jug.pulsars.one_pulsar.tests_of_terms import tests_of_terms
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count

MOST_FD = 5
"""Largest number of FD terms of a pulsar."""


def steps(job: Job, files: Recorder) -> tuple[PulsarResults, tuple[str, ...]]:
    """Do the steps for one pulsar, without writing files.

    Parameters
    ----------
    job : Job
    files : Recorder
        The data files; it records which are used.

    Returns
    -------
    done : Done
    read : tuple of str
        The files that were read, besides the par file.

    Raises
    ------
    JugError
        The files cannot be used, or a step cannot be done.
    """
    with collect_warnings() as warned:
        model, toas = read_pulsar(job, files)
        read, left = tuple(toas.raw.files), Excision(toas)
        left.cut_by_rules(model, job.options("cut"))
        model = _without_outliers(job, _with_dmx(job, model, left), left)
        toas = left.toas
        wanted = _noise_options(job, model, toas) if "noise" in job.settings else None
        found = None if wanted is None else noise(model, toas, **wanted)
        model = _with_fd(job, model if found is None else found.model, toas)
        result = fit(model, toas, **job.options("fit"))
        tests = tests_of_terms(job, result.model, toas)
        earlier = earlier_par(str(job.options("compare")["with"]), job.name) if "compare" in job.settings else None
        changes = None if earlier is None else changes_since(earlier, result, toas, _dialect(job))
        checked = checks(job.par, result, toas, job.options("check")) if "check" in job.settings else ()
        assert result.verdict  # its warnings belong to the log
        before = earlier_numbers(str(job.options("compare")["with"]), job.name) if earlier is not None else {}
    done = PulsarResults(result, toas, left.counts, found, tests, changes, checked, tuple(warned), before)
    return done, (*read, *([] if earlier is None else [str(earlier)]))


def _dialect(job: Job) -> str:
    return str(job.options("load").get("dialect", "jug"))


def _with_dmx(job: Job, model: TimingModel, left: Excision) -> TimingModel:
    """The model with new DMX bins; with the option ``cut``, TOAs in no bin are cut.

    Without the step dmx, bins of the par file whose TOAs were all cut are removed. If the TOAs allow no bin, as with a
    single frequency, the model and all TOAs are kept.
    """
    if "dmx" not in job.settings:
        return remove_empty_dmx(model, left.toas) if left.n_cut else model
    options = job.options("dmx")
    cut = options.pop("cut", False)
    has = any(name.startswith("DMX_") for name in model.entries)
    try:
        model = (model.remove("DMX_*") if has else model).add_dmx(left.toas, **options)
    except NoDmxBinError as error:
        kept = "DM and DMX stay as they were" if has else "DM stays as it was"
        give_warning(FitWarning(f"the step dmx is left out: {error.why}; {kept}"))
        return remove_empty_dmx(model, left.toas)
    if cut:
        left.cut(is_in_no_dmx_bin(model, left.toas), "dmx")
    return model


def _without_outliers(job: Job, model: TimingModel, left: Excision) -> TimingModel:
    """The model after outliers are cut, with new DMX bins. If too many TOAs look bad, none is cut."""
    if "outliers" not in job.settings:
        return model
    options = job.options("outliers")
    share, epochs = options.pop("max_share", None), options.pop("epochs", None)
    found = outliers(model, left.toas, **options)
    if found.too_many:
        text = f"{int(found.bad.sum())} of {toa_count(len(found.bad))} look bad, too many for outliers: none is cut"
        give_warning(FitWarning(text))
        return model
    before = left.n_cut
    left.cut_outliers(found, max_share=share, epochs=epochs)
    if left.n_cut == before:
        return model
    return _with_dmx(job, model, left)


def _with_fd(job: Job, model: TimingModel, toas: TOAs) -> TimingModel:
    """The model with FD terms added one by one as long as the F-test of the next one is significant."""
    options = job.options("fd")
    most, threshold = options.get("most", MOST_FD), options.get("threshold", SIGNIFICANT_PROBABILITY)
    have = sum(entry.param.name == "FD" for entry in model.entries.values())
    for number in range(have + 1, most + 1) if "fd" in job.settings else ():
        term = f"FD{number}"
        if not ftest(model, toas, add=[term], threshold=threshold)[term].significant:
            break
        model = model.add(term)
    return model


def _noise_options(job: Job, model: TimingModel, toas: TOAs) -> JsonObject | None:
    """The options of the noise step. Without noise lines and with nothing to add, white noise is added.

    None if nothing is left to estimate. A kind of noise that the model has already is estimated and not added, and a
    kind that the TOAs do not constrain is left out.
    """
    options = job.options("noise")
    have = {entry.param.name for entry in model.entries.values() if entry.line is not None}
    sampled = any(entry.param.sampled for entry in model.entries.values())
    words = words_of(options.pop("add", [])) or ([] if sampled else ["white"])
    if words:
        asked = single_kinds(new_noise(words, None, None).words)
        lacking = noise_lines_lacking(have, asked)
        untold = {**undetermined_noise(toas, lacking), **refused_processes(model, toas, lacking)}
        left_out: dict[str, list[str]] = {}
        for word in asked:
            if word in untold or word not in lacking:
                left_out.setdefault(untold.get(word, "the model has lines of it, which are estimated"), []).append(word)
        if left_out:
            text = "; ".join(f"{', '.join(kinds)} ({why})" for why, kinds in left_out.items())
            give_warning(FitWarning(f"noise is not added: {text}"))
        add = [word for word in lacking if word not in untold]
        if not add and not sampled:
            return None
        options |= {"add": add} if add else {}
    return options
