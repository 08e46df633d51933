"""`ftest`: F statistic, probability, AIC and BIC of terms that are added to the model or removed from it.

With chi2 and nu of the larger model, chi2 + D and nu + q of the smaller one,

    F = (D / q) / (chi2 / nu),   AIC = chi2 + 2 k,   BIC = chi2 + k ln n

F has the F distribution with q and nu degrees of freedom if the q parameters are not in the data (Bevington &
Robinson 2003, eq. 11.50, with q parameters). With correlated noise chi2 = r^T C^-1 r with the noise of the par file.
The gains of all candidates come from one factorisation of the normal equations
(`jug.analysis.term_tests.added_columns`); terms that are significant, terms that cannot begin at zero, and removals
are then fitted, with the pulse numbers of the first fit.
"""

from collections.abc import Iterable

from jug.analysis.term_tests.reduced_model import is_curved
from jug.analysis.term_tests.term_candidates import candidates
from jug.analysis.term_tests.term_fits import fitted_addition
from jug.analysis.term_tests.term_gains import linear_gains
from jug.analysis.term_tests.term_removal import fitted_removal, linear_removal
from jug.analysis.term_tests.term_statistics import TermTestInputs
from jug.analysis.term_tests.term_test import TermTest
from jug.analysis.term_tests.term_test_result import FTest
from jug.core.arguments.kinds import as_number
from jug.core.execution.progress import report_each
from jug.errors import InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.fit import fit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SIGNIFICANT_PROBABILITY = 0.0027
"""Probability below which a term is significant, which corresponds to 3 sigma of a normal distribution."""


@with_blas_threads_of_fit
def ftest(
    model: TimingModel,
    toas: TOAs,
    *,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    threshold: float = SIGNIFICANT_PROBABILITY,
    confirm: bool = True,
    backend: str = "auto",
) -> FTest:
    """Test whether additional terms improve a model, and whether existing ones are needed.

    Parameters
    ----------
    model : TimingModel
        The model, which is fitted first.
    toas : TOAs
    add : str or iterable of str
        Terms to add, also in one text with commas between them: ``F2``, ``JUMP -fe L-wide``; ``M2+SINI`` are tested
        together, and ``FD1-4`` means FD1, then FD1 and FD2, and so on.
    remove : str or iterable of str
        Free parameters of the model to remove, written in the same way.
    threshold : float
        Probability below which a term is significant.
    confirm : bool
        Fit the model with each significant term, and without each term to remove. Otherwise only terms that cannot
        begin at zero (M2, SINI) and removals of orbital parameters are fitted; the rest follows from the linear model.
    backend : {"auto", "numpy", "jax"}
        Of the fits.

    Returns
    -------
    FTest

    Raises
    ------
    FitError, InputError
        The model cannot be fitted, a candidate is empty, or the threshold is not a probability.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.ftest(model, toas, add=["F2", "PX"], remove=["F1"])
    >>> found["F1"].significant, found["F2"].significant
    (True, False)
    """
    if not 0.0 < (threshold := as_number(threshold, "threshold")) < 1.0:
        raise InputError(f"threshold is {threshold:.15g}, which is not a probability", hint="give one between 0 and 1")
    base = fit(model, toas, backend=backend, robust="none", noise=False)
    to_add, to_remove = candidates(add, model.entries), candidates(remove)
    inputs, tests = TermTestInputs(base, toas, threshold, backend), []
    gains = linear_gains(inputs, to_add)
    for candidate in report_each(to_add, "terms to add"):
        test = gains.get(candidate) or fitted_addition(inputs, candidate)
        tests.append(fitted_addition(inputs, candidate) if confirm and _needs_fit(test) else test)
    for candidate in report_each(to_remove, "parameters to remove"):
        fitted = confirm or is_curved(base, candidate)
        tests.append((fitted_removal if fitted else linear_removal)(inputs, candidate))
    return FTest(base, tuple(tests), threshold)


def _needs_fit(test: TermTest) -> bool:
    return test.significant and not test.confirmed and not test.problem
