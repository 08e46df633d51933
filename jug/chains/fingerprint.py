"""A checksum of the data of a run, so that chains are continued only with the same data."""

import hashlib

import numpy as np

from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def data_fingerprint(model: TimingModel, toas: TOAs) -> str:
    """Return the sha256 of the times, frequencies and uncertainties of the TOAs and the lines of the model.

    Parameters
    ----------
    model : TimingModel
        Its values do not enter, because they only give the start of the chains.
    toas : TOAs

    Returns
    -------
    str
        16 digits, hexadecimal.
    """
    found = hashlib.sha256()
    for column in (toas.tdb_mjd, toas.freq_hz, toas.error_s):
        found.update(np.ascontiguousarray(column, dtype="<f8").tobytes())
    lines = [f"{e.label} {e.free}" for e in model.entries.values()]
    found.update("\n".join([model.psr, *lines]).encode())
    return found.hexdigest()[:16]
