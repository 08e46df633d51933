"""The model of a draw: values of the parameters from the coordinates of chains."""

from collections.abc import Iterator

import numpy as np

from jug.chains.enterprise_columns import LOG10_OF
from jug.chains.result import Chains
from jug.core.array import Int, N
from jug.errors import FitError
from jug.model.timing_model import TimingModel


def choose_draws(found: Chains, count: int, seed: int) -> Int[N]:
    """Choose draws at random without repetition, or all if there are not more.

    Parameters
    ----------
    found : Chains
    count : int
    seed : int

    Returns
    -------
    (n,) int array
        Ascending indices into the draws of all chains, one chain after another.
    """
    total = found.values.shape[0] * found.values.shape[1]
    if count >= total:
        return np.arange(total)
    return np.sort(np.random.default_rng(seed).choice(total, count, replace=False))


def models_at(found: Chains, model: TimingModel, draws: Int[N]) -> Iterator[TimingModel]:
    """Return the model of each draw.

    Parameters
    ----------
    found : Chains
    model : TimingModel
        The model whose lines were sampled.
    draws : (n,) int array
        Indices of `choose_draws`.

    Yields
    ------
    TimingModel

    Raises
    ------
    FitError
        A coordinate that is not a parameter of the model.
    """
    names = [name.removeprefix(LOG10_OF) for name in found.names]
    unknown = [name for name in names if name not in model.entries]
    if unknown:
        raise FitError(
            f"the chains have {', '.join(unknown)}, which the model lacks: "
            "give the model with the noise that was sampled (model.add_noise)"
        )
    logs = np.array([name.startswith(LOG10_OF) for name in found.names])
    rows = found.values.reshape(-1, len(names))[draws]
    values = np.where(logs, 10.0 ** np.where(logs, rows, 0.0), rows)
    for row in values.tolist():
        yield model.with_values(dict(zip(names, row, strict=True)))
