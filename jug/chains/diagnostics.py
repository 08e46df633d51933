"""R-hat and effective sample sizes of chains, after Vehtari et al. 2021, Bayesian Anal. 16, 667.

R-hat compares the scatter between chains with that inside them (their eq. 4). Each chain is split into halves, and the
draws are replaced by normal quantiles of their ranks (eq. 14). R-hat is the larger of the value for the draws and that
for their distances from the median. The effective size is that of the ranks (bulk), and the smaller one for the 5% and
95% quantiles (tail), by Geyer's initial monotone sequence of autocorrelations (eq. 10 and 11).
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, K, M, N


class Convergence(NamedTuple):
    """How well the chains determine one quantity.

    Parameters
    ----------
    r_hat : float
        1 for chains that agree; NaN with fewer than 4 draws a chain, or a quantity that does not vary.
    bulk, tail : float
        Effective numbers of independent draws, in the bulk and in the tails.
    """

    r_hat: float
    bulk: float
    tail: float


def convergence(draws: Float[M, N]) -> Convergence:
    """Compute R-hat and effective sizes of the draws of one quantity.

    Parameters
    ----------
    draws : (m, n) array
        n draws of each of m chains, any unit.

    Returns
    -------
    Convergence
    """
    nothing = float("nan")
    if draws.shape[1] < 4 or not np.all(np.isfinite(draws)) or np.ptp(draws) == 0.0:
        return Convergence(nothing, nothing, nothing)
    split = _halves(draws)
    folded = np.abs(split - np.median(split))
    ranks = _normal_ranks(split)
    r_hat = max(_ratio(ranks), _ratio(_normal_ranks(folded)))
    low, high = np.quantile(split, [0.05, 0.95])
    tail = min(effective_size((split <= edge).astype(np.float64)) for edge in (low, high))
    return Convergence(r_hat, effective_size(ranks), tail)


def _halves(draws: Float[M, N]) -> Float[K, N]:
    half = draws.shape[1] // 2
    return np.concatenate([draws[:, :half], draws[:, draws.shape[1] - half :]])


def _normal_ranks(draws: Float[M, N]) -> Float[M, N]:
    """Normal quantiles of the ranks. Equal draws have their mean rank."""
    from scipy.special import ndtri
    from scipy.stats import rankdata

    ranks = rankdata(draws, method="average").reshape(draws.shape)
    quantiles: Float[M, N] = ndtri((ranks - 0.375) / (draws.size + 0.25))
    return quantiles


def _ratio(draws: Float[M, N]) -> float:
    """R-hat of chains that are split and ranked already (eq. 4)."""
    n = draws.shape[1]
    within = np.mean(np.var(draws, axis=1, ddof=1))
    between = n * np.var(np.mean(draws, axis=1), ddof=1)
    return float(np.sqrt(((n - 1) / n * within + between / n) / within)) if within > 0.0 else float("inf")


def effective_size(draws: Float[M, N]) -> float:
    """Compute the number of independent draws whose mean would have the same variance.

    Parameters
    ----------
    draws : (m, n) array
        n draws of each of m chains, any unit.

    Returns
    -------
    float
        At most m n log10(m n); NaN if the draws do not vary.
    """
    m, n = draws.shape
    covariance = _autocovariance(draws)
    within = np.mean(covariance[:, 0]) * n / (n - 1.0)
    total = within * (n - 1.0) / n + (np.var(np.mean(draws, axis=1), ddof=1) if m > 1 else 0.0)
    if not total > 0.0:
        return float("nan")
    rho = 1.0 - (within - np.mean(covariance, axis=0) * n / (n - 1.0)) / total
    rho[0] = 1.0
    pairs = rho[: n - n % 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs <= 0.0)
    pairs = np.minimum.accumulate(pairs[: negative[0] if len(negative) else len(pairs)])
    tau = max(-1.0 + 2.0 * float(np.sum(pairs)), 1.0 / np.log10(m * n))
    return float(m * n / tau)


def _autocovariance(draws: Float[M, N]) -> Float[M, N]:
    """The autocovariance of each chain at all lags, with the divisor n."""
    n = draws.shape[1]
    away = draws - np.mean(draws, axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(away, 2 * n, axis=1)) ** 2
    found: Float[M, N] = np.fft.irfft(power, 2 * n, axis=1)[:, :n] / n
    return found
