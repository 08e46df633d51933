"""jug: pulsar timing to the nanosecond, from par and tim files to a fitted timing solution.

>>> import jug
>>> model, toas = jug.load("J0000.par", "J0000.tim")   # doctest: +SKIP
>>> result = jug.fit(model, toas)                      # doctest: +SKIP
>>> print(result.summary())                            # doctest: +SKIP
"""

from jug.averaging import Averaged, average
from jug.convert_binary import ConvertedBinary, convert_binary
from jug.convert_units import convert_units
from jug.derived import Derived, derived
from jug.errors import (
    BackendError,
    ClockWarning,
    DataError,
    FitError,
    FitWarning,
    InputError,
    InputWarning,
    JugError,
    JugWarning,
    ParError,
    TimError,
)
from jug.fitting.choose import choose_backend
from jug.fitting.fit import fit
from jug.fitting.grid import grid
from jug.fitting.gridresult import Grid
from jug.fitting.likelihood import Likelihood, likelihood
from jug.fitting.result import FitResult
from jug.fitting.stop import Stop
from jug.io.par import ParFile, read_par
from jug.io.rawtoas import RawTOAs
from jug.io.tim import read_tim
from jug.loading import load, load_model, prepare
from jug.machine import Backends, backends
from jug.model.delays import Delays, delays
from jug.model.design import DesignMatrix, design_matrix
from jug.model.residuals import Residuals, residuals
from jug.model.timing import TimingModel
from jug.obs.toas import TOAs
from jug.orbit_times import Timed, orbital_phase, periastron_times
from jug.plot import plot_residuals
from jug.plot_grid import plot_grid
from jug.plot_noise import plot_noise
from jug.plot_terms import plot_delays
from jug.simulation import simulate
from jug.version import __version__
from jug.writing import write_par, write_tim

__all__ = [
    "Averaged",
    "BackendError",
    "Backends",
    "ClockWarning",
    "ConvertedBinary",
    "DataError",
    "Delays",
    "Derived",
    "DesignMatrix",
    "FitError",
    "FitResult",
    "FitWarning",
    "Grid",
    "InputError",
    "InputWarning",
    "JugError",
    "JugWarning",
    "Likelihood",
    "ParError",
    "ParFile",
    "RawTOAs",
    "Residuals",
    "Stop",
    "TOAs",
    "TimError",
    "Timed",
    "TimingModel",
    "__version__",
    "average",
    "backends",
    "choose_backend",
    "convert_binary",
    "convert_units",
    "delays",
    "derived",
    "design_matrix",
    "fit",
    "grid",
    "likelihood",
    "load",
    "load_model",
    "orbital_phase",
    "periastron_times",
    "plot_delays",
    "plot_grid",
    "plot_noise",
    "plot_residuals",
    "prepare",
    "read_par",
    "read_tim",
    "residuals",
    "simulate",
    "write_par",
    "write_tim",
]
