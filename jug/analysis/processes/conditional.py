"""Noise processes given the data, at the noise parameters of a model: mean, covariance and draws of their coefficients.

The posterior of the coefficients a is Gaussian, of covariance S = (G + Phi^-1)^-1 and mean S F^T P r
(`jug.analysis.processes.equations_of_processes`); Phi are their prior variances. It includes the uncertainty of the
timing parameters and of ECORR.
"""

from dataclasses import dataclass
from os import PathLike

import numpy as np

from jug.analysis.processes.course_file import write_courses
from jug.analysis.processes.equations_of_processes import ProcessColumns, process_equations
from jug.core.arguments.kinds import expect
from jug.core.arguments.named import Named
from jug.core.array import Column, Float, Mode, N, Toa
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject


@dataclass(frozen=True, eq=False, repr=False)
class Conditional(FieldsShown):
    """The coefficients of noise processes given the data; the result of `jug.conditional`.

    Parameters
    ----------
    psr : str
    processes : dict of str to ProcessColumns
        Frequencies and columns of each process.
    mean : dict of str to (k,) array
        Mean coefficients of each process, s: those of the sines, then of the cosines.
    covariance : (k, k) array
        Covariance of the coefficients of all processes, one after the other, s^2.
    mjd : (n_toa,) array
        MJDs of the TOAs, as in the tim file.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.conditional(model.add_noise(toas, "red=3").set(TNREDAMP=-12, TNREDGAM=3), toas)
    >>> found.n_toa, found.mean["RED"].shape, found.covariance_of("RED").shape
    (62, (6,), (6, 6))
    >>> course, error = found.realisation("RED"), found.realisation_error("RED")  # s
    >>> course.shape, bool(error.min() > 0.0)
    ((62,), True)
    >>> found.coefficients(5)["RED"].shape, found.realisations(5)["RED"].shape
    ((5, 6), (5, 62))
    >>> found.write("courses.csv", count=2)
    >>> list(found.to_json())
    ['mjd', 'processes']
    """

    psr: str
    processes: dict[str, ProcessColumns]
    mean: dict[str, Float[Mode]]
    covariance: Float[Column, Column]
    mjd: Float[Toa]

    @property
    def n_toa(self) -> int:
        """The number of TOAs."""
        return len(self.mjd)

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

    def realisation_error(self, name: str) -> Float[Toa]:
        """Return the standard deviation of a process at the TOAs.

        Parameters
        ----------
        name : str

        Returns
        -------
        (n_toa,) array
            s.
        """
        basis = self.processes[name].basis[: self.n_toa]
        variance: Float[Toa] = np.sum((basis @ self.covariance_of(name)) * basis, axis=1)
        return np.sqrt(np.maximum(variance, 0.0))

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
        """Draw the values of each process at the TOAs.

        Parameters
        ----------
        count : int
            Number of draws.
        seed : int
            Seed of `coefficients`, of which these are the realisations.

        Returns
        -------
        dict of str to (count, n_toa) array
            By process, s.
        """
        drawn = self.coefficients(count, seed)
        found = {name: drawn[name] @ p.basis[: self.n_toa].T for name, p in self.processes.items()}
        return Named("noise process", found)

    def write(self, path: str | PathLike[str], count: int = 0, seed: int = 0) -> None:
        """Write the values of each process at the TOAs as a table.

        Its columns are ``mjd``, and for a process ``RED`` the mean ``RED``, the standard deviation ``RED_error``, and
        the draws ``RED_1``, ``RED_2``, ... , s.

        Parameters
        ----------
        path : path-like
            Its ending chooses the format: .feather, .parquet, .csv, .fits; any other means text.
        count : int
            Number of draws.
        seed : int
            As for `realisations`.

        Raises
        ------
        InputError
            The file cannot be written.
        """
        drawn = self.realisations(count, seed)
        columns = {"mjd": self.mjd}
        for name in self.processes:
            columns |= {name: self.realisation(name), f"{name}_error": self.realisation_error(name)}
            columns |= {f"{name}_{i}": one for i, one in enumerate(drawn[name], 1)}
        write_courses(path, columns)

    def to_json(self) -> JsonObject:
        """Convert mean and standard deviation at the TOAs to values for JSON.

        Returns
        -------
        dict
            ``mjd``; ``processes`` by name: ``mean`` and ``error`` in s, lists of n_toa.
        """
        one = {
            name: {"mean": self.realisation(name).tolist(), "error": self.realisation_error(name).tolist()}
            for name in self.processes
        }
        return {"mjd": self.mjd.tolist(), "processes": one}


@with_blas_threads_of_fit
def conditional(model: TimingModel, toas: TOAs) -> Conditional:
    """Compute the posterior of the coefficients of each noise process, at the noise parameters of a model.

    The free timing parameters are integrated over in the linear model, and so are the epochs of ECORR. For draws of
    chains, call it with the model of each draw (``model.with_values``).

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
        The model has no noise process except ECORR.

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
    scaled = size[:, None] * e.gram * size  # the Gram matrix for coefficients with prior variance 1
    inverse = np.linalg.inv(np.eye(len(size)) + scaled)
    covariance = size[:, None] * (0.5 * (inverse + inverse.T)) * size
    mean = covariance @ e.slope
    means = Named("noise process", {name: mean[p.places] for name, p in e.processes.items()})
    return Conditional(model.psr, Named("noise process", e.processes), means, covariance, toas.mjd)
