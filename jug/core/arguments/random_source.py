"""Random numbers from a seed that a user gives."""

import numpy as np

from jug.core.arguments.kinds import kind_shown
from jug.errors import KindError


def random_source(seed: int | None) -> np.random.Generator:
    """Return a generator of random numbers.

    Parameters
    ----------
    seed : int or None
        Of 0 or more; None: another one each time.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    KindError
        The seed is something else.
    """
    try:
        return np.random.default_rng(seed)
    except (ValueError, TypeError):
        raise KindError(f"seed: {kind_shown(seed)} is not a whole number of 0 or more") from None
