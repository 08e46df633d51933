"""One parameter that differs between two models."""

from typing import NamedTuple


class ValueDifference(NamedTuple):
    """One parameter that both models have.

    Parameters
    ----------
    name : str
        The name, with its selection, as ``JUMP -fe L-wide``.
    family : str
    first, second : str
        Values as text, the second one at the epochs of the first model.
    difference : float
        Second minus first, in the unit of the values.
    unit : str
    sigma_first, sigma_second : float or None
        The difference in units of either uncertainty; None if there is none.
    free : (bool, bool)
        Whether it is free in either model.
    """

    name: str
    family: str
    first: str
    second: str
    difference: float
    unit: str
    sigma_first: float | None
    sigma_second: float | None
    free: tuple[bool, bool]

    @property
    def sigma(self) -> float:
        """The larger of the two pulls, 0 if no uncertainty is known."""
        return max(abs(self.sigma_first or 0.0), abs(self.sigma_second or 0.0))
