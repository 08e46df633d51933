"""The kinds of verdict on a fit, the most important first."""

from enum import Enum
from typing import NamedTuple


class VerdictKind(Enum):
    """Kinds of verdict on a fit; the value is the name in reports and in JSON.

    Examples
    --------
    >>> import jug
    >>> kind = jug.fit(*jug.load(*jug.data.example("NGC6440E"))).verdict.kind
    >>> kind is jug.VerdictKind.GOOD, kind.good, kind.value
    (True, True, 'good')
    """

    OUT_OF_STEPS = "out_of_steps"
    NO_DESCENT = "no_descent"
    PULSE_NUMBERS_IN_DOUBT = "pulse_numbers_in_doubt"
    FLAT_DIRECTION = "flat_direction"
    ILL_CONDITIONED = "ill_conditioned"
    AT_BOUND = "at_bound"
    DUPLICATE_TOAS = "duplicate_toas"
    SIGNAL_LEFT = "signal_left"
    MODEL_REJECTED = "model_rejected"
    ERRORS_TOO_SMALL = "errors_too_small"
    ERRORS_TOO_LARGE = "errors_too_large"
    SEVERAL_MINIMA = "several_minima"
    GOOD = "good"

    @property
    def good(self) -> bool:
        """Whether the fit can be used as it is."""
        return self is VerdictKind.GOOD


class Reason(NamedTuple):
    """A reason why a fit is not good.

    Parameters
    ----------
    kind : VerdictKind
    sentence : str
        The finding in words.
    next : str
        The advice.
    """

    kind: VerdictKind
    sentence: str
    next: str
