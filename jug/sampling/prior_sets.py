"""Named sets of priors of noise parameters: the priors of enterprise, the priors of discovery, and wide priors.

    parameter              enterprise            discovery             wide
    EFAC, DMEFAC           uniform 0.01 to 10    uniform 0.9 to 1.1    uniform 0.1 to 10
    log10 of EQUAD / s     uniform -8.5 to -5    uniform -8.5 to -5    uniform -9 to -2
    log10 of ECORR / s     uniform -8.5 to -5    uniform -8.5 to -5    uniform -9 to -2
    log10 A of a process   uniform -20 to -11    uniform -20 to -11    uniform -20 to -8
    spectral index         uniform 0 to 7        uniform 0 to 7        uniform 0 to 7

The first two are the usual ranges of enterprise_extensions (Taylor et al. 2021) and the standard ones of discovery
(Vallisneri et al. 2023). Other priors are those of `jug.sampling.default_priors.DEFAULTS`, the wide set.
"""

from collections.abc import Mapping

from jug.errors import FitError
from jug.model.noise.fourier import RNAMP_TO_A, TEMPO2_DM_SHIFT
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.sampling.default_priors import DEFAULTS
from jug.sampling.priors import ParameterPrior, log_uniform, uniform

_POWER_LAWS = ("TNRED", "TNDM", "TNCHROM", "TNBAND", "TNGROUP", "TNBANDDM")
_INDEX_PRIORS = {**{f"{head}GAM": uniform(0.0, 7.0) for head in _POWER_LAWS}, "RNIDX": uniform(-7.0, 0.0)}


def _of_log10_a(low: float, high: float) -> dict[str, ParameterPrior]:
    """The priors of amplitudes whose log10 A is uniform."""
    amplitudes = {f"{head}AMP": uniform(low, high) for head in _POWER_LAWS}
    return {**amplitudes, "RNAMP": log_uniform(10.0**low / RNAMP_TO_A, 10.0**high / RNAMP_TO_A)}


def _of_log10_seconds(low: float, high: float) -> dict[str, ParameterPrior]:
    """The priors of sizes in us, and of log10 of seconds, whose log10 of seconds is uniform."""
    sizes = dict.fromkeys(("EQUAD", "ECORR", "TNSECORR"), log_uniform(10.0 ** (low + 6.0), 10.0 ** (high + 6.0)))
    return {**sizes, **dict.fromkeys(("TNEQ", "TNGLOBALEQ", "TNSQ"), uniform(low, high))}


_FACTOR_LINES = ("EFAC", "DMEFAC", "TNGLOBALEF")

PRIOR_SETS: dict[str, dict[str, ParameterPrior]] = {
    "enterprise": {
        **dict.fromkeys(_FACTOR_LINES, uniform(0.01, 10.0)),
        **_of_log10_seconds(-8.5, -5.0),
        **_of_log10_a(-20.0, -11.0),
        **_INDEX_PRIORS,
    },
    "discovery": {
        **dict.fromkeys(_FACTOR_LINES, uniform(0.9, 1.1)),
        **_of_log10_seconds(-8.5, -5.0),
        **_of_log10_a(-20.0, -11.0),
        **_INDEX_PRIORS,
    },
    "wide": {**_of_log10_a(-20.0, -8.0), **_INDEX_PRIORS, **DEFAULTS},
}
"""Priors by keyword, of each set."""


def priors_for(
    model: TimingModel, names: tuple[str, ...], prior_set: str, given: Mapping[str, ParameterPrior]
) -> dict[str, ParameterPrior]:
    """Choose the prior of each parameter: the one that is given by its name or keyword, else that of the set.

    Parameters
    ----------
    model : TimingModel
    names : tuple of str
        The parameters that are sampled.
    prior_set : str
        A key of `PRIOR_SETS`.
    given : mapping of str to ParameterPrior
        By name (``EFAC1``) or by keyword, for all its lines (``EFAC``); a prior by name has precedence.

    Returns
    -------
    dict of str to ParameterPrior
        By name; timing parameters only where they are given.

    Raises
    ------
    FitError
        An unknown set; a prior of a parameter that is not sampled.
    """
    if prior_set not in PRIOR_SETS:
        raise FitError(f"there is no set of priors {prior_set!r}; there are {', '.join(PRIOR_SETS)}")
    own, found = priors_by_name(model, names, given), {}
    for e in [model.entry(name) for name in names]:
        if e.name in own:
            found[e.name] = own[e.name]
        elif e.param.name in PRIOR_SETS[prior_set]:
            found[e.name] = _in_convention(model, e, PRIOR_SETS[prior_set][e.param.name])
    return found


def priors_by_name(
    model: TimingModel, names: tuple[str, ...], given: Mapping[str, ParameterPrior]
) -> dict[str, ParameterPrior]:
    """Find the parameters for which priors are given.

    Parameters
    ----------
    model : TimingModel
    names : tuple of str
        The parameters that can have one.
    given : mapping of str to ParameterPrior
        By name or by keyword, as in `priors_for`.

    Returns
    -------
    dict of str to ParameterPrior
        By name.

    Raises
    ------
    FitError
        A prior of another parameter.
    """
    entries = [model.entry(name) for name in names]
    by_keyword: dict[str, ParameterPrior] = {}
    by_name: dict[str, ParameterPrior] = {}
    for word, prior in given.items():
        if word.upper() in {e.param.name for e in entries}:
            by_keyword[word.upper()] = prior
        else:
            by_name[_name_of(model, names, word)] = prior
    found = {}
    for e in entries:
        own = by_name.get(e.name) or by_keyword.get(e.param.name)
        if own is not None:
            found[e.name] = _of_log10_amplitude(e, own)
    return found


def _name_of(model: TimingModel, names: tuple[str, ...], word: str) -> str:
    """The name of the parameter that a word means."""
    found = model.entry(word).name
    if found not in names:
        raise FitError(f"a prior of {found}, which is not among those asked for: {', '.join(names)}")
    return found


def _of_log10_amplitude(e: Entry, prior: ParameterPrior) -> ParameterPrior:
    """The prior; a range of RNAMP below 0, where RNAMP has no values, is read as one of log10 A."""
    if e.param.name == "RNAMP" and prior.coordinate == "value" and prior.low < 0.0 and prior.high <= 0.0:
        return _of_log10_a(prior.low, prior.high)["RNAMP"]
    return prior


def _in_convention(model: TimingModel, e: Entry, prior: ParameterPrior) -> ParameterPrior:
    """The prior, shifted for the amplitude of DM noise where the par file has tempo2's convention."""
    if e.param.name == "TNDMAMP" and model.settings.conventions.get("TNDM") == "TEMPO2":
        return prior._replace(low=prior.low - TEMPO2_DM_SHIFT, high=prior.high - TEMPO2_DM_SHIFT)
    return prior
