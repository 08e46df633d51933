"""The data that the points of a grid have in common."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from jug.core.array import Float, N, Parameter
from jug.model.declare import Component
from jug.model.parameters import Layout
from jug.model.registry import components_named
from jug.sampling.fixed_noise import FixedNoise

Many: TypeAlias = Callable[[Float[N, Parameter]], tuple[Float[N], Float[N, Parameter]]]
"""A function that computes chi2 and its slope at many points."""


class GridTask(NamedTuple):
    """The data that are common to all points; it can be pickled for another process.

    Parameters
    ----------
    terms : tuple of str
        Names of the components, which themselves cannot be pickled.
    layout : Layout
        The refitted parameters, then those on the grid.
    noise : FixedNoise
    inverse : (k, k) array
        The inverse of the Gram matrix of the refitted parameters at the anchor, kernel units.
    chi2 : float
        Of the model.
    backend : str
    chunk : int
        Points at a time.
    """

    terms: tuple[str, ...]
    layout: Layout
    noise: FixedNoise
    inverse: Float[Parameter, Parameter]
    chi2: float
    backend: str
    chunk: int

    @property
    def components(self) -> tuple[Component, ...]:
        """The components."""
        return components_named(self.terms)
