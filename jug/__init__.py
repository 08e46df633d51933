"""jug: pulsar timing to the nanosecond, from par and tim files to a fitted timing solution.

>>> import jug
>>> model, toas = jug.load("J0000.par", "J0000.tim")   # doctest: +SKIP
>>> result = jug.fit(model, toas)                      # doctest: +SKIP
>>> print(result.summary())                            # doctest: +SKIP

A name is imported when it is first asked for (PEP 562), so that ``import jug`` and ``jug --help`` take milliseconds and
a fit pays for no plots, grids or conversions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jug.version import __version__

if TYPE_CHECKING:
    from jug import data, errors
    from jug.analysis.averaging import Averaged, average
    from jug.analysis.derived_quantities import Derived, derived
    from jug.analysis.grid import grid
    from jug.analysis.grid_result import Grid
    from jug.analysis.orbit_times import Timed, orbital_phase, periastron_times
    from jug.analysis.simulation import simulate
    from jug.compute.selector import choose_backend
    from jug.conversion.binaries import ConvertedBinary, convert_binary
    from jug.conversion.units import convert_units
    from jug.conversion.writing import write_par, write_tim
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
    from jug.fitting.fit import fit
    from jug.fitting.result import FitResult
    from jug.fitting.stop import Stop
    from jug.io.par import ParFile, read_par
    from jug.io.tim.raw_toas import RawTOAs
    from jug.io.tim.read import read_tim
    from jug.loading import load, load_model, prepare
    from jug.machine.available import Backends, backends
    from jug.model.evaluation.delays import Delays, delays
    from jug.model.evaluation.design_matrix import DesignMatrix, design_matrix
    from jug.model.evaluation.residuals import Residuals, residuals
    from jug.model.timing_model import TimingModel
    from jug.obs.toas import TOAs
    from jug.plots.delays import plot_delays
    from jug.plots.grid import plot_grid
    from jug.plots.noise import plot_noise
    from jug.plots.residuals import plot_residuals
    from jug.sampling.likelihood import Likelihood, likelihood

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
    "data",
    "delays",
    "derived",
    "design_matrix",
    "errors",
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

_NAMES = {
    "analysis.averaging": "Averaged average",
    "conversion.binaries": "ConvertedBinary convert_binary",
    "analysis.derived_quantities": "Derived derived",
    "errors": "BackendError ClockWarning DataError FitError FitWarning InputError InputWarning JugError JugWarning "
    "ParError TimError",
    "compute.selector": "choose_backend",
    "fitting.fit": "fit",
    "analysis.grid": "grid",
    "analysis.grid_result": "Grid",
    "sampling.likelihood": "Likelihood likelihood",
    "fitting.result": "FitResult",
    "fitting.stop": "Stop",
    "io.par": "ParFile read_par",
    "io.tim.raw_toas": "RawTOAs",
    "io.tim.read": "read_tim",
    "loading": "load load_model prepare",
    "machine.available": "Backends backends",
    "model.evaluation.delays": "Delays delays",
    "model.evaluation.design_matrix": "DesignMatrix design_matrix",
    "model.evaluation.residuals": "Residuals residuals",
    "model.timing_model": "TimingModel",
    "obs.toas": "TOAs",
    "analysis.orbit_times": "Timed orbital_phase periastron_times",
    "plots.delays": "plot_delays",
    "plots.grid": "plot_grid",
    "plots.noise": "plot_noise",
    "plots.residuals": "plot_residuals",
    "analysis.simulation": "simulate",
    "conversion.units": "convert_units",
    "conversion.writing": "write_par write_tim",
}
"""The public names of each module of the package."""

_HOME = {name: f"jug.{module}" for module, names in _NAMES.items() for name in names.split()}
_MODULES = {"data", "errors"}


if not TYPE_CHECKING:  # a checker goes by the imports above, and sees a name that is not there

    def __getattr__(name: str) -> Any:
        """Import what is asked for; from then on it is an attribute like any other."""
        if name in _MODULES:
            return import_module(f"jug.{name}")
        if name not in _HOME:
            raise AttributeError(f"module 'jug' has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
