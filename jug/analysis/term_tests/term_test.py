"""The test of one term against a fitted model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from jug.core.display.fields_shown import FieldsShown


@dataclass(frozen=True, repr=False)
class TermTest(FieldsShown):
    """The test of one candidate against the fitted model.

    Parameters
    ----------
    term : str
        The term as given.
    action : {"add", "remove"}
    delta_chi2 : float
        Decrease of chi2 if the term is added, increase if it is removed; positive. NaN if `problem` is set.
    n_parameters : int
        Number of parameters of the term.
    f : float
        F statistic.
    probability : float
        Probability of a delta_chi2 at least as large if the term is not in the data.
    delta_aic, delta_bic : float
        AIC and BIC of the model after the action minus AIC and BIC before; negative if the action improves the model.
    values, errors : dict of str to float
        For an added term: fitted values and uncertainties, in par units.
    significant : bool
        Whether the probability is below the threshold.
    confirmed : bool
        Whether these numbers are from a whole fit; otherwise they are from the linear model.
    left_out : tuple of str
        For a removal: parameters that have no effect without the term, and were removed with it (SINI without M2).
    problem : str
        Why the term cannot be tested, or "".

    Examples
    --------
    >>> import jug
    >>> one = jug.ftest(*jug.load(*jug.data.example("NGC6440E")), add=["F2"])["F2"]
    >>> print(f"{one.action} {one.term}: chi2 falls by {one.delta_chi2:.1f}, probability {one.probability:.2f}")
    add F2: chi2 falls by 1.4, probability 0.25
    """

    term: str
    action: str
    delta_chi2: float = float("nan")
    n_parameters: int = 0
    f: float = float("nan")
    probability: float = float("nan")
    delta_aic: float = float("nan")
    delta_bic: float = float("nan")
    values: Mapping[str, float] = field(default_factory=dict)
    errors: Mapping[str, float] = field(default_factory=dict)
    significant: bool = False
    confirmed: bool = False
    left_out: tuple[str, ...] = ()
    problem: str = ""
