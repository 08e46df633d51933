"""Parameters that had no effect at the start of a fit but have one at its end are fitted after all.

No TOA depends on SINI where M2 is zero, on STIGMA where H3 is zero, on the other elements of an orbit where A1 is zero,
on GLTD where GLF0D is zero. Where ECC is zero, OM and T0 are degenerate. The fit fixes such a parameter. When the other
one has moved, it continues with both. Where both are zero, so that neither has an effect, the fit begins at
`RELEASED_VALUES`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from jug.errors import FitError
from jug.fitting.freezing import OF_THE_DATA, degenerate_sets
from jug.fitting.tolerances import EXACT_DEPENDENCE
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.fitted import Fitted

RELEASES = 4
"""Largest number of further fits: each may give another parameter an effect."""

RELEASED_VALUES = {"SINI": 0.7, "SHAPMAX": 1.2}
"""Values at which a fit begins again where M2 and the parameter itself are zero, so that neither has an effect: an
inclination of 45 degrees, as sin i and as -ln(1 - sin i)."""


def fit_released(
    requested: TimingModel,
    fitted: "Fitted",
    toas: TOAs,
    fit_on: "Callable[[TimingModel, Anchor, Fitted], Fitted]",
) -> "Fitted":
    """Fit the parameters that were fixed by the fit, where the data determine them at the end.

    Parameters
    ----------
    requested : TimingModel
        Before the fit, with all free parameters.
    fitted : Fitted
        The end, with some of them fixed by the fit.
    toas : TOAs
    fit_on : callable
        ``(model, anchor, fitted) -> Fitted``: a fit from there, after the fit ``fitted``.

    Returns
    -------
    Fitted
        ``fitted`` itself where the data determine none of them, or the further fit fails.
    """
    starts = start_values(requested)
    for _ in range(RELEASES):
        changing = {one.names[0] for one in fitted.undetermined if not one.names[0].startswith(OF_THE_DATA)}
        if not changing or not fitted.outcome.stop.converged:
            return fitted
        model = requested.with_values(starts) if starts else fitted.model.with_free(requested.free)
        anchor = make_anchor(model, toas, fitted.anchor.pulse_number)
        if not starts and changing <= {one.names[0] for one in degenerate_sets(model, anchor, EXACT_DEPENDENCE)}:
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


def start_values(model: TimingModel) -> dict[str, float]:
    """Return the values at which free parameters that are zero begin.

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
