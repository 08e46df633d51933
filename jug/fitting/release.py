"""Parameters that had no effect at the start of a fit but have one at its end are fitted after all.

No TOA depends on SINI where M2 is zero, on STIGMA where H3 is, on the other elements of an orbit where A1 is, on GLTD
where GLF0D is; OM and T0 are one parameter where ECC is zero. The fit fixes such a parameter, and once the other
one has moved it goes on with both. Where the value that hides another one is hidden too, it begins at
`RELEASED_VALUES`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from jug.errors import FitError
from jug.fitting.freezing import OF_THE_DATA, open_sets
from jug.fitting.tolerances import EXACT_DEPENDENCE
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.fitted import Fitted

RELEASES = 4
"""Largest number of times that a fit goes on: a value of zero may hide another one."""

RELEASED_VALUES = {"SINI": 0.7, "SHAPMAX": 1.2}
"""Values at which a fit begins anew where zero hides M2 and the parameter itself: an inclination of 45 degrees, and the
same as -ln(1 - sin i)."""


def with_released(
    asked: TimingModel,
    fitted: "Fitted",
    toas: TOAs,
    fit_on: "Callable[[TimingModel, Anchor, Fitted], Fitted]",
) -> "Fitted":
    """Fit the parameters that were fixed by the fit, where the data determine them at the end.

    Parameters
    ----------
    asked : TimingModel
        Before the fit, with all free parameters.
    fitted : Fitted
        The end, with some of them fixed by the fit.
    toas : TOAs
    fit_on : callable
        Fits from a model and its anchor; gets the present end too.

    Returns
    -------
    Fitted
        The given one where the data determine none of them, or the fit cannot go on.
    """
    starts = started(asked)
    for _ in range(RELEASES):
        changing = {one.names[0] for one in fitted.undetermined if not one.names[0].startswith(OF_THE_DATA)}
        if not changing or not fitted.outcome.stop.converged:
            return fitted
        model = asked.with_values(starts) if starts else fitted.model.with_free(asked.free)
        anchor = make_anchor(model, toas, fitted.anchor.pulse_number)
        if not starts and changing <= {one.names[0] for one in open_sets(model, anchor, EXACT_DEPENDENCE)}:
            return fitted
        notes = fitted.notes + tuple(
            f"{name} is 0 at the start, which hides its effect: the fit began anew at {value:g}"
            for name, value in starts.items()
        )
        try:
            more = fit_on(model, anchor, fitted)
        except FitError:
            return fitted
        fitted, starts = more._replace(n_iter=fitted.n_iter + more.n_iter, notes=notes), {}
    return fitted


def started(model: TimingModel) -> dict[str, float]:
    """The values to go on from, of free parameters that are zero.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    dict of str to float
        In par units; empty where none of `RELEASED_VALUES` is zero.
    """
    values = model.values
    return {name: start for name, start in RELEASED_VALUES.items() if name in model.free and values[name] == 0.0}
