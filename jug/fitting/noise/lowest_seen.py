"""The lowest value that an objective had, wherever it was evaluated: a profile may pass a higher maximum."""

from jug.core.array import Float, Parameter


class LowestSeen:
    """The lowest value of an objective.

    Attributes
    ----------
    value : float
        -log L - log prior, no unit; infinite before the first evaluation.
    theta : (k,) array or None
        Where it was, par units; None before the first evaluation.
    """

    def __init__(self) -> None:
        self.value = float("inf")
        self.theta: Float[Parameter] | None = None

    def see(self, value: float, theta: Float[Parameter]) -> None:
        """Take note of an evaluation.

        Parameters
        ----------
        value : float
            No unit.
        theta : (k,) array
            Par units.
        """
        if value < self.value:
            self.value, self.theta = value, theta
