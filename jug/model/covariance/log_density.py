"""The Gaussian log-likelihood and its derivatives; `jug.model.covariance.gaussian` has the formulas and C^-1."""

from typing import NamedTuple

from jug.core.array import Array, Datum, Epoch, Float, Mode
from jug.core.namespace import Namespace
from jug.model.covariance.gaussian import Whitener, basis_coefficients, weigh_residuals, whitener
from jug.model.covariance.plain_prior import PlainPrior


class Evaluated(NamedTuple):
    """The intermediate results of one evaluation of the log-likelihood.

    Parameters
    ----------
    by : Whitener
    r, z : (n,) arrays
        Residuals, and C^-1 r.
    prior : PlainPrior or None
    """

    by: Whitener
    r: Float[Datum]
    z: Float[Datum]
    prior: PlainPrior | None


class LikelihoodDerivatives(NamedTuple):
    """Derivatives of the log-likelihood; None where the model has no epochs or no basis.

    Parameters
    ----------
    r, sigma2 : (n,) arrays
        By the residuals, and by the white variances.
    epoch_variance : (m,) array or None
        By the prior variances of the epochs.
    variance, basis : (k,) array or None, (n, k) array or None
        By the prior variances of the coefficients of the basis, and by the elements of the basis.
    """

    r: Float[Datum]
    sigma2: Float[Datum]
    epoch_variance: Float[Epoch] | None
    variance: Float[Mode] | None
    basis: Float[Datum, Mode] | None


def log_density(
    xp: Namespace,
    r: Float[Datum],
    sigma2: Float[Datum],
    prior: PlainPrior | None,
    basis_t: Float[Mode, Datum] | None = None,
) -> tuple[Float[()], Evaluated]:
    """Evaluate the log-likelihood without the term n log(2 pi).

    Parameters
    ----------
    xp : Namespace
    r : (n,) array
        Residuals.
    sigma2, prior, basis_t
        As in `whitener`.

    Returns
    -------
    value : float
        -(r^T C^-1 r + log det C) / 2.
    evaluated : Evaluated, for `density_slopes`
    """
    by = whitener(xp, sigma2, prior, basis_t)
    z = weigh_residuals(xp, by, r)
    return -0.5 * (r @ z + by.log_det), Evaluated(by, r, z, prior)


def density_slopes(xp: Namespace, evaluated: Evaluated) -> LikelihoodDerivatives:
    """Differentiate the log-likelihood at a point that `log_density` has evaluated.

    H R^T = w G, where G is F R^T less v share times the sums of w v F R^T over the epoch.

    Parameters
    ----------
    xp : Namespace
    evaluated : Evaluated

    Returns
    -------
    LikelihoodDerivatives
    """
    by, r, z, _ = evaluated
    if by.basis is None or by.root is None:
        return slopes_by_variances(xp, evaluated, None, None)
    g, epoch_root = by.basis @ by.root.T, None
    if by.epochs is not None and by.sums is not None:
        epoch_root = by.sums @ by.root.T
        g -= by.epochs.give_to_toas(xp, by.epochs.multiply(xp, epoch_root))  # in place with NumPy
    found = slopes_by_variances(xp, evaluated, xp.einsum("ij,ij->i", g, g), epoch_root)
    return found._replace(basis=z[:, None] * basis_coefficients(xp, by, r) - (by.w[:, None] * g) @ by.root)


def slopes_by_variances(
    xp: Namespace, evaluated: Evaluated, norms: Float[Datum] | None, epoch_root: Float[Epoch, Mode] | None
) -> LikelihoodDerivatives:
    """Differentiate the log-likelihood by all but the elements of the basis.

    Parameters
    ----------
    xp : Namespace
    evaluated : Evaluated
    norms : (n,) array or None
        The squares of the rows of G, summed; None without a basis.
    epoch_root : (m, k) or (m + 1, k) array, or None
        The sums of w v F over the epochs, times R^T; None without epochs or without a basis.

    Returns
    -------
    LikelihoodDerivatives
        ``basis`` is None.
    """
    by, r, z, prior = evaluated
    by_epoch, by_variance = None, None
    own: Array | float = 1.0
    if by.epochs is not None:
        own = own - by.w * by.epochs.diagonal_at_toas(xp)
    if by.root is not None and norms is not None and prior is not None and prior.variance is not None:
        own = own - by.w * norms
        a, phi = basis_coefficients(xp, by, r), prior.variance
        by_variance = 0.5 * (((a / phi) ** 2 - 1.0 / phi) + xp.sum(by.root * by.root, axis=0) / phi**2)
    if by.epochs is not None and prior is not None and prior.epoch_variance is not None:
        m = prior.epoch_variance.shape[0]
        own_epoch = by.epochs.epoch_diagonal(xp)
        if epoch_root is not None:
            own_epoch = own_epoch - xp.sum(by.epochs.add_epoch_noise(xp, epoch_root) ** 2, axis=1)
        by_epoch = 0.5 * (by.epochs.add_toas(xp, z)[:m] ** 2 - own_epoch)
    return LikelihoodDerivatives(-z, 0.5 * (z * z - by.w * own), by_epoch, by_variance, None)
