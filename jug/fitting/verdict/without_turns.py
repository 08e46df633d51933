"""Whether the data prefer the pulse numbers without the whole turns that PHASE and -phase of the tim file add.

With d the residuals that the turns add, and S and g the Gram element and slope of d after the elimination of the
parameters (`jug.compute.elimination`), a linear refit without them changes chi2 by S - 2 g.
"""

from typing import NamedTuple

import numpy as np

from jug.fitting.turns_of_file import TurnsOfFile, turns_of_file
from jug.fitting.verdict.extended_equations import normal_equations_with
from jug.fitting.verdict.fit_end import FitEnd

LEAST_FALL = 9.0
"""Least decrease of chi2 without the turns, in units of the reduced chi2 where that is above 1: 3 sigma."""


class WithoutTurns(NamedTuple):
    """Turns of the tim file without which chi2 is lower.

    Parameters
    ----------
    found : TurnsOfFile
    delta_chi2 : float
        Change of chi2 without them after a linear refit; negative.
    """

    found: TurnsOfFile
    delta_chi2: float

    @property
    def n_toa(self) -> int:
        """Number of TOAs with such turns."""
        return int(np.count_nonzero(self.found.turns))

    @property
    def sentence(self) -> str:
        """The finding in words."""
        return (
            f"the pulse numbers of {self.found.who} are in doubt: chi2 is {-self.delta_chi2:.3g} lower without the "
            "whole turns that PHASE or -phase adds to them; the model predicts them itself, as after a fit with this "
            "tim file"
        )


def without_turns(end: FitEnd) -> WithoutTurns | None:
    """Compare chi2 with and without the whole turns of PHASE.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    WithoutTurns or None
        None where the tim file has none, or chi2 is not lower without them.
    """
    found = turns_of_file(end.model, end.toas)
    if found is None:
        return None
    extended = normal_equations_with(end, found.turns[:, None].astype(np.float64))
    rest, size = extended.rest(extended.extra), float(extended.scale[extended.extra][0])
    change = float(rest.gram[0, 0]) * size**2 - 2.0 * float(rest.slope[0]) * size
    return WithoutTurns(found, change) if change < -LEAST_FALL * end.noise_scale else None
