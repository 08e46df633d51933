"""The Fisher matrix of timing and noise parameters: the expected information of the data.

    timing    M^T P M, where P is C^-1 with only the overall offset integrated over
    noise     1/2 tr(P dC/da P dC/db), where P is C^-1 with all timing parameters integrated over

The two are independent in expectation. Derivatives of variances are central differences, relative error 1e-7.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jug.analysis.information.projected_covariance import projected_covariance
from jug.analysis.information.variance_slopes import variance_slopes
from jug.core.arguments.kinds import expect
from jug.core.array import Float, Parameter
from jug.core.display.fields_shown import FieldsShown
from jug.errors import FitError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.noise.chosen import chosen_noise
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.fixed_noise import offset_mask_of
from jug.sampling.log_likelihood import timing_columns
from jug.text.json_types import JsonObject
from jug.text.text_table import table


@dataclass(frozen=True, eq=False, repr=False)
class Fisher(FieldsShown):
    """The Fisher matrix; what `jug.fisher` returns.

    Parameters
    ----------
    psr : str
    names, units : tuples of str
        Timing parameters, then noise parameters.
    values : tuple of float
        The values at which the information is computed, par units.
    matrix : (k, k) array
        Expected information, in the inverse of par units.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.fisher(model, toas, noise=())
    >>> found.covariance.shape, f"{found.errors['F0']:.1e} Hz"
    ((5, 5), '1.8e-11 Hz')
    >>> found.summary().splitlines()[0].split(), list(found.to_json())
    (['PSR', '1748-2021E'], ['psr', 'names', 'units', 'values', 'errors', 'matrix', 'covariance'])
    """

    psr: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: tuple[float, ...]
    matrix: Float[Parameter, Parameter]

    @property
    def covariance(self) -> Float[Parameter, Parameter]:
        """Inverse of the matrix, par units: the smallest possible covariance of unbiased estimates.

        Raises
        ------
        FitError
            The data contain no information on a parameter.
        """
        size = np.sqrt(np.diag(self.matrix))
        if not np.all(size > 0.0):
            nothing = [name for name, s in zip(self.names, size, strict=True) if not s > 0.0]
            raise FitError(f"the data say nothing of {', '.join(nothing)} here: leave them out")
        found: Float[Parameter, Parameter] = np.linalg.inv(self.matrix / np.outer(size, size)) / np.outer(size, size)
        return found

    @property
    def errors(self) -> dict[str, float]:
        """Expected uncertainties by name, par units."""
        return dict(zip(self.names, np.sqrt(np.diag(self.covariance)).tolist(), strict=True))

    def summary(self) -> str:
        """Format a line for each parameter with its value and its expected uncertainty.

        Returns
        -------
        str
            Several lines, without a newline at the end.

        Raises
        ------
        FitError
            The data contain no information on a parameter.
        """
        rows = [
            (name, unit, f"{value:.10g}", f"{self.errors[name]:.3g}")
            for name, unit, value in zip(self.names, self.units, self.values, strict=True)
        ]
        head = ("Parameter", "Unit", "Value", "Expected uncertainty")
        return f"PSR {self.psr or '(no name)'}\n\n" + table(head, rows, "<<>>")

    def to_json(self) -> JsonObject:
        """Convert the matrix to values for JSON.

        Returns
        -------
        dict
            ``names``, ``units``, ``values``, ``errors`` by name, ``matrix`` and ``covariance``; par units.

        Raises
        ------
        FitError
            The data contain no information on a parameter.
        """
        content = {"psr": self.psr, "names": list(self.names), "units": list(self.units), "values": list(self.values)}
        arrays = {"matrix": self.matrix.tolist(), "covariance": self.covariance.tolist()}
        return {**content, "errors": self.errors, **arrays}


@with_blas_threads_of_fit
def fisher(model: TimingModel, toas: TOAs, *, noise: Iterable[str] | None = None) -> Fisher:
    """Compute the expected information of the TOAs about timing and noise parameters, at the values of a model.

    It depends on the dates, frequencies and uncertainties of the TOAs but not on their residuals, so simulated TOAs
    can be used to plan observations.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    noise : iterable of str, optional
        Noise parameters, as for `jug.noise`; by default those with a fit flag, or all; ``()`` for none.

    Returns
    -------
    Fisher

    Raises
    ------
    FitError
        A noise parameter changes the columns of a process, for example TNCHROMIDX.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.fisher(model.add("EFAC TEL gbt 1"), toas)
    >>> found.names
    ('RAJ', 'DECJ', 'F0', 'F1', 'DM', 'EFAC1')
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    own = [name for name in model.free if not model.entries[name].param.sampled]
    names = _noise_names(model, noise)
    model = model.with_free(own)
    anchor = make_anchor(model, toas)
    scales = np.array([model.entries[name].scale for name in own])
    columns = timing_columns(model, anchor) * scales if own else np.zeros((len(anchor.noise.sigma), 0))
    offset = offset_mask_of(anchor)[:, None] if model.removes_mean else np.zeros((len(columns), 0))
    timing = projected_covariance(anchor.noise, offset).between(columns)
    whole = np.zeros((len(own) + len(names),) * 2)
    whole[: len(own), : len(own)] = timing
    if names:
        slopes = [variance_slopes(model, anchor, name) for name in names]
        white = np.array([one.white for one in slopes])
        prior = np.array([np.concatenate([np.zeros(0), *one.prior]) for one in slopes])
        by = projected_covariance(anchor.noise, np.column_stack([offset, columns]))
        whole[len(own) :, len(own) :] = 0.5 * by.trace(white, prior)
    entries = [model.entries[name] for name in (*own, *names)]
    values = tuple(float(e.value.hi) for e in entries)
    return Fisher(model.psr, tuple(e.name for e in entries), tuple(e.unit for e in entries), values, whole)


def _noise_names(model: TimingModel, noise: Iterable[str] | None) -> tuple[str, ...]:
    every = tuple(e.name for e in model.entries.values() if e.param.sampled)
    given = None if noise is None else tuple(noise)
    if given == () or not every:
        return ()
    return chosen_noise(model, given) or every
