"""Tests of terms in the linear model about one fit."""

from collections.abc import Sequence

import numpy as np

from jug.analysis.added_columns import AddedColumns
from jug.analysis.term_candidates import Candidate
from jug.analysis.term_fits import added_names, reason_of
from jug.analysis.term_statistics import Bench, addition, removal
from jug.analysis.term_test import TermTest
from jug.errors import FitError, JugError


def linear_gains(bench: Bench, wanted: Sequence[Candidate]) -> dict[Candidate, TermTest]:
    """Test the candidates that begin at zero, in the linear model with all of them.

    Parameters
    ----------
    bench : Bench
    wanted : sequence of Candidate

    Returns
    -------
    dict of Candidate to TermTest
        Without those that do not begin at zero.
    """
    base, out = bench.base, dict[Candidate, TermTest]()
    whole, names = base.model, dict[str, tuple[str, ...]]()
    for candidate in wanted:
        if not candidate.begins_at_zero:
            continue
        try:
            for term in candidate.terms:
                if term not in names:
                    larger = whole.add([term], free=True)
                    names[term] = added_names(whole, larger, term)
                    whole = larger
        except JugError as reason:
            out[candidate] = TermTest(candidate.label, "add", problem=reason_of(reason))
    if not names:
        return out
    added = AddedColumns(whole, bench.toas, base.names, base.residuals.pulse_number)
    for candidate in wanted:
        if candidate.begins_at_zero and candidate not in out:
            own = [name for term in candidate.terms for name in names[term]]
            try:
                gain = added.gain(own)
            except FitError as reason:
                out[candidate] = TermTest(candidate.label, "add", problem=reason_of(reason))
                continue
            values = dict(zip(own, gain.changes.tolist(), strict=True))
            errors = dict(zip(own, gain.errors.tolist(), strict=True))
            out[candidate] = addition(bench, candidate, gain.decrease, values, errors)
    return out


def linear_removal(bench: Bench, candidate: Candidate) -> TermTest:
    """Test a removal in the linear model: how far the parameters are from zero.

    Parameters
    ----------
    bench : Bench
    candidate : Candidate
        The parameters.

    Returns
    -------
    TermTest
    """
    base = bench.base
    try:
        base.model.remove(*candidate.terms)
        own = [base.model.entry(name).name for name in candidate.terms]
        if fixed := [name for name in own if name not in base.names]:
            raise FitError(f"{', '.join(fixed)} is not fitted, so there is nothing to test")
    except JugError as reason:
        return TermTest(candidate.label, "remove", problem=reason_of(reason))
    at = [base.names.index(name) for name in own]
    x = np.array([base.values[name] / base.model.entries[name].codec.error_ratio for name in own])
    increase = float(x @ np.linalg.solve(base.covariance[np.ix_(at, at)], x))
    return removal(bench, candidate, increase)
