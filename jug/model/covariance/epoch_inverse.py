"""The interface of epochs that the rest of the covariance uses, whether or not they share TOAs."""

from typing import Protocol

from jug.core.array import Array, Datum, Epoch, Float, Int, K, N
from jug.core.namespace import Namespace


class EpochInverse(Protocol):
    """D^-1 = (J^-1 + E^T w E)^-1, with E the columns of all epochs, J their prior variances and w = 1/sigma^2.

    `jug.model.covariance.disjoint_epochs.DisjointInverse` implements it where no TOA is in two epochs,
    `jug.model.covariance.linked_inverse.LinkedInverse` otherwise. In the first, arrays over the epochs have m + 1
    elements; the last one stands for the TOAs in no epoch. K = N + E J E^T is the covariance with N = 1/w.
    """

    @property
    def log_det(self) -> Float[()]:
        """log det (J D)."""

    def add_toas(self, xp: Namespace, rows: Array) -> Array:
        """Add the TOAs of each epoch: E^T rows.

        Parameters
        ----------
        xp : Namespace
        rows : (n,) or (n, k) array
            In any unit.

        Returns
        -------
        (m,) or (m, k) array
            In the unit of ``rows``.
        """

    def give_to_toas(self, xp: Namespace, x: Array) -> Array:
        """Add for each TOA the values of its epochs: E x.

        Parameters
        ----------
        xp : Namespace
        x : (m,) or (m, k) array
            In any unit.

        Returns
        -------
        (n,) or (n, k) array
            In the unit of ``x``.
        """

    def multiply(self, xp: Namespace, x: Array) -> Array:
        """Multiply: D^-1 x.

        Parameters
        ----------
        xp : Namespace
        x : (m,) or (m, k) array
            In any unit.

        Returns
        -------
        (m,) or (m, k) array
            In the unit of ``x`` times that of D^-1.
        """

    def diagonal_at_toas(self, xp: Namespace) -> Float[Datum]:
        """The diagonal of E D^-1 E^T, (n,)."""

    def elements_between(self, some: Int[N], others: Int[K]) -> Float[N, K]:
        """Elements of E D^-1 E^T, in NumPy.

        Parameters
        ----------
        some, others : (r,) and (c,) int arrays
            Rows and columns.

        Returns
        -------
        (r, c) array
            In the unit of D^-1.
        """

    def add_epoch_noise(self, xp: Namespace, x: Array) -> Array:
        """Convert E^T w F to E^T K^-1 F, for any array F with one row for each TOA.

        Parameters
        ----------
        xp : Namespace
        x : (m, k) array
            E^T w F.

        Returns
        -------
        (m, k) array
            In the unit of the argument.
        """

    def epoch_diagonal(self, xp: Namespace) -> Float[Epoch]:
        """The diagonal of E^T K^-1 E, (m,)."""
