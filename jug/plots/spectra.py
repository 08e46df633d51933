"""A picture of the spectra of noise processes: median and bands of a posterior at each frequency."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.chains.result import Chains
from jug.chains.spectra import PosteriorSpectrum, posterior_spectra
from jug.core.arguments.named import no_such_name
from jug.core.constants import YEAR
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.panels import tick_logarithmic
from jug.plots.pictures import COLOURS, check_picture
from jug.plots.style import draw_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BANDS = ((0.025, 0.975, 0.2), (0.16, 0.84, 0.4))
"""Lower and upper quantile of each band, and its opacity."""


def plot_spectra(
    found: Chains,
    model: TimingModel,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    draws: int = 300,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the spectral density of each noise process: median, 68% and 95% of the posterior at each frequency.

    Parameters
    ----------
    found : Chains
    model : TimingModel
        The model whose noise was sampled.
    toas : TOAs
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which processes (``RED``, ``DM``, ...); all when absent.
    draws : int
        Number of draws.
    title, figure, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; no such process, or no process with a spectrum; chains of another model.
    InputError
        The picture cannot be written there; no such style.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> noisy = model.add_noise(toas, "red")
    >>> found = jug.sample(noisy, toas, draws=30, warmup=30, estimate=False)
    >>> len(jug.plot_spectra(found, noisy, toas).axes)
    1
    """
    check_picture(path)
    spectra = posterior_spectra(found, model, toas, draws=draws)
    chosen = list(spectra if names is None else names)
    if unknown := [name for name in chosen if name not in spectra]:
        raise no_such_name("noise process", unknown[0], spectra)
    words = f"PSR {found.psr}: spectra of the noise, median, 68% and 95%" if title is None else title
    kept = {name: spectra[name] for name in chosen}
    return draw_picture(lambda drawn: _draw_all(drawn, kept), path, words, figure, style, n_panels=1.4 * len(chosen))


def _draw_all(figure: "Figure", spectra: Mapping[str, PosteriorSpectrum]) -> None:
    axes = figure.subplots(len(spectra), 1, squeeze=False)[:, 0]
    for i, (name, ax) in enumerate(zip(spectra, axes, strict=True)):
        _draw(ax, name, spectra[name], COLOURS[i % len(COLOURS)])
    axes[-1].set_xlabel("Frequency (1/yr)")


def _draw(ax: "Axes", name: str, spectrum: PosteriorSpectrum, colour: str) -> None:
    per_year = spectrum.frequency_hz * YEAR
    for low, high, opacity in BANDS:
        edges = np.quantile(spectrum.density, [low, high], axis=0)
        ax.fill_between(per_year, *edges, color=colour, alpha=opacity, linewidth=0.0)
    ax.plot(per_year, np.median(spectrum.density, axis=0), ".-", color=colour, linewidth=1.0, markersize=4.0)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_ylabel("Spectral density (s$^3$)")
    ax.text(0.98, 0.93, name, transform=ax.transAxes, ha="right", va="top", fontsize=10)
    ax.tick_params(direction="in", which="both", top=True, right=True)
    if len(per_year) > 1:
        tick_logarithmic(ax)
