"""Pictures of noise: the realisation of each correlated process, with its uncertainty."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.errors import JugError
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.residuals import Residuals, residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.noise_panels import draw_noise_panels, noise_panel
from jug.plots.pictures import check_picture
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_noise(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    title: str | None = None,
    figure: "Figure | None" = None,
    style: str | PathLike[str] = "screen",
) -> "Figure":
    """Draw the most probable realisation of each correlated noise process, with its standard deviation.

    A process is drawn at the TOAs on which it acts. A process that is continuous in time is a line in a band of one
    standard deviation, interrupted at gaps. A process that depends on the frequency is drawn for 1400 MHz. ECORR has
    a point with an error bar for each epoch.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        The TOAs of the fit.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which processes (``RED``, ``DM``, ``ECORR``, ...); by default all that act on a TOA.
    title, figure, style
        As for `jug.plot_residuals`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the model has no such process, or it acts on no TOA.
    InputError
        The picture cannot be written there.

    Examples
    --------
    >>> import io, jug
    >>> text = jug.data.example("NGC6440E")[0].read_text() + "TNREDAMP -13\\nTNREDGAM 3\\nTNREDC 5\\n"
    >>> model = jug.load_model(jug.read_par(io.StringIO(text)))
    >>> figure = jug.plot_noise(model, jug.simulate(model, n_toa=20, noise=True, seed=1))
    >>> len(figure.axes)
    1
    """
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    check_picture(path)
    found = what.residuals if isinstance(what, FitResult) else residuals(what, toas)
    model = model_of(what)
    if len(found) != len(toas):
        raise JugError(f"the fit had {toa_count(len(found))}, these are {len(toas)}: give those of the fit")
    panels = [noise_panel(model, toas, name, found.noise[name]) for name in _processes_to_draw(found, names)]
    title = f"PSR {model.psr}, realisations of its noise, {toa_count(len(toas))}" if title is None else title
    return draw_noise_panels(panels, toas, path, title, figure, style)


def _processes_to_draw(found: Residuals, names: Sequence[str] | None) -> list[str]:
    if not found.noise:
        raise JugError("the model has no correlated noise to draw")
    wanted = [name.upper() for name in (found.noise if names is None else names)]
    for name in wanted:
        if name not in found.noise:
            raise JugError(f"there is no noise process {name!r}; the model has {', '.join(found.noise)}")
    silent = [name for name in wanted if not np.any(found.noise[name].error_s > 0.0)]
    if (silent and names is not None) or len(silent) == len(wanted):
        raise JugError(f"{', '.join(silent)} acts on no TOA: there is nothing to draw")
    return [name for name in wanted if name not in silent]
