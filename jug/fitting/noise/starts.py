"""Starts of the search: the model's own values, and points spread over the ranges."""

import numpy as np

from jug.core.arguments.random_source import random_source
from jug.core.array import Float, N, Parameter
from jug.fitting.noise.coordinates import A_FACTOR, A_POSITIVE, Coordinates

FACTOR_REACH = 2.0
"""Starts have factors, and other positive parameters, from 1/2 to 2."""

SIZE_REACH = (0.3, 3.5)
"""Range of x of sizes: from hardly an effect to 33 A0."""

MANY_TOAS, FEW_STARTS, USUAL_STARTS = 10_000, 4, 10
"""Number of starts with more than MANY_TOAS TOAs, and with fewer."""


def starts_of(coordinates: Coordinates, own: Float[Parameter], number: int, seed: int) -> Float[N, Parameter]:
    """Choose the starts: Latin hypercube over the ranges.

    Parameters
    ----------
    coordinates : Coordinates
    own : (k,) array
        x of the model; the first start.
    number : int
        Number of all starts.
    seed : int

    Returns
    -------
    (number, k) array
        Coordinates of each start, no unit.
    """
    rng, k, n = random_source(seed), len(own), number - 1
    if n < 1:
        return own[None, :]
    parts = (np.array([rng.permutation(n) for _ in range(k)]).T + rng.random((n, k))) / n
    low, high = coordinates.low.copy(), coordinates.high.copy()
    factors, sizes = (coordinates.kind == A_FACTOR) | (coordinates.kind == A_POSITIVE), coordinates.sizes
    ends = [coordinates.x(np.full(k, end))[factors] for end in (1.0 / FACTOR_REACH, FACTOR_REACH)]
    low[factors], high[factors] = np.maximum(low[factors], ends[0]), np.minimum(high[factors], ends[1])
    low[sizes], high[sizes] = np.maximum(low[sizes], SIZE_REACH[0]), np.minimum(high[sizes], SIZE_REACH[1])
    spread: Float[N, Parameter] = low + (high - low) * parts
    return np.concatenate([own[None, :], spread])
