"""The result of a fit."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from jug.core.arguments.named import Named
from jug.core.array import Float, Parameter, Toa
from jug.core.execution.stopwatch import Stage
from jug.errors import FitError
from jug.fitting.findings.fit_verdict import FitVerdict
from jug.fitting.result.as_table import ResultTables
from jug.fitting.result.family_table import families_in_one_line, family_table, fixed_line
from jug.fitting.result.parameter_table import parameter_table
from jug.fitting.result.report import (
    backend_line,
    data_table,
    errors_line,
    noise_lines,
    note_lines,
    reading_lines,
    residual_lines,
    titled_lines,
    verdict_lines,
)
from jug.fitting.stop import Stop
from jug.fitting.verdict.fit_end import FitEnd
from jug.model.covariance.realisation import Realisation
from jug.model.evaluation.residuals import Residuals
from jug.model.fit_lines import errors_of, with_errors
from jug.model.timing_model import TimingModel
from jug.obs.files import DataUse
from jug.obs.toa_summary import ToaSummary

if TYPE_CHECKING:
    from jug.fitting.findings.interval import Interval
    from jug.fitting.findings.minimum import Minimum, Searched
    from jug.fitting.freezing import FrozenParameter
    from jug.fitting.robust.result import RobustFit


@dataclass(frozen=True, eq=False, repr=False)
class FitResult(ResultTables):
    """A fitted timing model, its uncertainties and residuals, as `jug.fit` returns them.

    Parameters
    ----------
    model, prefit : TimingModel
        After and before the fit. After it the free parameters have the fitted values and uncertainties.
    names : tuple of str
        The k free parameters.
    covariance : (k, k) array
        Covariance of the free parameters, units of `values`; times the reduced chi2 where ``errors_scaled`` is true.
    residuals, prefit_residuals : Residuals
        After and before the fit.
    stop : Stop
        Why the fit ended: ``stop.converged`` is a bool, ``stop.value`` a sentence.
    backend, backend_reason : str
        ``"numpy"`` or ``"jax"``, and the reason.
    n_iter : int
        Number of steps that were tried.
    uses : tuple of DataUse
        Clock files, ephemeris and Earth orientation of the residuals, and the date up to which each is valid.
    warnings : tuple of str
        The warnings of the fit.
    at_bound : tuple of str
        Free parameters that were at a bound of their range at the end.
    profile : tuple of Stage
        Name, calls and seconds of each stage; empty unless the fit ran with ``profile=True``.
    errors_scaled : bool
        Whether the uncertainties have been multiplied by sqrt(reduced chi2) (`scaled`).
    robust : RobustFit or None
        Loss, scale and weights of a robust fit, whose `chi2` has all data at full weight; None after least squares.
    fit_end : FitEnd or None
        The data from which `verdict` is made.
    frozen : tuple of FrozenParameter
        Parameters that the fit has fixed, each with the reason.
    minima : tuple of Minimum
        With ``search=True`` the minima of chi2 within 25 of the lowest, lowest first; uncertainties are not scaled.
    searched : Searched or None
        Outcomes of the starts of the search, counted.
    toa_summary : ToaSummary or None
        Number, span, sites and receivers of the TOAs.
    noise_intervals : dict of str to Interval
        Limits of fitted noise parameters by name; these are in `values` too, but not in ``names`` and ``covariance``.

    Examples
    --------
    >>> import jug
    >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
    >>> result.names, result.converged, result.verdict.name
    (('RAJ', 'DECJ', 'F0', 'F1', 'DM'), True, 'good')
    >>> print(f"{result.values['DM']:.2f} +- {result.errors['DM']:.2f} pc cm^-3")
    224.11 +- 0.03 pc cm^-3
    >>> f"chi2 {result.chi2:.2f} for {result.dof}, reduced {result.reduced_chi2:.3f}, log L {result.log_likelihood:.1f}"
    'chi2 59.57 for 56, reduced 1.064, log L 569.7'
    >>> result.correlation.shape, result.weights.shape, dict(result.noise)
    ((5, 5), (62,), {})
    >>> result["F0"].unit, result.scaled().errors_scaled
    ('Hz', True)
    """

    model: TimingModel
    prefit: TimingModel
    names: tuple[str, ...]
    covariance: Float[Parameter, Parameter]
    residuals: Residuals
    prefit_residuals: Residuals
    stop: Stop
    backend: str
    backend_reason: str
    n_iter: int
    uses: tuple[DataUse, ...] = ()
    warnings: tuple[str, ...] = field(default=())
    at_bound: tuple[str, ...] = ()
    profile: tuple[Stage, ...] = ()
    errors_scaled: bool = False
    robust: "RobustFit | None" = None
    fit_end: FitEnd | None = field(default=None, repr=False)
    frozen: "tuple[FrozenParameter, ...]" = ()

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process, with the verdict instead of `fit_end`."""
        return {**self.__dict__, "verdict": self.verdict, "fit_end": None}

    @cached_property
    def verdict(self) -> FitVerdict:
        """The verdict on the fit: name, sentence, next step and findings. It is computed at its first use.

        Raises
        ------
        FitError
            The result lacks `fit_end`.
        """
        if self.fit_end is None:
            raise FitError("this result does not have the data of a verdict: fit again")
        from jug.fitting.verdict.judge import judge

        frozen = tuple(one.name for one in self.frozen)
        return judge(self.fit_end, errors_scaled=self.errors_scaled, minima=self.minima, frozen=frozen)

    minima: "tuple[Minimum, ...]" = ()
    searched: "Searched | None" = None
    toa_summary: ToaSummary | None = None
    noise_intervals: "Mapping[str, Interval]" = field(default_factory=dict)

    def scaled(self) -> "FitResult":
        """Multiply the uncertainties by sqrt(reduced chi2), as tempo2 does, also in ``model``.

        Returns
        -------
        FitResult
            The same object where they have been multiplied already.

        Raises
        ------
        FitError
            There are no degrees of freedom; or the fit was robust.
        """
        if self.errors_scaled:
            return self
        if self.robust is not None:
            raise FitError("the uncertainties of a robust fit have the scale of its residuals already")
        if self.dof <= 0:
            raise FitError("uncertainties cannot be scaled by the reduced chi2: there are no degrees of freedom")
        covariance = self.covariance * self.reduced_chi2
        model = with_errors(self.model, self.names, covariance)
        return replace(self, model=model, covariance=covariance, errors_scaled=True)

    @property
    def values(self) -> dict[str, float]:
        """Fitted values, par units: RAJ in hours, DECJ in degrees, epochs as MJD; fitted noise parameters last."""
        all_values = self.model.values
        return Named("fitted parameter", {name: all_values[name] for name in (*self.names, *self.noise_intervals)})

    @property
    def errors(self) -> dict[str, float]:
        """Uncertainties of `values`, in the same units; NaN for a noise parameter at an edge of its range."""
        noise = {name: math.nan if one.error is None else one.error for name, one in self.noise_intervals.items()}
        return Named("fitted parameter", errors_of(self.names, self.covariance) | noise)

    @property
    def correlation(self) -> Float[Parameter, Parameter]:
        """Correlation matrix of the free parameters, (k, k), no unit."""
        sigma = np.sqrt(np.diag(self.covariance))
        return np.asarray(self.covariance / np.outer(sigma, sigma))

    @property
    def chi2(self) -> float:
        """chi2 after the fit, no unit."""
        return self.residuals.chi2

    @property
    def log_likelihood(self) -> float:
        """Log-likelihood after the fit (`jug.model.evaluation.residuals.Residuals.log_likelihood`)."""
        return self.residuals.log_likelihood

    @property
    def noise(self) -> Mapping[str, Realisation]:
        """Most probable realisation of each correlated noise process at the TOAs, with its uncertainty, s, by name."""
        return self.residuals.noise

    @property
    def dof(self) -> int:
        """Number of degrees of freedom."""
        return self.residuals.dof

    @property
    def reduced_chi2(self) -> float:
        """chi2 divided by the degrees of freedom, no unit; NaN where there are none."""
        return self.chi2 / self.dof if self.dof > 0 else float("nan")

    @property
    def weights(self) -> Float[Toa]:
        """Weight of each TOA in a robust fit, (n,), a factor of 1/error^2, no unit; 1 after least squares."""
        return np.ones(len(self.residuals)) if self.robust is None else self.robust.weights

    @property
    def converged(self) -> bool:
        """Whether the fit converged, so that its values can be used."""
        return self.stop.converged

    def summary(self, *, full: bool = False) -> str:
        """Return the result as text: statistics, the table of parameters, data files, and warnings.

        Parameters
        ----------
        full : bool
            Give every parameter a line. Otherwise families of more than two free members (DMX, JUMP, FD) and noise
            parameters have one line each, fixed parameters none, and long names of folders are shortened.

        Returns
        -------
        str
            Several lines, without a newline at the end.

        Examples
        --------
        >>> import jug
        >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
        >>> print(result.summary().splitlines()[2])
        Number of TOAs            62
        """
        reduced = f"{self.reduced_chi2:.4f}" if self.dof > 0 else "undefined"
        chi2 = f"chi2                      {self.chi2:.4f}, degrees of freedom {self.dof}, reduced chi2 {reduced}"
        lines = [
            f"PSR {self.model.psr or '(no name)'}",
            "",
            *reading_lines(self.model),
            *residual_lines(self.prefit_residuals, self.residuals, self.toa_summary),
            *(self.robust.lines(self.chi2, self.dof) if self.robust else [chi2]),
            *noise_lines(self.model, self.residuals),
            *titled_lines("Fit", self.stop.value),
            *verdict_lines(self.verdict),
            *(line for one in self.frozen for line in titled_lines("Fixed by the fit", f"{one.name}: {one.why}")),
            f"Iterations                {self.n_iter}",
            backend_line(self.backend, self.backend_reason),
            "",
            *self._parameters(full),
            "",
            errors_line(self.reduced_chi2, scaled=self.errors_scaled, robust=self.robust is not None),
        ]
        units = {"RAJ": "s of time", "DECJ": "arcsec"}
        if words := [f"of {name} in {unit}" for name, unit in units.items() if name in self.names]:
            lines.append(f"Uncertainty and difference {', '.join(words)}.")
        if self.noise_intervals:
            from jug.fitting.result.noise_table import fitted_noise_lines

            lines += fitted_noise_lines(self.model, self.noise_intervals)
        if self.robust:
            lines += self.robust.table()
        if self.searched:
            from jug.fitting.findings.minimum import minima_lines

            lines += minima_lines(self.minima, self.searched)
        if self.uses:
            lines += ["", data_table(self.uses, whole=full)]
        notes = (*self.model.settings.assumed, *self.warnings)
        if notes:
            lines += ["", "Notes", *chain(*(note_lines(note) for note in notes))]
        return "\n".join(lines)

    def _parameters(self, full: bool) -> list[str]:
        """The tables of parameters and of families; fitted noise parameters have their own."""
        errors, undetermined = errors_of(self.names, self.covariance), self.verdict.undetermined
        if full:
            return [parameter_table(self.prefit, self.model, self.errors, undetermined)]
        families = families_in_one_line(self.model, errors)
        members = {entry.name for entries in families.values() for entry in entries}
        single = parameter_table(self.prefit, self.model, errors, undetermined, left_out=members, fixed=False)
        table = family_table(self.prefit, families, errors, undetermined, self.noise_intervals)
        parts = [single, table, fixed_line(self.model, errors)]
        return "\n\n".join(filter(None, parts)).split("\n")
