"""The record of a pulsar: arrays and facts for a linear timing analysis without a timing package.

The layout is ``pulsardata-feather-v1``, which FeatherPulsar of enterprise (Ellis et al. 2020), discovery and psrdata
(its SPEC.md) read. Rows are in the order of the tim file. ``toas`` are barycentric but before the delay of the binary;
residuals change by -Mmat delta; parameters have PINT's units.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from jug.conversion.error_propagation import model_of
from jug.conversion.noise_dictionary import dictionary_of
from jug.core.arguments.kinds import expect
from jug.core.array import Bool, Datum, Float, M, N, Parameter, Str, Toa, Xyz
from jug.core.display.fields_shown import FieldsShown
from jug.core.times import Times
from jug.errors import InputError
from jug.exchange.parameter_facts import DIMENSIONLESS, ParameterFact, parameter_facts, pint_scale
from jug.exchange.pulsar_data import PulsarData, pulsar_data
from jug.exchange.sun_and_planets import sun_and_planets
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.result.fit_result import FitResult
from jug.model.direction import direction
from jug.model.evaluation.design_matrix import DesignMatrix, design_matrix
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.version import __version__

PROGRAM = "jug-timing"
"""Name of this program in records; there "jug" is another program."""

DISTANCE_KPC = (1.0, 0.2)
"""Distance and uncertainty that enterprise uses for a pulsar without a usable parallax, kpc."""

OFFSET_NAMES = ("Offset", "PHOFF")
"""Names of the column of the overall phase."""


@dataclass(frozen=True, eq=False, repr=False)
class PulsarRecord(FieldsShown):
    """The arrays and facts of a pulsar that other programs read; what `jug.pulsar_record` returns.

    Parameters
    ----------
    name : str
        Name of the pulsar.
    fitpars, setpars : tuple of str
        Names of the k columns of ``mmat``, and of all parameters that have a value.
    parameters : dict of str to ParameterFact
        The facts of ``setpars``: decimal text in PINT's units.
    toas, stoas : (n,) arrays
        TDB at the barycentre before the delay of the binary, and clock-corrected UTC at the site: MJD times 86400, s.
    toaerrs, residuals : (n,) arrays
        Uncertainties as in the tim file, and time residuals with their weighted mean removed, s.
    freqs : (n,) array
        Radio frequency in the frame of the barycentre, MHz; inf for infinite frequency.
    mmat : (n, k) array
        Design matrix: residuals change by -mmat delta; s per PINT unit of the parameter.
    flags : dict of str to (n,) array of str
        "" where a TOA lacks the flag.
    backend_flags, telescope : (n,) arrays of str
        Backend by enterprise's rule, and site.
    pos : (3,) array
        Unit vector to the pulsar at POSEPOCH, ICRS.
    pos_t : (n, 3) array
        The same at each TOA.
    sunssb : (n, 6) array
        Sun against the barycentre: position (light-seconds) and velocity (light-seconds / s).
    planetssb : (n, 9, 6) array
        Mercury to Pluto likewise; NaN for those that the ephemeris lacks.
    theta, phi : float
        Angle from the north celestial pole, and right ascension, rad.
    pdist : tuple of float
        Distance from the parallax and its uncertainty, kpc; (1.0, 0.2) without a usable one.
    dm : float
        pc cm^-3; 0 without one.
    dmx : dict or None
        Bins by name; None for a model without DMX.
    noisedict : dict of str to float
        Noise in enterprise's names.
    partim_compatibility : {"pint", "tempo2"}
        The program by whose rules the files were read.
    centered : bool
        Whether the weighted mean of the residuals is removed.
    extra : dict
        Versions and settings.
    """

    name: str
    fitpars: tuple[str, ...]
    setpars: tuple[str, ...]
    parameters: dict[str, ParameterFact]
    toas: Float[Toa]
    stoas: Float[Toa]
    toaerrs: Float[Toa]
    residuals: Float[Toa]
    freqs: Float[Toa]
    mmat: Float[Datum, Parameter]
    flags: dict[str, Str[Toa]]
    backend_flags: Str[Toa]
    telescope: Str[Toa]
    pos: Float[Xyz]
    pos_t: Float[Toa, Xyz]
    sunssb: Float[Toa, N]
    planetssb: Float[Toa, M, N]
    theta: float
    phi: float
    pdist: tuple[float, float]
    dm: float
    dmx: JsonObject | None
    noisedict: dict[str, float]
    partim_compatibility: str
    centered: bool
    extra: JsonObject

    def __len__(self) -> int:
        return len(self.toas)


@with_blas_threads_of_fit
def pulsar_record(source: TimingModel | FitResult, toas: TOAs, *, files: Files | None = None) -> PulsarRecord:
    """Collect the arrays and facts of a pulsar that codes for pulsar arrays read.

    Parameters
    ----------
    source : TimingModel or FitResult
        Residuals and design matrix are evaluated at its values.
    toas : TOAs
    files : Files, optional
        Finds the ephemeris, by default `jug.data.open_files`.

    Returns
    -------
    PulsarRecord

    Raises
    ------
    InputError
        The model has no position, no name, or a fixed PHOFF; residuals or derivatives are not finite.

    Examples
    --------
    >>> import jug
    >>> found = jug.pulsar_record(*jug.load(*jug.data.example("NGC6440E")))
    >>> found.fitpars, found.mmat.shape
    (('Offset', 'RAJ', 'DECJ', 'F0', 'F1', 'DM'), (62, 6))
    >>> found.parameters["F1"].value, found.parameters["F1"].units
    ('-1.181e-15', 'Hz / s')
    """
    expect(toas=(toas, TOAs))
    record = _collect(with_free_offset(model_of(source)), toas, files)
    _check_finite(record)
    return record


def _collect(model: TimingModel, toas: TOAs, files: Files | None) -> PulsarRecord:
    """The record of a model whose overall phase is free."""
    data, matrix = pulsar_data(model, toas), design_matrix(model, toas)
    bodies = sun_and_planets(data.ephem, toas.tdb, _every(toas), files)
    facts = parameter_facts(model)
    offset = next(name for name in matrix.names if name in OFFSET_NAMES)
    facts[offset] = ParameterFact("0", "s" if offset == "Offset" else DIMENSIONLESS, None)
    return PulsarRecord(
        name=model.psr,
        fitpars=matrix.names,
        setpars=tuple(facts),
        parameters=facts,
        toas=_seconds(data.barycentric),
        stoas=np.asarray(toas.mjd * 86400.0),
        toaerrs=data.error_s,
        residuals=data.residual_s,
        freqs=data.barycentric_freq_hz / 1e6,
        mmat=_in_pint_units(model, matrix),
        flags={key: toas.flag(key) for key in toas.raw.flags},
        backend_flags=data.backend,
        telescope=data.site,
        pos=direction(model.kernel_values, model.settings.ecl),
        pos_t=data.direction,
        sunssb=bodies.sunssb,
        planetssb=bodies.planetssb,
        theta=data.theta_rad,
        phi=data.phi_rad,
        pdist=_distance(model),
        dm=_value(model, "DM"),
        dmx=_dmx(model),
        noisedict=dictionary_of(model)[0],
        partim_compatibility="tempo2" if model.settings.dialect == "tempo2" else "pint",
        centered=model.removes_mean,
        extra=_extra(model, data),
    )


def with_free_offset(model: TimingModel) -> TimingModel:
    """Check that a record of a model can be made, and set PHOFF to 0: its column is a shift of the residuals.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        The model has no name, no position, or no free overall phase.
    """
    if not model.psr:
        raise InputError("the par file has no PSR: a record needs the pulsar's name", hint="add a line PSR")
    if not {"RAJ", "ELONG"} & model.entries.keys():
        raise InputError("the model has no position: a record needs one", hint="add RAJ and DECJ, or ELONG and ELAT")
    if model.removes_mean:
        return model
    if "PHOFF" not in model.free:
        raise InputError("PHOFF is fixed: a record needs a free overall phase", hint="free PHOFF, or remove its line")
    return model.set(PHOFF=0.0)


def _in_pint_units(model: TimingModel, matrix: DesignMatrix) -> Float[Datum, Parameter]:
    """The design matrix; the column of Offset, which is for 1 turn here, is for 1 s."""
    found = matrix.matrix
    for i, name in enumerate(matrix.names):
        found[:, i] = 1.0 if name == "Offset" else found[:, i] / pint_scale(model.entries[name])
    return found


def _every(toas: TOAs) -> Bool[Toa]:
    return np.ones(len(toas), dtype=bool)


def _seconds(time: Times) -> Float[Toa]:
    """MJD times 86400, rounded once."""
    return np.asarray(time.day * 86400.0 + (time.sec.hi + time.sec.lo))


def _value(model: TimingModel, name: str) -> float:
    entry = model.entries.get(name)
    return 0.0 if entry is None else float(entry.value.hi)


def _distance(model: TimingModel) -> tuple[float, float]:
    """Distance and uncertainty from a parallax above its uncertainty; else the values of enterprise."""
    entry = model.entries.get("PX")
    if entry is None or not entry.error or not float(entry.value.hi) > entry.error:
        return DISTANCE_KPC
    far = 1.0 / float(entry.value.hi)
    return far, far * entry.error / float(entry.value.hi)


def _dmx(model: TimingModel) -> JsonObject | None:
    """The DMX bins in the form of enterprise."""
    found: JsonObject = {}
    for name, entry in model.entries.items():
        if entry.param.name == "DMX":
            number = name.removeprefix("DMX_")
            found[name] = {
                "DMX": float(entry.value.hi),
                "DMXerr": entry.error,
                "DMXR1": _value(model, f"DMXR1_{number}"),
                "DMXR2": _value(model, f"DMXR2_{number}"),
                "fit": entry.free,
            }
    return found or None


def _extra(model: TimingModel, data: PulsarData) -> JsonObject:
    """Versions and settings that affect the numbers."""
    settings = model.settings
    return {
        "version": __version__,
        "ephem": data.ephem,
        "clock": settings.clock,
        "units": settings.units,
        "time_ephemeris": settings.time_ephemeris,
    }


def _check_finite(record: PulsarRecord) -> None:
    """Raise an error for a record with numbers that are not finite."""
    for name in ("toas", "stoas", "toaerrs", "residuals", "mmat", "pos_t", "sunssb"):
        bad = ~np.isfinite(getattr(record, name))
        if np.any(bad):
            row = int(np.argwhere(bad)[0][0])
            raise InputError(f"{name} of TOA {row + 1} is not finite: no program could read such a record")
    if not all(isfinite(x) for x in (record.theta, record.phi, record.dm)) or np.any(np.isnan(record.freqs)):
        raise InputError("the position, DM or a frequency is not finite: no program could read such a record")
