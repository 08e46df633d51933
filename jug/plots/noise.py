"""Pictures of noise: the realisation of each correlated process with its uncertainty, one panel for each."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.errors import JugError
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.residuals import Residuals, residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.pictures import PlottedQuantity, check_picture, draw_series

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_noise(
    what: TimingModel | FitResult,
    toas: TOAs,
    path: str | PathLike[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    figure: "Figure | None" = None,
) -> "Figure":
    """Draw the most probable realisation of each correlated noise process at the TOAs, with its standard deviation.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        Those of the fit.
    path : path-like, optional
        Write the picture there too; the format follows the ending (png, pdf, svg, ...).
    names : sequence of str, optional
        Which processes (``RED``, ``DM``, ``ECORR``, ...); all of them when absent.
    figure : matplotlib.figure.Figure, optional
        Drawn into; a new one when absent.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    JugError
        matplotlib is missing; the model has no such process, or none at all.
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
        raise JugError(f"the fit had {len(found)} TOAs, these are {len(toas)}: give those of the fit")
    series = [
        PlottedQuantity(name, found.noise[name].time_s, found.noise[name].error_s) for name in _chosen(found, names)
    ]
    return draw_series(series, toas, f"PSR {model.psr}, noise of {len(toas)} TOAs", path, figure)


def _chosen(found: Residuals, names: Sequence[str] | None) -> list[str]:
    if not found.noise:
        raise JugError("the model has no correlated noise to draw")
    wanted = [name.upper() for name in (found.noise if names is None else names)]
    for name in wanted:
        if name not in found.noise:
            raise JugError(f"there is no noise process {name!r}; the model has {', '.join(found.noise)}")
    return wanted
