"""Averages of residuals over the epochs of ECORR, which pictures show for data with many TOAs per day.

mean = sum w_i r_i / sum w_i,   w_i = 1/sigma_i^2,   error^2 = 1 / sum w_i + ECORR^2

over the TOAs of one epoch and one selection (PINT 1.1.8's ``ecorr_average``; Arzoumanian et al. 2015, ApJ 813, 65,
section 3). ECORR is added to the error, because all TOAs of an epoch share it and averaging does not reduce it. A TOA
that is in no epoch of two or more is an average of its own; PINT leaves it out. TNSECORR is treated like ECORR.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jug.conversion.error_propagation import model_of
from jug.core.array import Epoch, Float, Int, K, Toa
from jug.core.blocks import Binned
from jug.core.display.fields_shown import FieldsShown
from jug.errors import FitError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.result.fit_result import FitResult
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.residuals import Residuals, residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count

EPOCH_PROCESSES = ("ECORR", "SECORR")


@dataclass(frozen=True, eq=False, repr=False)
class Averaged(FieldsShown):
    """Averages of residuals, one for each epoch, in order of time.

    Parameters
    ----------
    mjd : (m,) array
        Clock-corrected UTC, MJD.
    time_s, error_s : (m,) arrays
        Residual and its uncertainty, s.
    freq_hz : (m,) array
        Radio frequency at the observatory, Hz.
    members : tuple of m (k,) int arrays
        The TOAs of each average.

    Examples
    --------
    >>> import io, jug
    >>> par = jug.data.example("NGC6440E")[0].read_text() + "ECORR -fe x 0.5\\n"
    >>> model = jug.load_model(jug.read_par(io.StringIO(par)))
    >>> toas = jug.simulate(model, [53800.1, 53800.1, 53900.1], flags={"fe": ["x"] * 3})
    >>> found = jug.average(model, toas)
    >>> found.time_s.shape, [rows.tolist() for rows in found.members]
    ((2,), [[0, 1], [2]])
    """

    mjd: Float[Epoch]
    time_s: Float[Epoch]
    error_s: Float[Epoch]
    freq_hz: Float[Epoch]
    members: tuple[Int[K], ...]

    def __len__(self) -> int:
        return len(self.mjd)


@with_blas_threads_of_fit
def average(
    what: TimingModel | FitResult,
    toas: TOAs,
    residuals: Residuals | None = None,
    *,
    noise_model: bool = True,
) -> Averaged:
    """Average residuals over the epochs of the model's ECORR.

    Parameters
    ----------
    what : FitResult or TimingModel
        For a fit, its residuals after the fit are averaged.
    toas : TOAs
        The TOAs of the fit.
    residuals : Residuals, optional
        Residuals to average instead of the model's own: ``result.residuals.less(["RED"])``.
    noise_model : bool
        Weigh by the uncertainties after EFAC and EQUAD, and put the ECORR into the error; else by those of the tim file
        alone.

    Returns
    -------
    Averaged

    Raises
    ------
    FitError
        The model has no ECORR, which defines the epochs; or the residuals belong to other TOAs.

    Examples
    --------
    >>> import io, jug
    >>> par = jug.data.example("NGC6440E")[0].read_text() + "ECORR -fe x 0.5\\n"
    >>> model = jug.load_model(jug.read_par(io.StringIO(par)))
    >>> flags = {"fe": ["x"] * 6}
    >>> toas = jug.simulate(model, [53800.1, 53800.1, 53900.1, 53900.1, 54000.1, 54000.1], flags=flags)
    >>> len(jug.average(model, toas))
    3
    """
    model = model_of(what)
    anchor = make_anchor(model, toas)
    blocks = [(p.block, p.variance) for p in anchor.noise.processes if p.name in EPOCH_PROCESSES]
    if not blocks:
        raise FitError("the model has no ECORR, which defines the epochs")
    if residuals is None:
        residuals = what.residuals if isinstance(what, FitResult) else residuals_at_anchor(model, anchor)
    n = len(toas)
    if len(residuals) != n:
        raise FitError(f"there are {len(residuals)} residuals and {toa_count(n)}: give those of the fit")
    weight = 1.0 / (residuals.error_s if noise_model else toas.error_s) ** 2
    members, variances = _epochs(blocks, weight, noise_model)
    return _average_of_epochs(toas, residuals.time_s, weight, members, np.array(variances))


def process_epochs(model: TimingModel, toas: TOAs, name: str) -> list[Int[K]]:
    """Return the TOAs of each epoch of a noise process.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    name : str
        One of `EPOCH_PROCESSES`.

    Returns
    -------
    list of (k,) int arrays
        Each in ascending order. If selections overlap, a TOA is in several.
    """
    processes = [p for p in make_anchor(model, toas).noise.processes if p.name == name]
    return [rows for p in processes for rows in _members(p.block, len(p.variance), len(toas))]


def _members(block: object, k: int, n: int) -> Sequence[Int[K]]:
    """List, for each of k epochs, its rows among the first n rows, which are the TOAs."""
    assert isinstance(block, Binned)
    index = np.asarray(block.member)[:n]
    ends = np.cumsum(np.bincount(index, minlength=k + 1))
    return np.split(np.argsort(index, kind="stable"), ends[:-1])[:k]


def _epochs(
    blocks: Sequence[tuple[object, Float[K]]], weight: Float[Toa], noise_model: bool
) -> tuple[list[Int[K]], list[float]]:
    """The TOAs of each epoch, single ones last, and the variance common to the TOAs of each, s^2."""
    n = len(weight)
    alone = np.ones(n, dtype=bool)
    members: list[Int[K]] = []
    variances: list[float] = []
    for block, variance in blocks:
        assert isinstance(block, Binned)
        index, k = np.asarray(block.member)[:n], len(variance)
        members += _members(block, k, n)
        share = np.bincount(index, weight * block.values[:n], k + 1) / np.bincount(index, weight, k + 1).clip(1e-300)
        variances += [float(v * s * s) for v, s in zip(variance, share[:k], strict=True)] if noise_model else [0.0] * k
        alone &= index == k
    members += [np.array([i]) for i in np.flatnonzero(alone)]
    variances += [0.0] * int(alone.sum())
    return members, variances


def _average_of_epochs(
    toas: TOAs,
    time_s: Float[Toa],
    weight: Float[Toa],
    members: list[Int[K]],
    variance: Float[Epoch],
) -> Averaged:
    total = np.array([np.sum(weight[rows]) for rows in members])

    def mean(values: Float[Toa]) -> Float[Epoch]:
        return np.asarray(np.array([np.sum(weight[rows] * values[rows]) for rows in members]) / total)

    mjd = mean(toas.mjd)
    order = np.argsort(mjd, kind="stable")
    error = np.sqrt(1.0 / total + variance)
    ordered = tuple(members[i] for i in order)
    return Averaged(mjd[order], mean(time_s)[order], error[order], mean(toas.freq_hz)[order], ordered)
