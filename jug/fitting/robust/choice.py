"""The loss that a fit minimises: that of the argument ``robust``, else that of the line ROBUST."""

from typing import TYPE_CHECKING

from jug.errors import InputError
from jug.model.timing_model import TimingModel

if TYPE_CHECKING:
    from jug.fitting.robust.loss import Loss

ORDINARY = "none"
"""The word for least squares."""


def loss_of(model: TimingModel, robust: str | None, scale_errors: bool | None, search: bool = False) -> "Loss | None":
    """Choose the loss of a fit.

    Parameters
    ----------
    model : TimingModel
    robust : str or None
        Name of a loss, or "none"; None: as the model was read.
    scale_errors : bool or None
        Whether the caller asks for uncertainties times sqrt(reduced chi2).
    search : bool
        Whether the caller asks for other minima of chi2.

    Returns
    -------
    Loss or None
        None for least squares.

    Raises
    ------
    InputError
        An unknown loss, or a robust fit with ``scale_errors`` or ``search``.
    """
    word = model.settings.robust if robust is None else robust
    if word == ORDINARY:
        return None
    from jug.fitting.robust.loss import LOSSES  # most fits are least squares

    if word not in LOSSES:
        raise InputError(f"robust is one of {', '.join((*LOSSES, ORDINARY))}, not {word!r}")
    if scale_errors:
        raise InputError(
            "the uncertainties of a robust fit have the scale of its residuals already; it has no reduced chi2",
            hint="leave out --scale-errors (scale_errors=True)",
        )
    if search:
        raise InputError(
            "a search compares minima by chi2, which a robust fit does not minimise",
            hint="search with --robust none (robust='none'), or leave --search (search=True) out",
        )
    return LOSSES[word]
