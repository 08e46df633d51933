"""F statistic, probability, AIC and BIC of a term, from the change of chi2 and the number of parameters."""

from collections.abc import Mapping
from dataclasses import replace
from math import log
from typing import NamedTuple

from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.term_test import TermTest
from jug.fitting.result.fit_result import FitResult
from jug.obs.toas import TOAs


class TermTestInputs(NamedTuple):
    """The fit of the unchanged model, and the options, for every test."""

    base: FitResult
    toas: TOAs
    threshold: float
    backend: str


def addition(
    inputs: TermTestInputs,
    candidate: Candidate,
    decrease: float,
    values: Mapping[str, float],
    errors: Mapping[str, float],
    confirmed: bool = False,
) -> TermTest:
    """Make the test of an added term.

    Parameters
    ----------
    inputs : TermTestInputs
    candidate : Candidate
    decrease : float
        Of chi2.
    values, errors : dict of str to float
        Fitted values of its q parameters in par units, and their uncertainties.
    confirmed : bool
        Whether these numbers are from a whole fit.

    Returns
    -------
    TermTest
    """
    base, q = inputs.base, len(values)
    f = f_test(decrease, q, base.chi2 - decrease, base.dof - q)
    n = base.dof + len(base.names) + int(base.model.removes_mean)
    test = TermTest(candidate.label, "add", decrease, q, *f, 2.0 * q - decrease, q * log(n) - decrease)
    significant = f[1] < inputs.threshold
    return replace(test, values=values, errors=errors, significant=significant, confirmed=confirmed)


def removal(inputs: TermTestInputs, candidate: Candidate, increase: float, q: int, confirmed: bool = False) -> TermTest:
    """Make the test of the removal of parameters.

    Parameters
    ----------
    inputs : TermTestInputs
    candidate : Candidate
        The parameters.
    increase : float
        Of chi2.
    q : int
        Number of parameters by which the smaller model has fewer.
    confirmed : bool
        Whether this number is from a whole fit.

    Returns
    -------
    TermTest
    """
    base = inputs.base
    f = f_test(increase, q, base.chi2, base.dof)
    n = base.dof + len(base.names) + int(base.model.removes_mean)
    test = TermTest(candidate.label, "remove", increase, q, *f, increase - 2.0 * q, increase - q * log(n))
    return replace(test, significant=f[1] < inputs.threshold, confirmed=confirmed)


def f_test(difference: float, q: int, chi2: float, dof: int) -> tuple[float, float]:
    """Compute the F statistic and its probability.

    Parameters
    ----------
    difference : float
        Difference of the chi2 of the two models.
    q : int
        Number of parameters by which they differ.
    chi2 : float
        chi2 of the larger model.
    dof : int
        Degrees of freedom of the larger model.

    Returns
    -------
    f, probability : float
        NaN without degrees of freedom.
    """
    from scipy.special import fdtrc

    if dof <= 0 or q <= 0:
        return float("nan"), float("nan")
    f = max(difference, 0.0) / q / (chi2 / dof)
    return f, float(fdtrc(q, dof, f))
