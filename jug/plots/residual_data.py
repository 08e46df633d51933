"""The data of a picture of residuals: its panels and labels."""

from collections.abc import Iterator
from typing import NamedTuple

from jug.analysis.residuals.averaging import average as average_of
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.core.array import Float, N
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, JugError
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.residuals import Residuals, residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.plots.abscissa import Abscissa, abscissa_of, averaged_abscissa
from jug.plots.groups import Colouring, colouring_of
from jug.plots.labels import listed_words
from jug.plots.pictures import RESIDUAL_UNITS
from jug.text.name_lists import counted_noun, toa_count

STAGES = ("both", "pre", "post")
"""Which residuals of a fit are drawn: before and after it, before, after."""

DrawnResiduals = list[tuple[str, TimingModel, Residuals]]
"""Residuals to draw: name (``"pre-fit"``), model, residuals."""

DM_UNITS = ((1.0, "pc cm⁻³"), (1e-3, "10⁻³ pc cm⁻³"), (1e-6, "10⁻⁶ pc cm⁻³"))
"""Units of DM residuals: size in pc cm^-3, and name."""


class ShownResiduals(NamedTuple):
    """How residuals are changed before they are drawn: processes subtracted, whitened, averaged over epochs."""

    subtract: tuple[str, ...] = ()
    whiten: bool = False
    average: bool = False

    def apply(self, found: Residuals) -> Residuals:
        """Return the residuals whitened, or less the processes."""
        return found.white() if self.whiten and found.noise else found.less(self.subtract)

    def label_of(self, noun: str) -> str:
        """Return a noun with the changes: ``averaged whitened residual``, ``residual less ECORR, RED``."""
        words = [*(["averaged"] if self.average else []), *(["whitened"] if self.whiten else []), noun]
        less = [] if self.whiten or not self.subtract else ["less", listed_words(self.subtract)]
        return " ".join([*words, *less])

    @property
    def title_ending(self) -> str:
        """The words with which the title of the picture ends, after the number of points."""
        if self.whiten:
            return ", whitened"
        return f", less {', '.join(self.subtract)}" if self.subtract else ""


class Panel(NamedTuple):
    """One panel of residuals.

    Parameters
    ----------
    title : str
        Name of the quantity, without the unit.
    across : (m,) array
        Along the horizontal axis; NaN where a point is not drawn.
    value, error : (m,) arrays
        In the unit in which ``units`` gives the sizes.
    units : tuple of (float, str)
        The units to choose from: size and name.
    rms_of : str
        The quantity of the weighted rms in the panel; empty for unchanged residuals.
    """

    title: str
    across: Float[N]
    value: Float[N]
    error: Float[N]
    units: tuple[tuple[float, str], ...] = RESIDUAL_UNITS
    rms_of: str = ""


class ResidualPicture(NamedTuple):
    """The content of a picture of residuals: panels with a common horizontal axis, colours, and the title."""

    panels: tuple[Panel, ...]
    abscissa: Abscissa
    colouring: Colouring
    title: str


def residual_picture(
    what: TimingModel | FitResult,
    toas: TOAs,
    how: ShownResiduals,
    *,
    against: str = "mjd",
    stage: str = "both",
    colour: str = "auto",
) -> ResidualPicture:
    """Collect the content of a picture of residuals.

    Parameters
    ----------
    what : FitResult or TimingModel
    toas : TOAs
        The TOAs of the fit.
    how : ShownResiduals
    against : str
        One of `jug.plots.abscissa.ABSCISSAE`.
    stage : str
        One of `STAGES`; a model is before a fit.
    colour : str
        As for `jug.plot_residuals`.

    Returns
    -------
    ResidualPicture

    Raises
    ------
    JugError
        The TOAs are not those of the fit; an unknown word; a flag that no TOA has; stage "post" for a model.

    Warns
    -----
    InputWarning
        The model has no correlated noise to whiten by.
    """
    expect(colour=(colour, str))
    shown, how = _residuals_to_draw(what, toas, how, stage)
    model, number = model_of(what), toa_count(len(toas))
    across, members = abscissa_of(against, model, toas), None
    panels = []
    for name, own, found in shown:
        title = _capitalise(how.label_of(f"{name} residual".lstrip()))
        rms_of = how.label_of("residuals") if how != ShownResiduals() else ""
        if how.average:
            epochs = average_of(own, toas, found)
            if members is None:
                across, members = averaged_abscissa(across, epochs), epochs.members
                number = f"{counted_noun(len(epochs), 'average')} of {number}"
            panels.append(Panel(title, across.value, epochs.time_s, epochs.error_s, rms_of=rms_of))
        else:
            panels.append(Panel(title, across.value, found.time_s, found.error_s, rms_of=rms_of))
    dms = () if how.average else tuple(_dm_panels(shown, across, how))
    title = f"PSR {model.psr}, {number}{how.title_ending}"
    return ResidualPicture((*panels, *dms[-1:]), across, colouring_of(toas, colour, members), title)


def dm_picture(what: TimingModel | FitResult, toas: TOAs, how: ShownResiduals, **choice: str) -> ResidualPicture:
    """Collect the content of a picture of the residuals of measured DMs.

    Parameters
    ----------
    what, toas, how
        As for `residual_picture`.
    **choice : str
        ``against``, ``stage`` and ``colour``.

    Returns
    -------
    ResidualPicture

    Raises
    ------
    JugError
        The TOAs have no measured DMs; averages are asked for.
    """
    if how.average:
        raise JugError("averages are of times of arrival: residuals of DMs are not averaged")
    shown, how = _residuals_to_draw(what, toas, how, choice.get("stage", "both"))
    whole = residual_picture(what, toas, how, **choice)
    panels = tuple(_dm_panels(shown, whole.abscissa, how))
    if not panels:
        raise JugError("the TOAs have no measured DMs (flags -pp_dm, -pp_dme), which wideband TOAs have")
    model = model_of(what)
    title = f"PSR {model.psr}, measured DMs of {toa_count(len(toas))}{how.title_ending}"
    return whole._replace(panels=panels, title=title)


def _residuals_to_draw(
    what: TimingModel | FitResult, toas: TOAs, how: ShownResiduals, stage: str
) -> tuple[DrawnResiduals, ShownResiduals]:
    """The residuals to draw, and how they were changed; with a warning if there is no noise to whiten by."""
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    if stage not in STAGES:
        raise JugError(f"no stage {stage!r} of a fit; it may be {', '.join(STAGES)}")
    if stage == "post" and isinstance(what, TimingModel):
        raise JugError("a model has no post-fit residuals: give the result of jug.fit, or stage='pre'")

    sources = _sources(what, toas, stage)
    if how.whiten and not any(found.noise for _, _, found in sources):
        why = "the model has no correlated noise to whiten by: the residuals are drawn as they are"
        give_warning(InputWarning(why))
        how = how._replace(whiten=False)
    return [(name, own, how.apply(found)) for name, own, found in sources], how


def _sources(what: TimingModel | FitResult, toas: TOAs, stage: str) -> DrawnResiduals:
    """The residuals of the stage, unchanged, each with its name and its model."""
    if isinstance(what, TimingModel):
        return [("", what, residuals(what, toas))]
    if len(what.residuals) != len(toas):
        raise JugError(f"the fit had {toa_count(len(what.residuals))}, these are {len(toas)}: give those of the fit")
    both = [("pre-fit", what.prefit, what.prefit_residuals), ("post-fit", what.model, what.residuals)]
    return both if stage == "both" else both[:1] if stage == "pre" else both[1:]


def _dm_panels(shown: DrawnResiduals, across: Abscissa, how: ShownResiduals) -> Iterator[Panel]:
    for name, _, found in shown:
        if found.dm is not None:
            title = _capitalise(how.label_of(f"{name} DM residual".lstrip()))
            yield Panel(title, across.value, found.dm.value, found.dm.error, DM_UNITS)


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
