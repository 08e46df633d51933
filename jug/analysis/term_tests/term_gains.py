"""Tests of terms in the linear model around one fit."""

import re
from collections.abc import Sequence

from jug.analysis.term_tests.added_columns import AddedColumns
from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.term_fits import added_names, flat_sets, reason_of
from jug.analysis.term_tests.term_statistics import TermTestInputs, addition
from jug.analysis.term_tests.term_test import TermTest
from jug.analysis.term_tests.trial_model import with_terms
from jug.errors import FitError, JugError
from jug.model.timing_model import TimingModel

_NUMBERED = re.compile(r"([A-Za-z]+)(\d+)")
"""Pattern of a term of a series: its letters and its order."""


def linear_gains(inputs: TermTestInputs, wanted: Sequence[Candidate]) -> dict[Candidate, TermTest]:
    """Test the candidates whose values begin at zero, in the linear model with all of them.

    Parameters
    ----------
    inputs : TermTestInputs
    wanted : sequence of Candidate

    Returns
    -------
    dict of Candidate to TermTest
        Without those that do not begin at zero.
    """
    base, out = inputs.base, dict[Candidate, TermTest]()
    wanted = [candidate for candidate in wanted if candidate.begins_at_zero]
    try:
        whole, names = _all_at_once(base.model, wanted)
    except JugError:
        whole, names = _one_by_one(base.model, wanted, out)
    if not names:
        return out
    try:
        added = AddedColumns(whole, inputs.toas, base.names, base.residuals.pulse_number)
    except FitError as reason:
        problem = reason_of(reason) + flat_sets(base, base.names)
        return out | {c: TermTest(c.label, "add", problem=problem) for c in wanted if c not in out}
    for candidate in wanted:
        if candidate not in out:
            own = [name for term in candidate.terms for name in names[term]]
            try:
                gain = added.gain(own)
            except FitError as reason:
                out[candidate] = TermTest(candidate.label, "add", problem=reason_of(reason))
                continue
            values = dict(zip(own, gain.changes.tolist(), strict=True))
            errors = dict(zip(own, gain.errors.tolist(), strict=True))
            out[candidate] = addition(inputs, candidate, gain.decrease, values, errors)
    return out


Names = dict[str, tuple[str, ...]]
"""The free parameters of each term."""


def _all_at_once(model: TimingModel, wanted: Sequence[Candidate]) -> tuple[TimingModel, Names]:
    """Add every term to the model in one edit, which takes no longer than for a single term."""
    terms = list(dict.fromkeys(term for candidate in wanted for term in candidate.terms))
    if not terms:
        return model, {}
    for candidate in wanted:
        _check_alone(model, candidate, wanted)
    whole, own = with_terms(model, terms), dict[int, list[str]]()
    for e in whole.entries.values():
        if e.free and e.line is not None:
            own.setdefault(e.line.number, []).append(e.name)
    first = max(line.number for line in model.par.lines) + 1  # the terms are the lines from here on
    names = {term: tuple(own.get(first + i, ())) for i, term in enumerate(terms)}
    if not all(names.values()):
        raise FitError("a term has no parameter that a timing fit adjusts")
    return whole, names


def _check_alone(model: TimingModel, candidate: Candidate, wanted: Sequence[Candidate]) -> None:
    """Raise an error for a candidate that needs a term of another one, as F3 needs F2."""
    others = {term for other in wanted for term in other.terms} - {*candidate.terms}
    numbered = [match for term in candidate.terms if (match := _NUMBERED.fullmatch(term))]
    if any(f"{match[1]}{int(match[2]) - 1}" in others for match in numbered):
        with_terms(model, candidate.terms)


def _one_by_one(
    model: TimingModel, wanted: Sequence[Candidate], out: dict[Candidate, TermTest]
) -> tuple[TimingModel, Names]:
    """Add the possible terms to the model one by one; the others are put into ``out``, with the reason."""
    whole, names = model, Names()
    for candidate in wanted:
        try:
            with_terms(model, candidate.terms)
            for term in candidate.terms:
                if term not in names:
                    larger = with_terms(whole, [term])
                    names[term] = added_names(whole, larger, term)
                    whole = larger
        except JugError as reason:
            out[candidate] = TermTest(candidate.label, "add", problem=reason_of(reason))
    return whole, names
