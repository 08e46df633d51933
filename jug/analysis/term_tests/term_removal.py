"""Tests of removals: by whole fits, and in the linear model around one fit."""

from dataclasses import replace

import numpy as np

from jug.analysis.term_tests.reduced_model import is_curved, removed_names, unseen_shapes, without_terms
from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.term_fits import flat_sets, reason_of, refit
from jug.analysis.term_tests.term_statistics import TermTestInputs, removal
from jug.analysis.term_tests.term_test import TermTest
from jug.analysis.term_tests.trial_model import removed_for_a_test
from jug.errors import FitError, JugError


def fitted_removal(inputs: TermTestInputs, candidate: Candidate) -> TermTest:
    """Test a removal by a fit of the model without the parameters.

    A parameter that has no effect without them, as SINI without M2, is removed with them. If the fit does not converge
    from the fitted values, it begins again at the values before the first fit. If the linear model holds, the test
    is then that of `linear_removal`, for example of F1, without which no model is near the data.

    Parameters
    ----------
    inputs : TermTestInputs
    candidate : Candidate
        The parameters.

    Returns
    -------
    TermTest
    """
    base = inputs.base
    try:
        own = removed_names(base, candidate)
        result = refit(inputs, without_terms(base.model, own))
        if not (result.converged or is_curved(base, candidate)):
            return linear_removal(inputs, candidate)
        if not result.converged:
            result = refit(inputs, without_terms(base.prefit, own))
        if not result.converged:
            raise FitError(f"the fit without it has not converged: {result.stop.value}")
        n_parameters = len(base.names) - len(result.names) + len(unseen_shapes(base, own))
        if n_parameters <= 0:
            raise FitError("others take its place: " + "; ".join(f"{one.name}, {one.why}" for one in base.frozen))
    except JugError as reason:
        return TermTest(candidate.label, "remove", problem=reason_of(reason))
    both = (*base.names, *unseen_shapes(base, own))
    left_out = tuple(name for name in both if name not in result.names and name not in own)
    test = removal(inputs, candidate, result.chi2 - base.chi2, n_parameters, confirmed=True)
    return replace(test, left_out=left_out)


def linear_removal(inputs: TermTestInputs, candidate: Candidate) -> TermTest:
    """Test a removal in the linear model, by the distance of the parameters from zero.

    It is valid for parameters on which the residuals depend linearly from the fitted value to zero (see `is_curved`).

    Parameters
    ----------
    inputs : TermTestInputs
    candidate : Candidate
        The parameters.

    Returns
    -------
    TermTest
    """
    base = inputs.base
    try:
        own = removed_names(base, candidate)
        removed_for_a_test(base.model, own)
        at = [base.names.index(name) for name in own]
        x = np.array([base.values[name] for name in own])
        increase = float(x @ np.linalg.solve(base.covariance[np.ix_(at, at)], x))
    except np.linalg.LinAlgError:
        why = f"the data do not tell {', '.join(own)} apart" + flat_sets(base, own)
        return TermTest(candidate.label, "remove", problem=why)
    except JugError as reason:
        return TermTest(candidate.label, "remove", problem=reason_of(reason))
    return removal(inputs, candidate, increase, len(own))
