"""Tests of terms by whole fits."""

from collections.abc import Sequence

from jug.analysis.same_turns import fit_with_turns
from jug.analysis.term_tests.reduced_model import unseen_shapes
from jug.analysis.term_tests.term_candidates import Candidate
from jug.analysis.term_tests.term_statistics import TermTestInputs, addition
from jug.analysis.term_tests.term_test import TermTest
from jug.analysis.term_tests.trial_model import with_terms
from jug.errors import FitError, InputError, JugError
from jug.fitting.result.fit_result import FitResult
from jug.fitting.shapiro_delay import SHAPIRO_SIZES
from jug.model.timing_model import TimingModel


def fitted_addition(inputs: TermTestInputs, candidate: Candidate) -> TermTest:
    """Test a candidate by a fit of the model with it.

    Parameters
    ----------
    inputs : TermTestInputs
    candidate : Candidate

    Returns
    -------
    TermTest
    """
    base = inputs.base
    try:
        larger = with_terms(base.model, candidate.terms)
        own = added_names(base.model, larger, candidate.label)
        result = refit(inputs, larger)
        shapes = [shape for shape in unseen_shapes(result, own) if SHAPIRO_SIZES[shape] in own]
        if lost := [f"{one.name}, {one.why}" for one in result.frozen if one.name in own and one.name not in shapes]:
            raise FitError(f"the fit has fixed {'; '.join(lost)}")
    except JugError as reason:
        return TermTest(candidate.label, "add", problem=reason_of(reason))
    values = {name: result.model.values[name] for name in own}
    errors = {name: float("nan") if name in shapes else result.errors[name] for name in own}
    return addition(inputs, candidate, base.chi2 - result.chi2, values, errors, confirmed=result.converged)


def refit(inputs: TermTestInputs, model: TimingModel) -> FitResult:
    """Fit a changed model, with the pulse numbers of the fit of the unchanged model.

    Parameters
    ----------
    inputs : TermTestInputs
    model : TimingModel

    Returns
    -------
    FitResult
    """
    return fit_with_turns(model, inputs.toas, inputs.base.residuals.pulse_number, inputs.backend)


def added_names(model: TimingModel, larger: TimingModel, term: str) -> tuple[str, ...]:
    """Find the free parameters that a term has added.

    Parameters
    ----------
    model, larger : TimingModel
        Without and with the term.
    term : str
        Its name, for the message.

    Returns
    -------
    tuple of str

    Raises
    ------
    FitError
        The term has added no free parameter.
    """
    before = set(model.free)
    own = tuple(name for name in larger.free if name not in before)
    if not own:
        raise FitError(f"{term}: a timing fit has no such parameter to adjust")
    return own


def reason_of(error: JugError) -> str:
    """The reason of an error, without the place."""
    return error.why if isinstance(error, InputError) else str(error)


def flat_sets(base: FitResult, names: Sequence[str]) -> str:
    """Join the verdict's sentences on the sets of undetermined parameters that contain any of these.

    Parameters
    ----------
    base : FitResult
    names : sequence of str

    Returns
    -------
    str
        Each after a semicolon; empty if there are none.
    """
    found = [one.sentence for one in base.verdict.flat if {*one.names} & {*names}]
    return "".join(f"; {sentence}" for sentence in found)
