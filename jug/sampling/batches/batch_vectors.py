"""The vectors of a batch as a caller gives them: one for each likelihood, or as many for each."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from jug.core.array import Array, Float, N, Parameter
from jug.errors import FitError
from jug.sampling.jax_of_likelihood import is_of_jax, require_float64
from jug.sampling.likelihood import Likelihood
from jug.text.name_lists import counted_noun

GivenVectors: TypeAlias = tuple[list[Float[N, Parameter]], bool]
"""The vectors of each likelihood, (m, k_i), and whether one was given for each, without the axis of m."""


def vectors_of(likelihoods: Sequence[Likelihood], thetas: ArrayLike | Sequence[ArrayLike]) -> GivenVectors:
    """Read vectors of NumPy.

    Parameters
    ----------
    likelihoods : sequence of Likelihood
    thetas : (n, k) or (n, m, k) array, or a list of n arrays (k_i,) or (m, k_i)
        In the units of each likelihood.

    Returns
    -------
    GivenVectors

    Raises
    ------
    FitError
        A theta has another shape, or is no array of numbers.
    """
    try:
        rows = [np.asarray(row, dtype=np.float64) for row in thetas]  # type: ignore[union-attr]
    except (TypeError, ValueError) as reason:
        raise FitError("thetas are not arrays of numbers; give them as batch.start is") from reason
    return _checked(likelihoods, rows)


def vectors_of_jax(likelihoods: Sequence[Likelihood], thetas: Sequence[Float[Parameter]]) -> GivenVectors:
    """Read vectors of which one or more are arrays of JAX, or stand for them in a trace.

    Parameters
    ----------
    likelihoods : sequence of Likelihood
    thetas : (n, k) or (n, m, k) array, or a list of n arrays (k_i,) or (m, k_i)
        In the units of each likelihood.

    Returns
    -------
    GivenVectors

    Raises
    ------
    FitError
        A theta has another shape.
    BackendError
        An array of JAX is not of float64.
    """
    given = [thetas] if getattr(thetas, "ndim", 1) == 0 else [thetas[i] for i in range(len(thetas))]
    rows = [row if is_of_jax(row) else np.asarray(row, dtype=np.float64) for row in given]
    vectors, single = _checked(likelihoods, rows)  # type: ignore[arg-type]
    for row in vectors:
        require_float64(row)
    return vectors, single


def _checked(likelihoods: Sequence[Likelihood], rows: list[Array]) -> GivenVectors:
    if any(row.ndim == 0 for row in rows):
        raise FitError("thetas is one vector, not one for each likelihood; give them as batch.start is")
    if len(rows) != len(likelihoods):
        wanted = counted_noun(len(likelihoods), "likelihood")
        raise FitError(f"thetas has {counted_noun(len(rows), 'row')} for {wanted}; give one for each")
    single = rows[0].ndim != 2
    m = 1 if single else rows[0].shape[0]
    for i, (row, one) in enumerate(zip(rows, likelihoods, strict=True)):
        wanted_shape = (len(one.names),) if single else (m, len(one.names))
        if row.shape != wanted_shape or m == 0:
            why = f"theta of likelihood {i} (PSR {one._model.psr}) has the shape {row.shape}"
            raise FitError(f"{why}; the one wanted is {wanted_shape}, in the order of likelihoods[{i}].names")
    return [row.reshape(m, -1) for row in rows], single
