"""`posterior`: a likelihood with priors, as a function of a vector without bounds, for samplers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from jug.compute.jax_import import import_jax
from jug.core.arguments.kinds import expect
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Array, Float, N, Parameter
from jug.core.display.shown import Shown, TextRow
from jug.core.namespace import Namespace
from jug.sampling.jax_of_likelihood import is_of_jax
from jug.sampling.likelihood import Likelihood
from jug.sampling.pairing import lone_scatter_of, pairs_of
from jug.sampling.prior_vector import prior_vector
from jug.sampling.priors import ParameterPrior
from jug.sampling.transforms import to_bounded, to_unbounded, unbounded_transform

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray


def posterior(likelihood: Likelihood, priors: Mapping[str, ParameterPrior] | None = None) -> "Posterior":
    """Make the posterior density of a likelihood, as a function of a vector z without bounds.

    Parameters
    ----------
    likelihood : Likelihood
    priors : dict of str to ParameterPrior, optional
        By name of the parameter: `uniform`, `normal`, `log_uniform`, `half_normal`, `physical` and `cos_i` of
        `jug.sampling.priors`, in par units. Without one, timing parameters have flat priors of density 1 per par unit
        over their physical range, and noise parameters those of `jug.sampling.default_priors.DEFAULTS`: EFAC
        is uniform from 0.1 to 10, EQUAD and ECORR are uniform in log10 from 1e-3 to 1e4 us.

    Returns
    -------
    Posterior

    Raises
    ------
    FitError
        A name that is not in the likelihood's vector; a prior that is not possible for its parameter.

    Examples
    --------
    >>> import jug
    >>> from jug.sampling import priors
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> model = jug.fit(model.add("EQUAD TEL gbt 5"), toas).model
    >>> log_p = jug.posterior(jug.likelihood(model, toas), {"DM": priors.normal(224.0, 0.5)})
    >>> log_p.names
    ('RAJ', 'DECJ', 'F0', 'F1', 'DM', 'log10_EQUAD1')
    >>> z = log_p.start
    >>> f"EQUAD1 {log_p.values(z)['EQUAD1']:.2f} us"
    'EQUAD1 5.00 us'
    >>> theta = log_p.theta(z)
    >>> bool(abs(log_p.z(theta) - z).max() < 1e-9)
    True
    >>> abs(log_p(z) - log_p.likelihood(theta) - log_p.log_prior(z) - log_p.log_jacobian(z)) < 1e-6
    True
    """
    expect(likelihood=(likelihood, Likelihood))
    return Posterior(likelihood, dict(priors or {}))


class Posterior(Shown):
    """Log posterior density as a function of a vector z without bounds, made by `posterior`.

    Call it as a `Likelihood`: with a NumPy vector for a float, with a JAX array for a JAX scalar. The value is
    log L(theta(z)) + log prior(theta) + ``log |det dtheta/dz|``, and comparable between models, as `Likelihood` is.
    Every element of z may be any real number. Timing parameters are uncorrelated and of unit width in z, unless they
    have an edge, of a prior or a range, within 30 uncertainties. For EFAC and the EQUAD of the same TOAs, z is the
    logarithm of the whole uncertainty and of the ratio of its two terms. For an EQUAD alone it is the logarithm of
    EQUAD where that is small, and of the whole uncertainty where it is significant.

    Attributes
    ----------
    likelihood : Likelihood
    names : tuple of str
        The coordinates of the priors: ``F0``, ``log10_EQUAD1``, ``cos_i``.
    start : (k,) array
        z of the model; a parameter at an edge of its prior, as an EQUAD of 0, is moved inside.
    """

    @without_numpy_warnings
    def __init__(self, likelihood: Likelihood, priors: dict[str, ParameterPrior]) -> None:
        self._given = priors
        self.likelihood = likelihood
        own = likelihood.model(likelihood.start)
        entries = [own.entry(name) for name in likelihood.names]
        for name in priors:
            likelihood.theta({name: own.values[own.entry(name).name]})  # refuses a name that is not varied
        by_name = {own.entry(name).name: prior for name, prior in priors.items()}
        vector = likelihood.vector
        self._priors = prior_vector(vector, entries, by_name)
        elements = self._priors.elements
        covariance = np.eye(len(elements))  # noise parameters have a bound on one side at least
        covariance[: vector.n_timing, : vector.n_timing] = vector.covariance
        low, high = np.array([[e.low, e.high] for e in elements]).T
        pairs = pairs_of(own, likelihood.toas, entries, elements)
        lone = lone_scatter_of(own, likelihood.toas, entries, elements, pairs)
        self._by = unbounded_transform(low, high, covariance, pairs, lone)
        named = zip(elements, likelihood.names, strict=True)
        self.names = tuple(e.coordinate.name.format(name) if e.coordinate else name for e, name in named)
        self.start = self.z(likelihood.start)

    def _shown(self) -> tuple[str, list[TextRow]]:
        title = f"Posterior of PSR {self.likelihood.model(self.likelihood.start).psr or '(no name)'}"
        found = self.samples(self.start[None])
        return f"{title}: {len(self.names)} elements", [(name, f"{x[0]:.6g}") for name, x in found.items()]

    def __reduce__(self) -> tuple[object, ...]:
        return Posterior, (self.likelihood, self._given)

    @overload
    def __call__(self, z: ArrayLike) -> float: ...
    @overload
    def __call__(self, z: "DeviceArray") -> "DeviceArray": ...
    @without_numpy_warnings
    def __call__(self, z: "ArrayLike | DeviceArray") -> "float | DeviceArray":
        """Evaluate the log of the posterior density at z.

        Parameters
        ----------
        z : ndarray, shape (k,)
            Without bounds, in the order of `names`; of NumPy, a list, or of JAX.

        Returns
        -------
        float, or a scalar of JAX for an array of JAX
            Log-likelihood, log prior and the log of the Jacobian of the transformation, without constants.
        """
        if is_of_jax(z):
            theta, more = self._at(import_jax().numpy, cast(Array, z))
            return cast("DeviceArray", cast(Array, self.likelihood(cast("DeviceArray", theta))) + more)
        theta, more = self._at(np, self._vector(cast(ArrayLike, z)))
        return float(self.likelihood(theta) + more)

    @without_numpy_warnings
    def many(self, zs: ArrayLike) -> Float[N]:
        """Evaluate the log of the posterior density at many vectors (emcee's ``vectorize``).

        Parameters
        ----------
        zs : ndarray, shape (m, k)
            A vector in each row.

        Returns
        -------
        ndarray, shape (m,)
            Natural logarithms, no unit.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> log_p = jug.posterior(jug.likelihood(jug.fit(model, toas).model, toas))
        >>> best, off = log_p.many([log_p.start, log_p.start + 3.0])
        >>> bool(best > off), float(best) == log_p(log_p.start)
        (True, True)
        """
        theta, more = self._at(np, np.atleast_2d(self._vector(zs)))
        return self.likelihood.many(theta) + more

    @without_numpy_warnings
    def theta(self, z: ArrayLike) -> Float[Parameter]:
        """Convert z to theta of the likelihood.

        Parameters
        ----------
        z : (k,) or (m, k) array
            Without unit and bounds.

        Returns
        -------
        (k,) or (m, k) array
            Timing parameters in units of their uncertainty, noise parameters in par units.
        """
        return self._at(np, self._vector(z))[0]

    @without_numpy_warnings
    def z(self, theta: ArrayLike) -> Float[Parameter]:
        """Convert a point from theta to z, (k,).

        Parameters
        ----------
        theta : ndarray, shape (k,)
            Timing parameters in units of their uncertainty, noise parameters in par units.

        Returns
        -------
        ndarray, shape (k,)
            Coordinates without bounds, no unit.
        """
        return to_unbounded(self._by, self._priors.coordinates(self._vector(theta)))

    def values(self, z: ArrayLike) -> dict[str, float]:
        """Return the values of the parameters.

        Parameters
        ----------
        z : ndarray, shape (k,)
            Without unit and bounds.

        Returns
        -------
        dict of str to float
            In par units.
        """
        return self.likelihood.values(self.theta(z))

    @without_numpy_warnings
    def samples(self, zs: ArrayLike) -> dict[str, Float[N]]:
        """Return the coordinates `names` of many z: par units, log10 of par units, or cos i.

        Parameters
        ----------
        zs : ndarray, shape (m, k)
            A vector in each row.

        Returns
        -------
        dict of str to (m,) array
            By name.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> log_p = jug.posterior(jug.likelihood(jug.fit(model, toas).model, toas))
        >>> {name: x.shape for name, x in log_p.samples([log_p.start, log_p.start]).items()}["DM"]
        (2,)
        """
        u = to_bounded(np, self._by, np.atleast_2d(self._vector(zs)))[0]
        own = self._priors
        plain = own.value + (u - own.origin) / own.scale
        return {name: (u if i in own.mapped else plain)[:, i] for i, name in enumerate(self.names)}

    @without_numpy_warnings
    def log_jacobian(self, z: ArrayLike) -> float:
        """Evaluate ``log |det dtheta/dz|``.

        Parameters
        ----------
        z : ndarray, shape (k,)
            Without unit and bounds.

        Returns
        -------
        float
            Natural logarithm, no unit.
        """
        u, slope = to_bounded(np, self._by, self._vector(z))
        return float(slope + self._priors.theta(np, u)[1])

    @without_numpy_warnings
    def log_prior(self, z: ArrayLike) -> float:
        """Evaluate the log of the prior density of theta at theta(z).

        Parameters
        ----------
        z : ndarray, shape (k,)
            Without unit and bounds.

        Returns
        -------
        float
            Natural logarithm, no unit.
        """
        u, _ = to_bounded(np, self._by, self._vector(z))
        return float(self._priors.log_density(np, u) - self._priors.theta(np, u)[1])

    def _at(self, xp: Namespace, z: Array) -> tuple[Array, Array]:
        """theta, and log prior(theta) + log |det dtheta/dz|, in which dtheta/du cancels."""
        u, slope = to_bounded(xp, self._by, z)
        return self._priors.theta(xp, u)[0], self._priors.log_density(xp, u) + slope

    def _vector(self, z: ArrayLike) -> Array:
        return np.asarray(z, dtype=np.float64)
