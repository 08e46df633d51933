"""The result of a fit of common parameters of several pulsars."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jug.core.array import Float, N
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.result.fit_result import FitResult
from jug.text.json_types import JsonObject
from jug.text.name_lists import counted_noun
from jug.text.text_table import table


@dataclass(frozen=True, eq=False, repr=False)
class CommonFit(FieldsShown):
    """Common parameters, fitted to several pulsars together.

    Parameters
    ----------
    values : dict of str to float
        Values of the q common parameters, in par units.
    covariance : (q, q) array
        Covariance of the common parameters, with the own parameters of all pulsars free.
    units : dict of str to str
    results : dict of str to FitResult
        The result of each pulsar. Its covariance includes the common parameters.
    n_steps : int
        Number of steps of the common parameters.
    converged : bool
        Whether the steps and the fit of every pulsar have converged.

    Examples
    --------
    >>> import jug
    >>> pta = jug.PTA([jug.data.example(name) for name in ("NGC6440E", "J1744-1134")])
    >>> found = pta.set(EPHEM="DE440").free("F0").fit(common="NE_SW").common
    >>> found.converged, list(found.errors), round(found.chi2), found.dof, found.to_json()["pulsars"]
    (True, ['NE_SW'], 5584, 1515, ['1748-2021E', '1744-1134'])
    >>> found.summary().splitlines()[2].split()
    ['Common', 'Value', 'Uncertainty', 'Unit']
    """

    values: Mapping[str, float]
    covariance: Float[N, N]
    units: Mapping[str, str]
    results: Mapping[str, FitResult]
    n_steps: int
    converged: bool

    @property
    def errors(self) -> dict[str, float]:
        """Uncertainties by name, in the units of the values."""
        return dict(zip(self.values, np.sqrt(np.diagonal(self.covariance)).tolist(), strict=True))

    @property
    def chi2(self) -> float:
        """chi2 of all pulsars, no unit."""
        return float(sum(one.chi2 for one in self.results.values()))

    @property
    def dof(self) -> int:
        """Number of degrees of freedom of all pulsars together."""
        return sum(one.dof for one in self.results.values()) - len(self.values)

    def summary(self) -> str:
        """Return the common parameters as lines of text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        errors = self.errors
        rows = [(name, f"{value:.12g}", f"{errors[name]:.3g}", self.units[name]) for name, value in self.values.items()]
        end = "converged" if self.converged else "not converged"
        pulsars = counted_noun(len(self.results), "pulsar")
        about = f"{pulsars}, chi2 {self.chi2:.4f}, degrees of freedom {self.dof}, {end}"
        return "\n".join([about, "", table(("Common", "Value", "Uncertainty", "Unit"), rows, "<>><")])

    def to_json(self) -> JsonObject:
        """Return the common parameters as numbers, texts, lists and dicts.

        Returns
        -------
        dict
            The attributes, ``errors``, ``chi2`` and ``dof``; ``pulsars``, their names, in place of ``results``.
        """
        return {
            "values": dict(self.values),
            "errors": self.errors,
            "units": dict(self.units),
            "covariance": self.covariance.tolist(),
            "pulsars": list(self.results),
            "chi2": self.chi2,
            "dof": self.dof,
            "n_steps": self.n_steps,
            "converged": self.converged,
        }
