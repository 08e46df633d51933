"""A pulsar as an object of enterprise, made in memory, equal to a FeatherPulsar that has read the exported file."""

from typing import Any, cast

from jug.errors import JugError
from jug.exchange.record import PulsarRecord, pulsar_record
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs


def to_enterprise(source: TimingModel | FitResult, toas: TOAs, *, files: Files | None = None) -> Any:
    """Make the pulsar object of enterprise, to which its signals and its PTA are applied.

    Parameters
    ----------
    source : TimingModel or FitResult
        Residuals and design matrix are evaluated at its values.
    toas : TOAs
    files : Files, optional
        Finds the ephemeris, by default `jug.data.open_files`.

    Returns
    -------
    enterprise.pulsar.FeatherPulsar
        With the arrays and facts of `jug.pulsar_record`, and ``noisedict`` where the model has noise: residuals (n,)
        in s, ``Mmat`` (n, k) in s per PINT unit, in the order of the tim file.

    Raises
    ------
    InputError
        As `jug.pulsar_record`.
    JugError
        enterprise is missing.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> psr = jug.to_enterprise(model, toas)  # doctest: +SKIP
    >>> psr.name, psr.Mmat.shape  # doctest: +SKIP
    ('1748-2021E', (62, 6))
    """
    return _fill_pulsar(pulsar_record(source, toas, files=files))


def _fill_pulsar(record: PulsarRecord) -> Any:
    """Make a pulsar with the attributes that enterprise sets when it reads a file, with its types."""
    found = _empty_pulsar()
    for name in ("name", "dm", "dmx", "phi", "theta", "pos", "pos_t", "sunssb", "planetssb"):
        setattr(found, name, getattr(record, name))
    for name in ("toas", "stoas", "toaerrs", "residuals", "freqs", "backend_flags", "telescope"):
        setattr(found, name, getattr(record, name))
    found.Mmat, found.flags = record.mmat, dict(record.flags)
    found.fitpars, found.setpars = list(record.fitpars), list(record.setpars)
    found.pdist = found._pdist = record.pdist
    if record.noisedict:
        found.noisedict = dict(record.noisedict)
    found.sort_data()
    return found


def _empty_pulsar() -> Any:
    try:
        from enterprise.pulsar import FeatherPulsar
    except ImportError as reason:
        way = "install libsuitesparse-dev, then pip install 'jug-timing[enterprise]'; jug.export needs no enterprise"
        raise JugError(f"a pulsar object of enterprise needs enterprise ({reason}); {way}") from reason
    return cast(Any, FeatherPulsar())
