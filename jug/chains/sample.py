"""`jug.sample`: draws from the posterior of noise parameters, and optionally of timing parameters."""

import os
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Unpack

from jug.chains.ensemble import ensemble_chains
from jug.chains.file import read_chain, write_chain
from jug.chains.fingerprint import data_fingerprint
from jug.chains.nested import nested_chains
from jug.chains.nuts import nuts_chains
from jug.chains.options import SAMPLERS, SampleOptions, chosen_options
from jug.chains.result import Chains
from jug.chains.setup import SampleRequest, SamplingSetup, prepare_sampling
from jug.core.arguments.kinds import expect, split_at_commas
from jug.errors import InputError, Where
from jug.fitting.noise.addition import NoiseAddition
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.priors import ParameterPrior
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite

_SAMPLER_FUNCTIONS = {"nuts": nuts_chains, "emcee": ensemble_chains, "nested": nested_chains}


def sample(
    model: TimingModel,
    toas: TOAs,
    *,
    free: str | Iterable[str] | None = None,
    add: str | Iterable[str] | None = None,
    flag: str | None = None,
    timing: str = "marginal",
    prior_set: str = "enterprise",
    priors: Mapping[str, ParameterPrior] | None = None,
    path: str | PathLike[str] | None = None,
    resume: bool = False,
    **options: Unpack[SampleOptions],
) -> Chains:
    """Sample the posterior of the noise parameters, with NUTS in several parallel chains, emcee, or dynesty.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
    free : str or iterable of str, optional
        Noise to sample, as for `jug.noise`. By default added noise and noise lines with a fit flag; if there are none,
        all noise lines.
    add, flag : str or iterable of str, str, optional
        Noise to add and sample, as ``"white,ecorr,red=30"``, and the flag of its backends.
    timing : {"marginal", "sampled"}
        Integrate over the free timing parameters in the linear model, or sample them too, with flat priors.
    prior_set : {"enterprise", "discovery", "wide"}
        Priors of the noise parameters (`jug.sampling.prior_sets.PRIOR_SETS`).
    priors : dict of str to ParameterPrior, optional
        Priors of single parameters, by name (``EFAC1``), or of all lines of a keyword (``EFAC``).
    path : path-like, optional
        Write the chains there (feather or parquet), about every minute and at the end.
    resume : bool
        Whether to continue the chains in ``path``; with more ``draws`` than it has, they are extended.
    **options : SampleOptions
        ``sampler``, ``chains``, ``draws``, ``warmup``, ``seed``, ``accept``, ``estimate``, ``starts``, ``backend``
        (`jug.chains.options.SampleOptions`).

    Returns
    -------
    Chains

    Raises
    ------
    JugError
        Nothing to sample; a prior of a parameter that is not sampled; a file of another run; no such sampler installed.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> 0.8 < jug.sample(model.add("EFAC TEL gbt 1"), toas, draws=200, warmup=100).mean["EFAC1"] < 1.3
    True
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    chosen = chosen_options(options)
    before = _chains_to_continue(path, resume, chosen.sampler)
    names = None if free is None else split_at_commas(free)
    asked = SampleRequest(names, NoiseAddition(add, flag), timing, prior_set, dict(priors or {}), chosen)
    return _run_sampler(model, toas, asked, path, before)


def _run_sampler(
    model: TimingModel, toas: TOAs, asked: SampleRequest, path: str | PathLike[str] | None, before: Chains | None
) -> Chains:
    """Sample, after chains to continue, and write the file."""
    ready = prepare_sampling(model, toas, asked)
    settings = _settings(ready, asked, toas)
    if before is not None:
        _refuse_other_run(before, settings, str(path))
    sampled = _SAMPLER_FUNCTIONS[asked.options.sampler]
    found = sampled(ready, settings, asked.options, before, lambda found: _store(found, path))
    _store(found, path)
    return found


def _store(found: Chains, path: str | PathLike[str] | None) -> None:
    if path is not None:
        write_chain(found, path)


def _settings(ready: SamplingSetup, asked: SampleRequest, toas: TOAs) -> JsonObject:
    """The settings of the run, stored in the result. A continued run must have the same settings."""
    own = {
        "sampler": SAMPLERS[asked.options.sampler],
        "timing": asked.timing,
        "prior_set": asked.prior_set,
        **{name: getattr(asked.options, name) for name in ("chains", "warmup", "seed", "accept")},
        "names": list(ready.posterior.names),
        "data": data_fingerprint(ready.model, toas),
    }
    found: JsonObject = without_nonfinite(own)
    return found


def _chains_to_continue(path: str | PathLike[str] | None, resume: bool, sampler: str) -> Chains | None:
    if not resume:
        return None
    if sampler != "nuts":
        raise InputError("only chains of NUTS can be continued", hint="leave out --resume (resume=True)")
    if path is None:
        raise InputError("there is no file to continue", hint="name it: -o chain.feather (path=)")
    return read_chain(path) if os.path.exists(path) else None


def _refuse_other_run(before: Chains, settings: JsonObject, path: str) -> None:
    """Refuse chains of other data, priors or settings."""
    if before.run is None:
        raise InputError("these chains cannot be continued: they have no state", Where(path), "sample again")
    other = [key for key, value in settings.items() if before.settings.get(key) != value]
    if other:
        why = f"these chains are of another run: {', '.join(other)} {'differs' if len(other) == 1 else 'differ'}"
        raise InputError(why, Where(path), "give the same options, or another file")
