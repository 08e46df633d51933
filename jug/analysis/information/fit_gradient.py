"""Derivatives of fitted values by the TOAs and by noise parameters: a fit as a differentiable function of its input.

The fitted values x are where g = d ln L / dx vanishes. By the implicit function theorem dx/dy = -(dg/dx)^-1 dg/dy:

    noise parameters    dg/dx and dg/dy are blocks of the second derivatives of the log-likelihood (`slopes_of_fit`)
    TOAs                dg/dt = -J^T C^-1, J the derivatives of the residuals by x (their own change with t is left out:
                        the residual over the time in which J changes, 1e-10 of dg/dt for 1 us and an orbit of hours)
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jug.analysis.information.slopes_of_fit import slopes_of_fit
from jug.core.arguments.kinds import expect
from jug.core.array import Datum, Float, K, Parameter
from jug.core.display.fields_shown import FieldsShown
from jug.errors import FitError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.noise.chosen import chosen_noise
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.vector import make_vector
from jug.text.json_types import JsonObject
from jug.text.text_table import table

MOST_DERIVATIVES = 5
"""Largest number of noise parameters in the table of derivatives."""


@dataclass(frozen=True, eq=False, repr=False)
class FitGradient(FieldsShown):
    """The derivatives of fitted values by the input of the fit; the result of `jug.fit_gradient`.

    Parameters
    ----------
    names, units : tuples of str
        The k fitted parameters.
    noise : tuple of str
        The j noise parameters.
    by_noise : (k, j) array
        Derivatives by noise parameters: par units over par units.
    by_toa : (k, n) array
        Derivatives by the arrival times, par units per s.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.fit_gradient(jug.fit(model, toas).model, toas, noise=())
    >>> found.by_toa.shape, found.summary().splitlines()[0].split()
    ((5, 62), ['Derivatives', 'of', 'the', 'fitted', 'values'])
    >>> list(found.to_json())
    ['names', 'units', 'noise', 'by_noise', 'by_toa']
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    noise: tuple[str, ...]
    by_noise: Float[Parameter, K]
    by_toa: Float[Parameter, Datum]

    def summary(self) -> str:
        """Format a line for each parameter: the derivatives by noise parameters, and the largest by a TOA.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        shown = self.noise[:MOST_DERIVATIVES]
        rows = []
        for name, unit, noise, toas in zip(self.names, self.units, self.by_noise, self.by_toa, strict=True):
            largest = int(np.argmax(np.abs(toas)))
            by_noise = (f"{x:.3g}" for x in noise[: len(shown)])
            rows.append((name, unit, *by_noise, f"{1e-6 * toas[largest]:.3g}", str(largest + 1)))
        head = ("Parameter", "Unit", *(f"by {name}" for name in shown), "by a TOA, per us", "TOA")
        more = len(self.noise) - len(shown)
        note = f"\n\nDerivatives by {more} more noise parameters are in the JSON." if more else ""
        return "Derivatives of the fitted values\n\n" + table(head, rows, "<<" + ">" * (len(head) - 2)) + note

    def to_json(self) -> JsonObject:
        """Convert the derivatives to values for JSON.

        Returns
        -------
        dict
            ``names``, ``units``, ``noise``, ``by_noise`` (k, j) and ``by_toa`` (k, n), as the attributes.
        """
        words = {"names": list(self.names), "units": list(self.units), "noise": list(self.noise)}
        return {**words, "by_noise": self.by_noise.tolist(), "by_toa": self.by_toa.tolist()}


@with_blas_threads_of_fit
def fit_gradient(model: TimingModel, toas: TOAs, *, noise: Iterable[str] | None = None) -> FitGradient:
    """Differentiate the values of a fit by the arrival times and by noise parameters.

    Parameters
    ----------
    model : TimingModel
        The model of a fit: ``result.model``.
    toas : TOAs
        The TOAs of the fit.
    noise : iterable of str, optional
        Noise parameters, as for `jug.noise`; by default all on which the likelihood depends; ``()`` for none.

    Returns
    -------
    FitGradient

    Raises
    ------
    FitError
        No timing parameter is free, or the data cannot distinguish them.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.fit_gradient(jug.fit(model.add("EQUAD TEL gbt 9"), toas).model, toas)
    >>> found.by_noise.shape, found.by_toa.shape
    ((5, 1), (5, 62))
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    model = model.with_free([name for name in model.free if not model.entries[name].param.sampled])
    if not model.free:
        raise FitError("no timing parameter has a fit flag: there is no fit to differentiate")
    given = None if noise is None else tuple(noise)
    has_noise = given != () and any(e.param.sampled for e in model.entries.values())
    anchor = make_anchor(model, toas)
    vector = make_vector(model, anchor, True, chosen_noise(model, given) if has_noise else (), {})
    k, names = vector.n_timing, vector.names
    entries = [model.entries[name] for name in names[:k]]
    steps = vector.scale[:k] / np.array([e.scale for e in entries])  # par units in a step of theta
    par = steps[:, None] * slopes_of_fit(model, toas, anchor, vector)
    j = len(names) - k
    return FitGradient(names[:k], tuple(e.unit for e in entries), names[k:], par[:, :j], par[:, j : j + len(toas)])
