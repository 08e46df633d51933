"""`noise`: the noise parameters of a model by maximum likelihood."""

from collections.abc import Iterable, Mapping
from time import perf_counter

from jug.core.arguments.kinds import expect
from jug.errors import InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.fit import fit
from jug.fitting.noise.addition import NoiseAddition, with_addition
from jug.fitting.noise.chosen import chosen_noise
from jug.fitting.noise.conclusion import noise_result
from jug.fitting.noise.estimate import NoiseRequest
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise.with_timing import alternate_fits, estimate_marginally
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.priors import ParameterPrior

TIMING_WAYS = ("marginal", "fitted")


@with_blas_threads_of_fit
def noise(
    model: TimingModel,
    toas: TOAs,
    *,
    free: str | Iterable[str] | None = None,
    add: str | Iterable[str] | None = None,
    flag: str | None = None,
    timing: str = "marginal",
    priors: Mapping[str, ParameterPrior] | None = None,
    starts: int | None = None,
    seed: int = 0,
    profiles: bool | None = None,
    backend: str = "auto",
) -> NoiseFit:
    """Estimate the noise parameters of a model by maximum likelihood, or maximum posterior.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
    free : str or iterable of str, optional
        ``efac``, ``equad``, ``ecorr``, ``dmefac``, ``dmequad``, ``red``, ``dm``, ``chrom``, ``sw``, ``qp``, ``band``,
        ``group``, ``white``, names. When absent, added lines and those with a fit flag; all where none has a flag.
    add, flag : str or iterable of str, str, optional
        Noise to add and estimate, as ``"white,ecorr,red=30"``, and the flag of its backends (`TimingModel.add_noise`).
    timing : {"marginal", "fitted"}
        Integrate over the free timing parameters, or fit them together with the noise, as PINT.
    priors : dict of str to ParameterPrior, optional
        By name or keyword (`jug.sampling.priors`): the maximum is that of the posterior, per unit of their coordinate.
    starts, seed : int, optional
        Starts of the search: the model's values and points over the ranges. 10 when absent; 4 from 10,000 TOAs on.
    profiles : bool, optional
        Give all parameters 68% intervals of the profile likelihood; when absent those with a non-parabolic profile.
    backend : {"auto", "numpy", "jax"}
        Of the timing fits. The likelihood is evaluated in NumPy up to 20,000 TOAs, then by JAX.

    Returns
    -------
    NoiseFit

    Raises
    ------
    FitError
        No noise line; degenerate parameters; parameters without effect.
    BackendError
        JAX cannot be used, and is needed: more than 20,000 TOAs, parameters of the kernel of solar-wind noise.
    InputError
        An unknown word for ``timing``; no start; noise that cannot be added.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> jug.noise(model.add("EFAC TEL gbt 1"), toas).names
    ('EFAC1',)
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    _check_arguments(timing, starts)
    model, names = _model_and_names(model, toas, free, NoiseAddition(add, flag))
    asked = NoiseRequest(names, timing == "marginal" or not model.free, dict(priors or {}), starts, profiles, seed)
    return _estimate_noise(model, toas, asked, timing, backend)


def _model_and_names(
    model: TimingModel, toas: TOAs, free: str | Iterable[str] | None, addition: NoiseAddition
) -> tuple[TimingModel, tuple[str, ...] | None]:
    """The model with added noise lines, and the parameters to estimate."""
    model, free = with_addition(model, toas, free, addition)
    names = chosen_noise(model, free)
    refuse_unidentifiable(model, toas, names)
    return model, names


def _estimate_noise(model: TimingModel, toas: TOAs, asked: NoiseRequest, timing: str, backend: str) -> NoiseFit:
    """Fit the timing, estimate the noise, and make the result of both."""
    began = perf_counter()
    way = estimate_marginally if asked.marginal else alternate_fits
    made = way(model, toas, lambda model: fit(model, toas, backend=backend, noise=False), asked)
    return noise_result(model, toas, *made, asked=asked, timing=timing, seconds=perf_counter() - began)


def _check_arguments(timing: str, starts: int | None) -> None:
    """Refuse an unknown word for ``timing``, and fewer than one start."""
    if timing not in TIMING_WAYS:
        raise InputError(f"timing={timing!r} is not a way to treat timing parameters", hint="marginal or fitted")
    if starts is not None and starts < 1:
        raise InputError(f"{starts} starts: at least one is needed")
