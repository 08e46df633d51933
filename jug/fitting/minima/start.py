"""A start of a search: a model, and whether its pulse numbers are those of the nearest pulses."""

from typing import NamedTuple

from jug.model.timing_model import TimingModel


class Start(NamedTuple):
    """The model at which a fit begins.

    Parameters
    ----------
    model : TimingModel
    renumbered : bool
        Whether pulse numbers are those nearest to this model; otherwise they are those of the first fit.
    steps : int
        Steps after which the fit is given up where chi2 is hopeless.
    """

    model: TimingModel
    renumbered: bool = False
    steps: int = 6
