"""The lowest value of an objective in all its evaluations, because a profile may pass a higher maximum."""

from jug.core.array import Float, Parameter


class LowerFound(Exception):
    """An objective has a value below `LowestValue.stop`."""


class LowestValue:
    """The lowest value of an objective.

    Attributes
    ----------
    stop : float
        -log L - log prior, no unit, below which an evaluation ends with `LowerFound`.
    value : float
        -log L - log prior, no unit; infinite before the first evaluation.
    theta : (k,) array or None
        Where it was, par units; None before the first evaluation.
    """

    def __init__(self) -> None:
        self.value, self.stop = float("inf"), float("-inf")
        self.theta: Float[Parameter] | None = None

    def see(self, value: float, theta: Float[Parameter]) -> None:
        """Record an evaluation; raise `LowerFound` where its value is below ``stop``.

        Parameters
        ----------
        value : float
            No unit.
        theta : (k,) array
            Par units.

        Raises
        ------
        LowerFound
        """
        if value < self.value:
            self.value, self.theta = value, theta
        if value < self.stop:
            raise LowerFound
