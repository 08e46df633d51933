"""jug: pulsar timing to the nanosecond, from par and tim files to a fitted timing solution.

>>> import jug
>>> model, toas = jug.load(*jug.data.example("NGC6440E"))
>>> result = jug.fit(model, toas)
>>> result.converged, result.dof
(True, 56)
>>> print(f"F0 = {result.values['F0']:.10f} Hz")
F0 = 61.4854765544 Hz

A name is imported when it is first used (PEP 562), so that ``import jug`` and ``jug --help`` take milliseconds and a
fit imports no plots, grids or conversions.
"""

from importlib import import_module

from jug.core import FROM_ABOVE, TYPE_CHECKING
from jug.version import __version__ as __version__

import_module("jug.core.execution.forks").watch_forks()

if TYPE_CHECKING:  # for type checkers and editors; at run time the table below says the same
    from jug import data as data
    from jug import errors as errors
    from jug.analysis.comparison.comparison import compare as compare
    from jug.analysis.comparison.comparison_result import Comparison as Comparison
    from jug.analysis.derived.derived_quantities import Derived as Derived
    from jug.analysis.derived.derived_quantities import derived as derived
    from jug.analysis.diagnosis.diagnosis import Diagnosis as Diagnosis
    from jug.analysis.diagnosis.examine import doctor as doctor
    from jug.analysis.grids.grid import grid as grid
    from jug.analysis.grids.grid_axes import grid_axes as grid_axes
    from jug.analysis.grids.grid_result import Grid as Grid
    from jug.analysis.information.fisher import Fisher as Fisher
    from jug.analysis.information.fisher import fisher as fisher
    from jug.analysis.information.fit_gradient import FitGradient as FitGradient
    from jug.analysis.information.fit_gradient import fit_gradient as fit_gradient
    from jug.analysis.noise_check.check import check_noise as check_noise
    from jug.analysis.noise_check.result import NoiseCheck as NoiseCheck
    from jug.analysis.orbit_times import Timed as Timed
    from jug.analysis.orbit_times import orbital_phase as orbital_phase
    from jug.analysis.orbit_times import periastron_times as periastron_times
    from jug.analysis.outliers.outlier_result import Outliers as Outliers
    from jug.analysis.outliers.outliers import outliers as outliers
    from jug.analysis.overview import Overview as Overview
    from jug.analysis.overview import overview as overview
    from jug.analysis.prediction.prediction import predict as predict
    from jug.analysis.prediction.prediction_result import Prediction as Prediction
    from jug.analysis.processes.conditional import Conditional as Conditional
    from jug.analysis.processes.conditional import conditional as conditional
    from jug.analysis.processes.free_spectrum import FreeSpectrum as FreeSpectrum
    from jug.analysis.processes.free_spectrum import free_spectrum as free_spectrum
    from jug.analysis.publication.solution import publish as publish
    from jug.analysis.residuals.averaging import Averaged as Averaged
    from jug.analysis.residuals.averaging import average as average
    from jug.analysis.simulation.campaign import campaign as campaign
    from jug.analysis.simulation.simulation import simulate as simulate
    from jug.analysis.term_tests.term_test import TermTest as TermTest
    from jug.analysis.term_tests.term_test_result import FTest as FTest
    from jug.analysis.term_tests.term_tests import ftest as ftest
    from jug.analysis.toa_columns.table import columns as columns
    from jug.chains.file import read_chain as read_chain
    from jug.chains.result import Chains as Chains
    from jug.chains.sample import sample as sample
    from jug.chains.spectra import PosteriorSpectrum as PosteriorSpectrum
    from jug.chains.spectra import posterior_spectra as posterior_spectra
    from jug.compute.selector import choose_backend as choose_backend
    from jug.connection.connect import connect as connect
    from jug.connection.result import Connected as Connected
    from jug.conversion.binaries.binaries import ConvertedBinary as ConvertedBinary
    from jug.conversion.binaries.binaries import convert_binary as convert_binary
    from jug.conversion.epochs.epochs import MovedEpochs as MovedEpochs
    from jug.conversion.epochs.epochs import move_epochs as move_epochs
    from jug.conversion.frames.frames import ConvertedFrame as ConvertedFrame
    from jug.conversion.frames.frames import convert_frame as convert_frame
    from jug.conversion.units import convert_units as convert_units
    from jug.conversion.writing import write_par as write_par
    from jug.conversion.writing import write_tim as write_tim
    from jug.errors import BackendError as BackendError
    from jug.errors import ClockWarning as ClockWarning
    from jug.errors import DataError as DataError
    from jug.errors import FitError as FitError
    from jug.errors import FitWarning as FitWarning
    from jug.errors import InputError as InputError
    from jug.errors import InputWarning as InputWarning
    from jug.errors import JugError as JugError
    from jug.errors import JugWarning as JugWarning
    from jug.errors import ParError as ParError
    from jug.errors import TimError as TimError
    from jug.exchange.engine import TimingEngine as TimingEngine
    from jug.exchange.engine import engine as engine
    from jug.exchange.enterprise import to_enterprise as to_enterprise
    from jug.exchange.feather import export as export
    from jug.exchange.pulsar_data import PulsarData as PulsarData
    from jug.exchange.pulsar_data import pulsar_data as pulsar_data
    from jug.exchange.record import PulsarRecord as PulsarRecord
    from jug.exchange.record import pulsar_record as pulsar_record
    from jug.exchange.solution import export_solution as export_solution
    from jug.fitting.choose_noise import choose_noise as choose_noise
    from jug.fitting.findings.fit_verdict import FitVerdict as FitVerdict
    from jug.fitting.findings.kinds import VerdictKind as VerdictKind
    from jug.fitting.fit import fit as fit
    from jug.fitting.fit_noise import noise as noise
    from jug.fitting.noise.result import NoiseFit as NoiseFit
    from jug.fitting.noise_choice.result import NoiseChoice as NoiseChoice
    from jug.fitting.result.fit_result import FitResult as FitResult
    from jug.fitting.stop import Stop as Stop
    from jug.folding.barycentring import barycentric_times as barycentric_times
    from jug.folding.barycentring import sky_model as sky_model
    from jug.folding.making import polyco as polyco
    from jug.folding.phase import Phases as Phases
    from jug.folding.phase import phase as phase
    from jug.folding.polyco import Polyco as Polyco
    from jug.folding.polyco_file import read_polyco as read_polyco
    from jug.folding.polyco_file import write_polyco as write_polyco
    from jug.folding.predictor import Predictor as Predictor
    from jug.folding.predictor_file import read_predictor as read_predictor
    from jug.folding.predictor_file import write_predictor as write_predictor
    from jug.folding.predictor_making import predictor as predictor
    from jug.io.par import ParFile as ParFile
    from jug.io.par import read_par as read_par
    from jug.io.tim.raw_toas import RawTOAs as RawTOAs
    from jug.io.tim.read import read_tim as read_tim
    from jug.loading import load as load
    from jug.loading import load_model as load_model
    from jug.loading import prepare as prepare
    from jug.machine.available import Backends as Backends
    from jug.machine.available import backends as backends
    from jug.model.evaluation.delays import Delays as Delays
    from jug.model.evaluation.delays import delays as delays
    from jug.model.evaluation.design_matrix import DesignMatrix as DesignMatrix
    from jug.model.evaluation.design_matrix import design_matrix as design_matrix
    from jug.model.evaluation.residuals import Residuals as Residuals
    from jug.model.evaluation.residuals import residuals as residuals
    from jug.model.parameter_value import ParameterValue as ParameterValue
    from jug.model.timing_model import TimingModel as TimingModel
    from jug.obs.stored_toas import open_toas as open_toas
    from jug.obs.stored_toas import store_toas as store_toas
    from jug.obs.toas import TOAs as TOAs
    from jug.page.fit_page import write_report as write_report
    from jug.plots.connection import plot_connection as plot_connection
    from jug.plots.corner import plot_corner as plot_corner
    from jug.plots.correlation import plot_correlation as plot_correlation
    from jug.plots.delays import plot_delays as plot_delays
    from jug.plots.dm_residuals import plot_dm_residuals as plot_dm_residuals
    from jug.plots.dmx import plot_dmx as plot_dmx
    from jug.plots.grid import plot_grid as plot_grid
    from jug.plots.histogram import plot_histogram as plot_histogram
    from jug.plots.noise import plot_noise as plot_noise
    from jug.plots.noise_check import plot_noise_check as plot_noise_check
    from jug.plots.normal_qq import plot_qq as plot_qq
    from jug.plots.periodogram import plot_periodogram as plot_periodogram
    from jug.plots.prediction import plot_prediction as plot_prediction
    from jug.plots.residuals import plot_residuals as plot_residuals
    from jug.plots.spectra import plot_spectra as plot_spectra
    from jug.pulsars.array_run import ArrayRun as ArrayRun
    from jug.pulsars.common_fit.common_result import CommonFit as CommonFit
    from jug.pulsars.gathering import gather as gather
    from jug.pulsars.pta import PTA as PTA
    from jug.pulsars.run import run as run
    from jug.pulsars.verification import Verification as Verification
    from jug.pulsars.verification import verify as verify
    from jug.pulsars.workers.slurm import SlurmScript as SlurmScript
    from jug.pulsars.workers.slurm import slurm_script as slurm_script
    from jug.sampling.batches.likelihood_batch import LikelihoodBatch as LikelihoodBatch
    from jug.sampling.batches.likelihood_batch import likelihood_batch as likelihood_batch
    from jug.sampling.likelihood import Likelihood as Likelihood
    from jug.sampling.likelihood import likelihood as likelihood
    from jug.sampling.posterior import Posterior as Posterior
    from jug.sampling.posterior import posterior as posterior

_PUBLIC_NAMES = {
    "analysis.residuals.averaging": "Averaged average",
    "analysis.simulation.campaign": "campaign",
    "analysis.comparison.comparison": "compare",
    "analysis.comparison.comparison_result": "Comparison",
    "analysis.derived.derived_quantities": "Derived derived",
    "analysis.diagnosis.diagnosis": "Diagnosis",
    "analysis.diagnosis.examine": "doctor",
    "analysis.grids.grid": "grid",
    "analysis.grids.grid_axes": "grid_axes",
    "analysis.grids.grid_result": "Grid",
    "analysis.information.fisher": "Fisher fisher",
    "analysis.information.fit_gradient": "FitGradient fit_gradient",
    "analysis.noise_check.check": "check_noise",
    "analysis.noise_check.result": "NoiseCheck",
    "analysis.orbit_times": "Timed orbital_phase periastron_times",
    "analysis.outliers.outlier_result": "Outliers",
    "analysis.outliers.outliers": "outliers",
    "analysis.overview": "Overview overview",
    "analysis.prediction.prediction": "predict",
    "analysis.prediction.prediction_result": "Prediction",
    "analysis.processes.conditional": "Conditional conditional",
    "analysis.processes.free_spectrum": "FreeSpectrum free_spectrum",
    "analysis.publication.solution": "publish",
    "analysis.simulation.simulation": "simulate",
    "analysis.toa_columns.table": "columns",
    "analysis.term_tests.term_test": "TermTest",
    "analysis.term_tests.term_test_result": "FTest",
    "analysis.term_tests.term_tests": "ftest",
    "chains.file": "read_chain",
    "chains.result": "Chains",
    "chains.sample": "sample",
    "chains.spectra": "PosteriorSpectrum posterior_spectra",
    "compute.selector": "choose_backend",
    "connection.connect": "connect",
    "connection.result": "Connected",
    "conversion.binaries.binaries": "ConvertedBinary convert_binary",
    "conversion.epochs.epochs": "MovedEpochs move_epochs",
    "conversion.frames.frames": "ConvertedFrame convert_frame",
    "conversion.units": "convert_units",
    "conversion.writing": "write_par write_tim",
    "errors": "BackendError ClockWarning DataError FitError FitWarning InputError InputWarning JugError "
    "JugWarning ParError TimError",
    "exchange.engine": "TimingEngine engine",
    "exchange.enterprise": "to_enterprise",
    "exchange.feather": "export",
    "exchange.pulsar_data": "PulsarData pulsar_data",
    "exchange.record": "PulsarRecord pulsar_record",
    "exchange.solution": "export_solution",
    "fitting.choose_noise": "choose_noise",
    "fitting.fit": "fit",
    "fitting.fit_noise": "noise",
    "fitting.noise.result": "NoiseFit",
    "fitting.noise_choice.result": "NoiseChoice",
    "fitting.result.fit_result": "FitResult",
    "fitting.stop": "Stop",
    "fitting.findings.fit_verdict": "FitVerdict",
    "fitting.findings.kinds": "VerdictKind",
    "folding.barycentring": "barycentric_times sky_model",
    "folding.making": "polyco",
    "folding.phase": "Phases phase",
    "folding.polyco": "Polyco",
    "folding.polyco_file": "read_polyco write_polyco",
    "folding.predictor": "Predictor",
    "folding.predictor_making": "predictor",
    "folding.predictor_file": "read_predictor write_predictor",
    "io.par": "ParFile read_par",
    "io.tim.raw_toas": "RawTOAs",
    "io.tim.read": "read_tim",
    "loading": "load load_model prepare",
    "machine.available": "Backends backends",
    "model.evaluation.delays": "Delays delays",
    "model.evaluation.design_matrix": "DesignMatrix design_matrix",
    "model.evaluation.residuals": "Residuals residuals",
    "model.parameter_value": "ParameterValue",
    "model.timing_model": "TimingModel",
    "obs.stored_toas": "open_toas store_toas",
    "obs.toas": "TOAs",
    "page.fit_page": "write_report",
    "plots.connection": "plot_connection",
    "plots.corner": "plot_corner",
    "plots.correlation": "plot_correlation",
    "plots.delays": "plot_delays",
    "plots.dm_residuals": "plot_dm_residuals",
    "plots.dmx": "plot_dmx",
    "plots.grid": "plot_grid",
    "plots.histogram": "plot_histogram",
    "plots.noise": "plot_noise",
    "plots.noise_check": "plot_noise_check",
    "plots.normal_qq": "plot_qq",
    "plots.periodogram": "plot_periodogram",
    "plots.prediction": "plot_prediction",
    "plots.residuals": "plot_residuals",
    "plots.spectra": "plot_spectra",
    "pulsars.array_run": "ArrayRun",
    "pulsars.common_fit.common_result": "CommonFit",
    "pulsars.gathering": "gather",
    "pulsars.pta": "PTA",
    "pulsars.run": "run",
    "pulsars.workers.slurm": "SlurmScript slurm_script",
    "pulsars.verification": "Verification verify",
    "sampling.batches.likelihood_batch": "LikelihoodBatch likelihood_batch",
    "sampling.likelihood": "Likelihood likelihood",
    "sampling.posterior": "Posterior posterior",
}
"""The public names of each module of the package."""

_HOME = {name: f"jug.{module}" for module, names in _PUBLIC_NAMES.items() for name in names.split()}
_MODULES = ("data", "errors")

if not TYPE_CHECKING:  # a type checker goes by the imports above, and reports a name that is not there
    __all__ = sorted([*_HOME, *_MODULES, "__version__"])

    def __getattr__(name: str) -> object:
        """Import a public name; from then on it is an attribute like any other."""
        if name in _MODULES:
            return import_module(f"jug.{name}")
        if name not in _HOME:
            raise AttributeError(f"module 'jug' has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})

    def _write_report(*arguments: object, **options: object) -> None:
        __getattr__("write_report")(*arguments, **options)

    FROM_ABOVE["write_report"] = _write_report  # `FitResult.report` calls it
