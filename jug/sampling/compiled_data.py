"""The data of a likelihood as compiled code takes them: on a CPU timing columns that share no TOA are epochs."""

from typing import TYPE_CHECKING

import numpy as np

from jug.model.evaluation.anchor import Anchor
from jug.model.timing_model import TimingModel
from jug.sampling.disjoint_columns import split_prior
from jug.sampling.log_likelihood import Data, data_of
from jug.sampling.vector import Vector

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax


def compiled_data(jax: "Jax", model: TimingModel, anchor: Anchor, vector: Vector, marginal: bool) -> Data:
    """Make the arrays with NumPy.

    Parameters
    ----------
    jax : module
    model : TimingModel
    anchor : Anchor
    vector : Vector
    marginal : bool
        Whether timing parameters are integrated over.

    Returns
    -------
    Data
        Not yet on the device. On a GPU products of whole columns are quicker than sums over epochs.
    """
    data = data_of(model, anchor, vector, marginal)
    if data.prior is None or data.prior.basis is None or vector.live_basis or jax.default_backend() != "cpu":
        return data
    split = split_prior(data.prior, len(data.extra_variance))
    if not len(split.flat):
        return data
    return data._replace(
        extra=data.extra[:, split.kept],
        extra_variance=data.extra_variance[split.kept],
        prior=split.prior,
        turned=np.ascontiguousarray(np.asarray(split.prior.basis).T),
        flat=split.flat,
    )
