"""A timing model in equatorial coordinates as one in ecliptic coordinates, and back."""

from dataclasses import dataclass

from jug.conversion.converted_model import ConvertedModel
from jug.conversion.error_propagation import model_of, propagation
from jug.conversion.frames.frame_lines import with_frame
from jug.conversion.frames.frame_values import frame_values
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.components import no_position
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

FRAME_SIGNS = {"icrs": "RAJ", "ecliptic": "ELONG"}
"""The frames, each with the parameter that shows that a model is in it."""

WHERE_ABSENT = "IERS2010"
"""Obliquity for a par file without a line ECL (84381.406 arcsec, as in PINT)."""


@dataclass(frozen=True, eq=False, repr=False)
class ConvertedFrame(ConvertedModel):
    """A model whose position is in another frame; its fields are those of `ConvertedModel`."""


def _require_position(model: TimingModel) -> None:
    if no_position.COMPONENT in model.components:
        where = model.par.end
        raise InputError("no position to express in another frame", where, "give RAJ and DECJ, or ELONG and ELAT")


def convert_frame(source: TimingModel | FitResult, frame: str, *, toas: TOAs | None = None) -> ConvertedFrame:
    """Express position and proper motion in the ICRS or in ecliptic coordinates.

    Position, proper motion, its derivative (PMRA2, ...), and KOM of DDK and T2 are converted with 60 digits and rounded
    to decimals that move no residual by more than 1e-15 s. PX, PMRV and the angles VLBIA keep their values. The
    obliquity is that of the line ECL, or IERS2010. If one parameter of a pair is free, both become free.

    Parameters
    ----------
    source : TimingModel or FitResult
        A fit has a covariance; the uncertainties of a model are taken as independent.
    frame : {"icrs", "ecliptic"}
    toas : TOAs, optional
        TOAs for the change of the residuals.

    Returns
    -------
    ConvertedFrame
        The model is unchanged if it is in that frame already.

    Raises
    ------
    InputError
        The frame is unknown, or the model has no position.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> found = jug.convert_frame(model, "ecliptic")
    >>> print(f"{found.model.values['ELONG']:.6f} {found.model.values['ELAT']:.6f}")
    267.389861 3.056037
    >>> found.model.free[:2]
    ('ELONG', 'ELAT')
    """
    model = model_of(source)
    if frame.lower() not in FRAME_SIGNS:
        raise InputError(f"no frame {frame!r}", hint=f"it is one of {', '.join(FRAME_SIGNS)}")
    _require_position(model)
    uncertain = propagation(source)
    if FRAME_SIGNS[frame.lower()] in model.entries:
        note = f"the position is in this frame already ({frame.lower()})"
        return ConvertedFrame(model, uncertain.names, uncertain.covariance, (note,))
    ecl = model.settings.ecl if model.par.find("ECL") else WHERE_ABSENT
    new = frame_values(model, uncertain, ecl)
    converted = with_frame(model, new.entries, ecl)
    notes = new.notes
    if "KOM" in new.entries:
        notes += (
            f"KOM {model.values['KOM']:.6g} deg became {converted.values['KOM']:.6g} deg, counted from the new axes",
        )
    independent = ", ".join(name for name in uncertain.names if name in new.entries)
    if independent and not isinstance(source, FitResult):
        notes += (f"the uncertainties of {independent} were taken as independent",)
    return ConvertedFrame(converted, new.names, new.covariance, notes).with_change(model, toas)
