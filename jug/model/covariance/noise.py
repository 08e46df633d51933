"""The noise of a model on TOAs: white uncertainties, correlated processes with their bases and priors.

C = N + sum_p F_p Phi_p F_p^T,   N = diag(sigma^2)

Lentati et al. 2013, PRD 87, 104021; van Haasteren & Vallisneri 2014, PRD 90, 104012.
"""

from typing import NamedTuple, cast

import numpy as np

from jug.core.array import Datum, Epoch, Float, Mode
from jug.core.blocks import Binned, Block, Dense, dense_columns, stack_blocks
from jug.core.constants import K_DM
from jug.core.execution.chunks import are_many
from jug.core.namespace import Namespace
from jug.errors import FitError, Where, sentence
from jug.model.covariance.linked_epochs import LinkedEpochs, link_epochs
from jug.model.declare import Columns, Component, Values
from jug.model.timing_model import TimingModel


class Process(NamedTuple):
    """One block of a correlated process.

    Parameters
    ----------
    name : str
        ``RED``, ``DM``, ``ECORR``, ...
    block : Dense or Binned
        Columns on the TOAs, s for a unit coefficient; for wideband data the rows of the DMs follow, pc cm^-3.
    variance : (k,) array
        Prior variance of each coefficient.
    """

    name: str
    block: Block
    variance: Float[Mode]


class Noise(NamedTuple):
    """White uncertainties and correlated processes.

    Parameters
    ----------
    sigma : (rows,) array
        White uncertainties of the TOAs, s; for wideband data those of the DMs follow, pc cm^-3.
    processes : tuple of Process
    """

    sigma: Float[Datum]
    processes: tuple[Process, ...]


def noise_of(xp: Namespace, components: tuple[Component, ...], p: Values, x: Columns) -> Noise:
    """Evaluate the noise of a model.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters in kernel units.
    x : Columns
        Columns with the signals of `jug.model.evaluation.chain.forward`.

    Returns
    -------
    Noise
    """
    sigma, dm_sigma = x.error, x.dm_error
    processes: list[Process] = []
    for c in components:
        if c.scale is not None:
            sigma = c.scale(xp, p, x, sigma)
        if c.dm_scale is not None and dm_sigma is not None:
            dm_sigma = c.dm_scale(xp, p, x, dm_sigma)
        if c.basis is not None and c.weights is not None:
            blocks = c.basis(xp, p, x) if dm_sigma is None else _basis_on_all_rows(xp, c, p, x)
            pairs = enumerate(zip(blocks, c.weights(xp, p, x), strict=True), 1)
            names = f"{c.process}{{}}" if c.numbered else c.process
            processes += [Process(names.format(j), block, variance) for j, (block, variance) in pairs]
    if dm_sigma is None:
        return Noise(sigma[:-1], tuple(processes))
    return Noise(xp.concatenate([sigma[:-1], dm_sigma[:-1]]), tuple(processes))


def _basis_on_all_rows(xp: Namespace, c: Component, p: Values, x: Columns) -> tuple[Block, ...]:
    """A process's columns on TOAs and measured DMs.

    A dispersive delay is K DM / f^2, so the DM is the delay at 1/f = 1 s over K; any other process has no DM.
    """
    assert c.basis is not None
    blocks = c.basis(xp, p, x)
    if not c.dispersive:
        return tuple(_on_demand(xp, block, None) or stack_blocks(xp, block, _zero_block(block)) for block in blocks)
    delays = c.basis(xp, p, x._replace(inv_freq=xp.ones(x.error.shape[0])))
    pairs = zip(blocks, delays, strict=True)
    return tuple(
        _on_demand(xp, block, delay) or stack_blocks(xp, block, Dense(dense_columns(xp, delay) / K_DM))
        for block, delay in pairs
    )


def _on_demand(xp: Namespace, block: Block, delay: Block | None) -> Dense | None:
    """A Fourier basis of many TOAs above that of their DMs, without making either; None for other columns."""
    if xp is not np or not isinstance(block, Dense) or isinstance(block.matrix, np.ndarray):
        return None
    from jug.core.sinusoids import Sinusoids

    above, below = (cast("object", one.matrix) if isinstance(one, Dense) else None for one in (block, delay))
    if not isinstance(above, Sinusoids):
        return None
    if delay is None:
        return Dense(cast("Float[Datum, Mode]", above.above(np.zeros(len(above)))))
    if not isinstance(below, Sinusoids) or not above.has_waves_of(below):
        return None
    return Dense(cast("Float[Datum, Mode]", above.above(below.of_rows(slice(None), 1.0 / K_DM))))


def _zero_block(block: Block) -> Block:
    """A block of zeros with as many rows as another block."""
    if isinstance(block, Dense):
        return Dense(0.0 * block.matrix)
    return Binned(0 * block.member + block.shift.shape[0], 0.0 * block.values, block.shift)


class Prior(NamedTuple):
    """Correlated noise in the form that the solver takes, in the unit of the residuals (s or turns).

    Parameters
    ----------
    epochs : Binned, LinkedEpochs or None
        Disjoint columns, which are eliminated one by one (Sherman-Morrison); or several layers of epochs that share
        TOAs, which are eliminated cluster by cluster.
    epoch_variance : (m,) array or None
        Prior variance of the coefficient of each epoch, layer after layer.
    basis : (n, k) array or None
        All other columns; in NumPy a `jug.core.execution.rows_on_demand.RowsOnDemand`.
    variance : (k,) array or None
        Prior variance of the coefficient of each of these.
    """

    epochs: Binned | LinkedEpochs | None
    epoch_variance: Float[Epoch] | None
    basis: Float[Datum, Mode] | None
    variance: Float[Mode] | None


NO_CORRELATED_NOISE = Prior(None, None, None, None)
"""For sums over rows of white noise alone."""


def prior_of(xp: Namespace, noise: Noise, rate: Float[Datum]) -> Prior | None:
    """Convert correlated noise to the solver's form.

    Parameters
    ----------
    xp : Namespace
    noise : Noise
    rate : (rows,) array
        Factor from s to the unit of the residuals: Hz for turns, 1 for s and for DMs.

    Returns
    -------
    Prior or None
        None without correlated noise. With JAX the epochs are None: they do not depend on parameters, and their
        clusters are found with NumPy.

    Raises
    ------
    JugMemoryError
        Epochs that share TOAs need more memory than is free.
    """
    if not noise.processes:
        return None
    layers, others = split_epochs(noise)
    basis = _basis(xp, [p.block.matrix for p in others if isinstance(p.block, Dense)], rate) if others else None
    variance = xp.concatenate([p.variance for p in others]) if others else None
    if not layers:
        return Prior(None, None, basis, variance)
    epoch_variance = xp.concatenate([p.variance for p in layers])
    if xp is not np:
        return Prior(None, epoch_variance, basis, variance)
    blocks = tuple(p.block._replace(values=p.block.values * rate) for p in layers if isinstance(p.block, Binned))
    return Prior(blocks[0] if len(blocks) == 1 else link_epochs(blocks), epoch_variance, basis, variance)


def _basis(xp: Namespace, bases: list[Float[Datum, Mode]], rate: Float[Datum]) -> Float[Datum, Mode]:
    """All bases side by side, each row times its rate; in NumPy those of many rows on demand."""
    if xp is not np:
        return xp.concatenate(bases, axis=1) * rate[:, None]
    from jug.core.execution.rows_on_demand import RowsInMemory, SideBySide

    many = are_many(len(rate))
    found = SideBySide(bases, rate) if many else RowsInMemory(np.concatenate(bases, axis=1) * rate[:, None])
    return cast("Float[Datum, Mode]", found)


def split_epochs(noise: Noise) -> tuple[list[Process], list[Process]]:
    """Find the processes whose columns are disjoint.

    Parameters
    ----------
    noise : Noise

    Returns
    -------
    layers, others : list of Process
        The blocks with disjoint columns, and the other blocks.
    """
    layers = [p for p in noise.processes if isinstance(p.block, Binned) and len(p.variance)]
    return layers, [p for p in noise.processes if not isinstance(p.block, Binned)]


def strong_noise_error(model: TimingModel, noise: Noise) -> FitError:
    """Make the error for correlated noise so strong that float64 cannot resolve the white noise.

    Parameters
    ----------
    model : TimingModel
    noise : Noise

    Returns
    -------
    FitError
        It names the strongest process, and its line.
    """
    with np.errstate(all="ignore"):
        rms = [float(np.sqrt(np.mean(_variance_at_rows(p)))) for p in noise.processes]
    j = int(np.argmax(np.where(np.isfinite(rms), rms, np.inf)))
    why = (
        "the correlated noise is too strong, compared with the TOAs' uncertainties, for the precision of float64; "
        f"the strongest process is {noise.processes[j].name}, {rms[j]:.1e} s rms"
    )
    return FitError(sentence(why, _line_of(model, noise.processes[j].name), "check the values of its parameters"))


def _variance_at_rows(process: Process) -> Float[Datum]:
    """The prior variance of a process on each row, (rows,)."""
    if isinstance(process.block, Dense):
        return np.asarray(np.asarray(process.block.matrix) ** 2 @ process.variance)
    return np.asarray(process.block.values**2 * np.append(process.variance, 0.0)[process.block.member])


def _line_of(model: TimingModel, name: str) -> Where:
    """The line that gives a process (the first one for BANDDM); the file for ECORR, which has many lines."""
    word = name.rstrip("0123456789")
    number = int(name[len(word) :] or 1)
    triggers = {key for c in model.components if c.process == word and word != "ECORR" for key in c.triggers}
    lines = {e.order or 0: e.line for e in model.entries.values() if e.param.name in triggers and e.line}
    own = [lines[order] for order in (number - 1, 0) if order in lines]
    return model.par.where(own[0]) if own else model.par.end
