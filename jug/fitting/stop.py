"""The reasons for the end of a fit, each a name and a sentence."""

from enum import Enum


class Stop(Enum):
    """Reasons for which a fit ends; the value is a sentence, with advice where the fit did not converge.

    Examples
    --------
    >>> import jug
    >>> stop = jug.fit(*jug.load(*jug.data.example("NGC6440E"))).stop
    >>> stop.name, stop.converged, stop.value
    ('CONVERGED', True, 'converged: the next step would lower chi2 by less than the tolerance')
    """

    CONVERGED = "converged: the next step would lower chi2 by less than the tolerance"
    STAGNATED = "converged: no step lowers chi2 by more than its rounding, or along a flat direction by more than 0.001"
    MAX_ITERATIONS = "not converged: the number of iterations ran out; start from better values or raise max_iter"
    UNDETERMINED = (
        "not converged: parameters go on moving although chi2 hardly falls any more: the data do not determine them; "
        "fix one of those that are named"
    )
    NO_DESCENT = (
        "not converged: no step, however short, lowers chi2, although the linear model predicts a decrease; "
        "look for outliers and for pulse numbers off by one near the residuals of half a turn"
    )
    WEIGHTS = (
        "not converged: the weights of the robust fit still change; look for a group of TOAs as large as the others "
        "that disagrees with them, or use another loss"
    )
    NOISE = (
        "not converged: timing and noise parameters, each fitted in turn, have not come to rest; start from better "
        "values of the noise (jug noise), or fix some of them"
    )

    @property
    def converged(self) -> bool:
        """Whether the fit converged, so that its values can be used."""
        return self in (Stop.CONVERGED, Stop.STAGNATED)
