"""PINT as a live oracle, without a network: what PINT 1.1.8 says of a par and a tim file, in plain float64.

Everything is cached by the content of the par file and the place of the tim file, and is in the order of the
tim file. Values and uncertainties are in the units of a par file (RAJ in hours, its uncertainty in s).
conftest.py has set the environment before this module is imported.

PINT holds times in x87 long doubles, 0.31 ns apart at today's MJDs: residuals cannot agree better than half of that,
unless that rounding is undone (`unrounded`).
"""

import contextlib
import copy
import functools
import io
import math
import os
import time
import warnings
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import astropy.units as u
    import components_of_pint
    import loguru
    import pint.fitter
    import pint.models
    import pint.observatory.global_clock_corrections as global_clocks
    import pint.residuals
    import pint.toa
    from astropy.utils.data import import_file_to_cache
    from pint.models.parameter import AngleParameter
    from pint.observatory import Observatory

loguru.logger.remove()

DATA = Path(__file__).resolve().parents[2] / "data"
NAIF = "https://naif.jpl.nasa.gov/pub/naif/generic_kernels/spk/planets/"
"""Where PINT, through astropy, looks first for an ephemeris."""


class Loaded(NamedTuple):
    """PINT's model and TOAs; shared by all who ask, so they are not to be changed."""

    model: Any
    toas: Any


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """PINT warns about much; that warnings are errors is for jug."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@functools.cache
def fill_cache() -> None:
    """Put an empty index of clock files and jug's ephemerides where PINT would put them after a download."""
    index = Path(os.environ["ASTROPY_CACHE_DIR"]) / "index.txt"
    index.write_text("# no clock files but those in PINT_CLOCK_OVERRIDE\n")
    with quiet():
        cached = import_file_to_cache(global_clocks.global_clock_correction_url_base + global_clocks.index_name, index)
        in_ten_years = time.time() + 3652 * 86400.0
        os.utime(cached, (in_ten_years, in_ten_years))
        for kernel in sorted((DATA / "ephemeris").glob("de*.bsp")):
            import_file_to_cache(NAIF + kernel.name, kernel)


def load(par: Path | str, tim: Path | str) -> Loaded:
    """PINT's model and TOAs."""
    return _load(*_key(par, tim))


def residuals(par: Path | str, tim: Path | str, *, subtract_mean: bool = True) -> SimpleNamespace:
    """Residuals at the values of the par file.

    Returns
    -------
    namespace
        ``time_s`` (n,), ``phase`` (n,) in turns, ``error_s`` (n,) after EFAC and EQUAD, ``raw_error_s`` (n,)
        as in the tim file; floats ``chi2`` and ``wrms_s``, and ``dof``.
    """
    return _residuals(*_key(par, tim), subtract_mean)


def fit(
    par: Path | str, tim: Path | str, *, free: tuple[str, ...] | None = None, settled: float = 1e-2
) -> SimpleNamespace:
    """PINT's own choice of fitter, until chi2 falls by less than ``settled`` in a step.

    1e-2 is PINT's default. It leaves DECJ of NGC6440E 9e-4 sigma from where it settles in the end.

    Returns
    -------
    namespace
        ``names`` (tuple); ``values`` and ``errors``, {name: float in par units}; PINT's ``model`` and
        ``fitter``; and what `residuals` gives, after the fit.
    """
    return _fit(*_key(par, tim), free, settled)


def design_matrix(par: Path | str, tim: Path | str, free: tuple[str, ...] | None = None) -> dict[str, np.ndarray]:
    """Columns -dphase/dp / F0 in s per unit of the value in the par file, (n,) each; "Offset" is 1 / F0."""
    model, toas = load(par, tim)
    with quiet():
        matrix, names, _ = _freed(model, free).designmatrix(toas, incoffset=True)
        order = _order(toas)
    return {name: np.array(matrix[order, k], dtype=np.float64) for k, name in enumerate(names)}


def preparation(par: Path | str, tim: Path | str) -> SimpleNamespace:
    """What PINT makes of the TOAs before any model of the pulsar.

    Returns
    -------
    namespace
        ``tdb_day`` (n,) int64, ``tdb_sec`` and ``tdb_sec_lo`` (n,) float64, whose sum is the second of the
        day without loss (from astropy's two floats, not PINT's long double); ``mjd`` (n,) float64
        clock-corrected UTC (TDB at the barycentre); ``clock_s`` (n,) what was added to the site arrival time;
        ``ssb_obs_km``, ``ssb_obs_km_s``, ``obs_sun_km`` (n, 3); ``bodies`` {name: (n, 3) km from the
        observatory} where planets were asked for; ``freq_mhz`` (n,); ``site`` (tuple of names).
    """
    return _preparation(*_key(par, tim))


def _key(par: Path | str, tim: Path | str) -> tuple[str, str, int]:
    tim = Path(tim).resolve()
    return Path(par).read_text(), str(tim), tim.stat().st_mtime_ns


@functools.lru_cache(maxsize=16)
def _load(par_text: str, tim: str, stamp: int) -> Loaded:
    fill_cache()
    _forget_half_read_clocks()
    with quiet():
        components_of_pint.once_a_process()
        model = pint.models.get_model(io.StringIO(par_text))
        toas = copy.deepcopy(
            _toas(_Read(tim, stamp, *(model[name].value if name in model else None for name in READ_BY), model))
        )
        if "AbsPhase" not in model.components:
            model.add_tzr_toa(toas)  # as PINT's get_model_and_toas
        return Loaded(model, toas)


READ_BY = ("EPHEM", "CLOCK", "PLANET_SHAPIRO")
"""What PINT's get_TOAs takes from a model; models that agree in these share what it has read and prepared."""


class _Read(NamedTuple):
    """A tim file, and what it is read by."""

    tim: str
    stamp: int
    ephem: str | None
    clock: str | None
    planets: bool | None
    model: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Read) and self[:-1] == other[:-1]

    def __hash__(self) -> int:
        return hash(self[:-1])


@functools.lru_cache(maxsize=8)
def _toas(read: _Read) -> Any:
    """Not to be changed, nor given away."""
    return pint.toa.get_TOAs(read.tim, model=read.model, usepickle=False)


def _forget_half_read_clocks() -> None:
    """PINT raises for a missing clock file once and then goes on without it: make it raise again."""
    for name in Observatory.names():
        site = Observatory.get(name)
        read = getattr(site, "_clock", None)
        if read is not None and len(read) != len(site.clock_files):
            site._clock = None


@functools.lru_cache(maxsize=32)
def _residuals(par_text: str, tim: str, stamp: int, subtract_mean: bool) -> SimpleNamespace:
    model, toas = _load(par_text, tim, stamp)
    with quiet():
        found = pint.residuals.Residuals(toas, model, subtract_mean=subtract_mean)
        return _as_arrays(found, model, toas)


def _as_arrays(found: Any, model: Any, toas: Any) -> SimpleNamespace:
    order = _order(toas)
    return SimpleNamespace(
        time_s=_floats(found.time_resids.to_value(u.s))[order],
        phase=_floats(found.phase_resids)[order],
        error_s=_floats(model.scaled_toa_uncertainty(toas).to_value(u.s))[order],
        raw_error_s=_floats(toas.get_errors().to_value(u.s))[order],
        chi2=float(found.chi2),
        dof=int(found.dof),
        wrms_s=float(found.rms_weighted().to_value(u.s)),
    )


@functools.lru_cache(maxsize=16)
def _fit(par_text: str, tim: str, stamp: int, free: tuple[str, ...] | None, settled: float) -> SimpleNamespace:
    model, toas = _load(par_text, tim, stamp)
    with quiet():
        fitter = pint.fitter.Fitter.auto(toas, _freed(model, free))
        fitter.fit_toas(required_chi2_decrease=settled)
        names = tuple(fitter.model.free_params)
        return SimpleNamespace(
            names=names,
            values={name: float(fitter.model[name].value) for name in names},
            errors={name: _uncertainty(fitter.model[name]) for name in names},
            model=fitter.model,
            fitter=fitter,
            **vars(_as_arrays(fitter.resids, fitter.model, toas)),
        )


@functools.lru_cache(maxsize=16)
def _preparation(par_text: str, tim: str, stamp: int) -> SimpleNamespace:
    _, toas = _load(par_text, tim, stamp)
    with quiet():
        table = toas.table[_order(toas)]
        day, sec, low = _split(list(table["tdb"]))
        return SimpleNamespace(
            tdb_day=day,
            tdb_sec=sec,
            tdb_sec_lo=low,
            mjd=_floats([time.mjd_long for time in table["mjd"]]),
            clock_s=np.array([float(flags.get("clkcorr", 0.0)) for flags in table["flags"]]),
            ssb_obs_km=_floats(table["ssb_obs_pos"].quantity.to_value(u.km)),
            ssb_obs_km_s=_floats(table["ssb_obs_vel"].quantity.to_value(u.km / u.s)),
            obs_sun_km=_floats(table["obs_sun_pos"].quantity.to_value(u.km)),
            bodies={
                name.split("_")[1]: _floats(table[name].quantity.to_value(u.km))
                for name in table.colnames
                if name.startswith("obs_") and name.endswith("_pos") and name != "obs_sun_pos"
            },
            freq_mhz=_floats(table["freq"].quantity.to_value(u.MHz)),
            site=tuple(str(name) for name in table["obs"]),
        )


def _uncertainty(parameter: Any) -> float:
    """In the unit of the value; PINT has s for hours and arcsec for degrees."""
    if isinstance(parameter, AngleParameter):
        return float(parameter.uncertainty.to_value(parameter.units))
    return float(parameter.uncertainty_value)


def _split(times: list[Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Day and second of the day of astropy times, the second as an unevaluated sum of two floats."""
    exact = [Fraction(float(t.jd1)) + Fraction(float(t.jd2)) - Fraction(4800001, 2) for t in times]
    seconds = [(mjd - math.floor(mjd)) * 86400 for mjd in exact]
    high = [float(s) for s in seconds]
    low = [float(s - Fraction(h)) for s, h in zip(seconds, high, strict=True)]
    return np.array([math.floor(mjd) for mjd in exact], dtype=np.int64), np.array(high), np.array(low)


def _freed(model: Any, free: tuple[str, ...] | None) -> Any:
    model = copy.deepcopy(model)
    if free is not None:
        model.free_params = list(free)
    return model


def _order(toas: Any) -> np.ndarray:
    return np.argsort(np.asarray(toas.table["index"]), kind="stable")


def _floats(values: Any) -> np.ndarray:
    return np.array(values, dtype=np.float64)
