"""The result of `jug.noise`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jug.core.arguments.named import Named
from jug.core.array import Float, Parameter
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.findings.interval import Interval
from jug.fitting.noise.estimate import NoiseMaximum
from jug.fitting.noise.other_maxima import other_maxima
from jug.fitting.result.fit_result import FitResult
from jug.fitting.result.noise_table import noise_table
from jug.model.timing_model import TimingModel
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite


@dataclass(frozen=True, eq=False, repr=False)
class NoiseFit(FieldsShown):
    """Noise parameters of maximum likelihood, their errors and limits, as `jug.noise` returns them.

    Parameters
    ----------
    model : TimingModel
        With the noise and the timing parameters that were found, and their uncertainties.
    names : tuple of str
        The k noise parameters that were estimated.
    intervals : dict of str to Interval
        By name: value, error, 68% interval of the profile likelihood, limits
        (`jug.fitting.findings.interval.Interval`).
    covariance : (k, k) array
        In par units, from the second derivatives of log L; zeros where a parameter is at an edge of its range.
    log_likelihood : float
        Natural logarithm of the likelihood at the highest maximum.
    maxima : tuple of NoiseMaximum
        All that were found, highest first, with the number of starts that led to each.
    timing : str
        ``"marginal"``: the timing parameters are integrated over; ``"fitted"``: at their best values.
    fit : FitResult or None
        The timing fit with the noise that was found; None where no timing parameter is free.
    converged : bool
        Whether the highest maximum and the fits have converged.
    n_starts, n_calls : int
        Starts, and evaluations of the likelihood and its gradient.
    seconds : float
        Time that the fit took, s.
    notes : tuple of str
        Sentences on convergence, absent processes, and parameters that are not determined or not estimated.
    priors : dict of str to str
        The given priors by name or keyword: ``normal(4.33, 0.5)``; with them it is the maximum of the posterior.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.noise(model.add("EFAC TEL gbt 1"), toas)
    >>> print(f"{found.values['EFAC1']:.2f} +- {found.errors['EFAC1']:.2f}")
    1.03 +- 0.10
    >>> found.correlation.shape, list(found.to_json()["parameters"])
    ((1, 1), ['EFAC1'])
    >>> found.summary().splitlines()[0]
    'PSR 1748-2021E'
    """

    model: TimingModel
    names: tuple[str, ...]
    intervals: dict[str, Interval]
    covariance: Float[Parameter, Parameter]
    log_likelihood: float
    maxima: tuple[NoiseMaximum, ...]
    timing: str
    fit: FitResult | None
    converged: bool
    n_starts: int
    n_calls: int
    seconds: float
    notes: tuple[str, ...] = ()
    priors: dict[str, str] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, float]:
        """Values by name, par units; 0 for an EQUAD or ECORR that the data do not show."""
        return Named("noise parameter", {name: self.intervals[name].value for name in self.names})

    @property
    def errors(self) -> dict[str, float]:
        """Standard errors by name, par units; NaN for a parameter at an edge of its range."""
        found = {name: self.intervals[name].error for name in self.names}
        return Named("noise parameter", {name: float("nan") if x is None else x for name, x in found.items()})

    @property
    def correlation(self) -> Float[Parameter, Parameter]:
        """Correlation matrix, (k, k), no unit; zeros where a parameter is at an edge of its range."""
        sigma = np.sqrt(np.diag(self.covariance))
        sigma[sigma == 0.0] = np.inf
        correlation: Float[Parameter, Parameter] = self.covariance / np.outer(sigma, sigma)
        return correlation

    def summary(self) -> str:
        """Return the result as text: a line for each parameter, the maxima, and notes.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        how = "integrated over" if self.timing == "marginal" else "fitted along"
        what = "posterior density" if self.priors else "likelihood"
        lines = [
            f"PSR {self.model.psr or '(no name)'}",
            "",
            f"Noise parameters          {len(self.names)}, of maximum {what}; timing parameters {how}",
            *(f"Prior                     {name} {prior}" for name, prior in self.priors.items()),
            f"log L                     {self.log_likelihood:.4f}",
            f"Starts                    {self.n_starts}, which led to {_maxima(self.maxima)}",
            *([] if self.converged else ["Not converged             values and errors cannot be relied on"]),
            "",
            noise_table([self.model.entries[name] for name in self.names], self.intervals),
        ]
        if len(self.maxima) > 1:
            lines += ["", *other_maxima(self.maxima)]
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])

    def to_json(self) -> JsonObject:
        """Return the result as values for JSON.

        Returns
        -------
        dict
            ``parameters`` by name: ``value``, ``error``, ``low``, ``high``, ``upper_limit``, ``lower_limit`` (par
            units, null where there is none), ``unit``, ``line``; ``log_likelihood``; ``maxima``; ``seconds``; the
            other attributes.
        """
        content = {
            "psr": self.model.psr,
            "parameters": {name: self._parameter(name) for name in self.names},
            "log_likelihood": self.log_likelihood,
            "names": list(self.names),
            "covariance": self.covariance.tolist(),
            "timing": self.timing,
            "priors": self.priors,
            "maxima": [one._asdict() for one in self.maxima],
            "converged": self.converged,
            "n_starts": self.n_starts,
            "n_calls": self.n_calls,
            "chi2": None if self.fit is None else self.fit.chi2,
            "dof": None if self.fit is None else self.fit.dof,
            "notes": list(self.notes),
            "seconds": self.seconds,
        }
        found: JsonObject = without_nonfinite(content)
        return found

    def _parameter(self, name: str) -> dict[str, object]:
        entry = self.model.entries[name]
        return {**self.intervals[name]._asdict(), "unit": entry.unit, "line": entry.label}


def _maxima(maxima: Sequence[NoiseMaximum]) -> str:
    return "one maximum" if len(maxima) == 1 else f"{len(maxima)} maxima"
