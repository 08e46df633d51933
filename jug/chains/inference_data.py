"""Chains for ArviZ: groups ``posterior`` and ``sample_stats``, with the dimensions ``chain`` and ``draw``.

For arviz 0.x that is an InferenceData, from 1.0 on a DataTree of xarray. The names of the statistics are those of the
schema of InferenceData. arviz is imported here.
"""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from jug.core.array import Bool, Float, Int, K, M, N
from jug.errors import JugError


def inference_data(
    names: tuple[str, ...],
    values: Float[M, N, K],
    stats: Mapping[str, Float[M, N] | Int[M, N] | Bool[M, N]],
    attributes: Mapping[str, str],
) -> Any:
    """Make the object of ArviZ that holds chains.

    Parameters
    ----------
    names : tuple of str
        The coordinates.
    values : (m, n, k) array
        Draws, in par units or their log10.
    stats : mapping of str to (m, n) array
        Statistics of each draw: ``lp``, ``acceptance_rate``, ``n_steps``, ``diverging``, ...
    attributes : mapping of str to str
        Texts about the posterior.

    Returns
    -------
    arviz.InferenceData or xarray.DataTree

    Raises
    ------
    JugError
        arviz is missing.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # arviz 0.23 announces its version 1 at every import
        try:
            import arviz
        except ImportError as reason:
            raise JugError(f"ArviZ cannot be imported ({reason}); pip install 'jug-timing[arviz]'") from reason
    posterior = {name: np.ascontiguousarray(values[:, :, i]) for i, name in enumerate(names)}
    if hasattr(arviz, "InferenceData"):
        found = arviz.from_dict(posterior=posterior, sample_stats=dict(stats))
        found.posterior.attrs.update(attributes)
        return found
    found = arviz.from_dict({"posterior": posterior, "sample_stats": dict(stats)})
    found["posterior"].attrs.update(attributes)
    return found
