"""Random numbers from a seed that a user gives."""

import numpy as np

from jug.core.arguments.kinds import describe_kind
from jug.errors import KindError


def random_source(seed: int | None) -> np.random.Generator:
    """Return a generator of random numbers.

    Parameters
    ----------
    seed : int or None
        0 or more; None gives different numbers each time.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    KindError
        The seed is neither.
    """
    try:
        return np.random.default_rng(seed)
    except (ValueError, TypeError):
        raise KindError(f"seed: {describe_kind(seed)} is not a whole number of 0 or more") from None
