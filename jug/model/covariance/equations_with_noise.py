"""The normal equations of columns with correlated noise; for few rows NumPy stores the products of the noise."""

import numpy as np

from jug.core.array import Datum, Float
from jug.core.blocks import Block
from jug.core.execution.chunks import are_many
from jug.core.namespace import Namespace
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import Prior


def equations_with_noise(
    xp: Namespace, blocks: tuple[Block, ...], r: Float[Datum], sigma: Float[Datum], prior: Prior
) -> Equations:
    """Form normal equations as `jug.model.covariance.marginalisation.equations` does.

    With NumPy, few rows are one chunk, so that products of the noise with itself are formed once for each anchor
    (`jug.model.covariance.noise_sums`). The sums equal those of `equations` to rounding.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix.
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    prior : Prior
        Correlated noise in the residuals' unit.

    Returns
    -------
    Equations
    """
    if xp is np and prior.basis is not None and not are_many(len(r)):
        from jug.model.covariance.chunked_equations import ChunkRows, chunked_equations  # for NumPy alone

        found = chunked_equations(lambda rows: ChunkRows(blocks, r), prior, sigma, [[slice(0, len(r))]])
        if found is not None:
            return found
    return equations(xp, blocks, r, sigma, prior)
