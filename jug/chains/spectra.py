"""Spectra of noise processes at the draws of a posterior.

The spectral density of a Fourier process is the prior variance of its coefficients divided by the width of a frequency
bin, P(f) = <a^2> / df (`jug.model.noise.fourier`), s^3.
"""

from typing import NamedTuple

import numpy as np

from jug.chains.at_draws import choose_draws, models_at
from jug.chains.result import Chains
from jug.core.arguments.kinds import expect
from jug.core.arguments.named import Named
from jug.core.array import Float, Harmonic, N
from jug.errors import FitError
from jug.model.evaluation.columns import make_columns
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class PosteriorSpectrum(NamedTuple):
    """The spectrum of a process at draws from a posterior.

    Parameters
    ----------
    frequency_hz : (m,) array
        Hz, in ascending order.
    density : (n, m) array
        Spectral density at each draw, s^3; for DM and chromatic noise at 1400 MHz.
    width_hz : (m,) array
        Width of each frequency bin, Hz. The variance of a coefficient is density times width, s^2.
    """

    frequency_hz: Float[Harmonic]
    density: Float[N, Harmonic]
    width_hz: Float[Harmonic]


def posterior_spectra(
    found: Chains, model: TimingModel, toas: TOAs, *, draws: int = 300, seed: int = 0
) -> dict[str, PosteriorSpectrum]:
    """Compute the spectra of the Fourier processes of a model at draws from a posterior.

    Parameters
    ----------
    found : Chains
    model : TimingModel
        The model whose noise was sampled.
    toas : TOAs
        They define the frequencies.
    draws : int
        Number of draws, chosen at random.
    seed : int
        Seed of the choice.

    Returns
    -------
    dict of str to PosteriorSpectrum
        Spectra by the name of the process: ``RED``, ``DM``, ...

    Raises
    ------
    FitError
        A parameter of the chains that the model lacks, or no process with a spectrum.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> noisy = model.add_noise(toas, "red")
    >>> found = jug.sample(noisy, toas, draws=30, warmup=30, estimate=False)
    >>> red = jug.posterior_spectra(found, noisy, toas, draws=50)["RED"]
    >>> red.frequency_hz.shape, red.density.shape
    ((18,), (50, 18))
    """
    expect(found=(found, Chains), model=(model, TimingModel), toas=(toas, TOAs))
    x = make_columns(model, toas)
    own = [c for c in model.components if c.weights is not None]
    densities: dict[str, list[Float[Harmonic]]] = {}
    for at in models_at(found, model, choose_draws(found, draws, seed)):
        for c in own:
            assert c.weights is not None
            for j, variance in enumerate(c.weights(np, at.kernel_values, x), 1):
                name = f"{c.process}{j}" if c.numbered else c.process
                if name in x.grids:
                    half = variance[: len(variance) // 2]  # the variances of the sines, equal to those of the cosines
                    densities.setdefault(name, []).append(half / x.grids[name].width)
    if not densities:
        raise FitError("the model has no noise process with a spectrum")
    spectra = {}
    for name, rows in densities.items():
        order = np.argsort(x.grids[name].frequency)
        width = np.broadcast_to(x.grids[name].width, order.shape)[order]
        spectra[name] = PosteriorSpectrum(x.grids[name].frequency[order], np.array(rows)[:, order], width)
    return Named("noise process", spectra)
