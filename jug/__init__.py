"""jug: pulsar timing to the nanosecond, from par and tim files to a fitted timing solution.

>>> import jug
>>> model, toas = jug.load("J0000.par", "J0000.tim")   # doctest: +SKIP
>>> result = jug.fit(model, toas)                      # doctest: +SKIP
>>> print(result.summary())                            # doctest: +SKIP
"""

from .errors import (
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
from .fitting.choose import choose_backend
from .fitting.fit import fit
from .fitting.result import FitResult
from .fitting.stop import Stop
from .io.par import ParFile, read_par
from .io.rawtoas import RawTOAs
from .io.tim import read_tim
from .loading import load, load_model, prepare
from .model.design import DesignMatrix, design_matrix
from .model.residuals import Residuals, residuals
from .model.timing import TimingModel
from .obs.toas import TOAs
from .plot import plot_residuals
from .simulation import simulate
from .version import __version__
from .writing import write_par, write_tim

__all__ = [
    "BackendError",
    "ClockWarning",
    "DataError",
    "DesignMatrix",
    "FitError",
    "FitResult",
    "FitWarning",
    "InputError",
    "InputWarning",
    "JugError",
    "JugWarning",
    "ParError",
    "ParFile",
    "RawTOAs",
    "Residuals",
    "Stop",
    "TOAs",
    "TimError",
    "TimingModel",
    "__version__",
    "choose_backend",
    "design_matrix",
    "fit",
    "load",
    "load_model",
    "plot_residuals",
    "prepare",
    "read_par",
    "read_tim",
    "residuals",
    "simulate",
    "write_par",
    "write_tim",
]
