"""Noise processes given the data, at the noise parameters of a model: mean, covariance and draws of their coefficients.

The posterior of the coefficients a is Gaussian, of covariance S = (G + Phi^-1)^-1 and mean S F^T P r
(`jug.analysis.processes.equations_of_processes`); Phi are their prior variances. It includes what the timing parameters
and ECORR leave open.
"""

from dataclasses import dataclass

import numpy as np

from jug.analysis.processes.equations_of_processes import ProcessColumns, process_equations
from jug.core.arguments.kinds import expect
from jug.core.arguments.named import Named
from jug.core.array import Column, Float, Mode, N, Toa
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False, repr=False)
class Conditional(FieldsShown):
    """The coefficients of noise processes given the data; what `jug.conditional` returns.

    Parameters
    ----------
    psr : str
    processes : dict of str to ProcessColumns
        Frequencies and columns of each process.
    mean : dict of str to (k,) array
        Of the coefficients of each process, s: those of the sines, then of the cosines.
    covariance : (k, k) array
        Of the coefficients of all processes, one after the other, s^2.
    n_toa : int
    """

    psr: str
    processes: dict[str, ProcessColumns]
    mean: dict[str, Float[Mode]]
    covariance: Float[Column, Column]
    n_toa: int

    def covariance_of(self, name: str) -> Float[Mode, Mode]:
        """Return the covariance of the coefficients of one process.

        Parameters
        ----------
        name : str

        Returns
        -------
        (k, k) array
            s^2.
        """
        places = self.processes[name].places
        return self.covariance[places, places]

    def realisation(self, name: str) -> Float[Toa]:
        """Return the mean of a process at the TOAs.

        Parameters
        ----------
        name : str

        Returns
        -------
        (n_toa,) array
            s.
        """
        return self.processes[name].basis[: self.n_toa] @ self.mean[name]

    def coefficients(self, count: int, seed: int = 0) -> dict[str, Float[N, Mode]]:
        """Draw coefficients of all processes together.

        Parameters
        ----------
        count : int
            Number of draws.
        seed : int

        Returns
        -------
        dict of str to (count, k) array
            By process, s.
        """
        values, vectors = np.linalg.eigh(self.covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        drawn = np.random.default_rng(seed).normal(size=(count, len(root))) @ root.T
        return Named(
            "noise process", {name: self.mean[name] + drawn[:, p.places] for name, p in self.processes.items()}
        )

    def realisations(self, count: int, seed: int = 0) -> dict[str, Float[N, Toa]]:
        """Draw the course of each process at the TOAs.

        Parameters
        ----------
        count : int
            Number of draws.
        seed : int
            Those of `coefficients`.

        Returns
        -------
        dict of str to (count, n_toa) array
            By process, s.
        """
        drawn = self.coefficients(count, seed)
        found = {name: drawn[name] @ p.basis[: self.n_toa].T for name, p in self.processes.items()}
        return Named("noise process", found)


@with_blas_threads_of_fit
def conditional(model: TimingModel, toas: TOAs) -> Conditional:
    """Compute the posterior of the coefficients of each noise process, at the noise parameters of a model.

    The free timing parameters are integrated over in the linear model, and so are the epochs of ECORR. At draws of
    chains: a model of each (``model.with_values``).

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    Conditional

    Raises
    ------
    FitError
        No noise process but ECORR.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.conditional(model.add_noise(toas, "red").set(TNREDAMP=-12, TNREDGAM=3), toas)
    >>> found.realisations(5)["RED"].shape
    (5, 62)
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    e = process_equations(model, toas)
    size = np.sqrt(np.concatenate([p.variance for p in e.processes.values()]))
    scaled = size[:, None] * e.gram * size  # of coefficients of unit prior variance
    inverse = np.linalg.inv(np.eye(len(size)) + scaled)
    covariance = size[:, None] * (0.5 * (inverse + inverse.T)) * size
    mean = covariance @ e.slope
    means = Named("noise process", {name: mean[p.places] for name, p in e.processes.items()})
    return Conditional(model.psr, Named("noise process", e.processes), means, covariance, e.n_toa)
