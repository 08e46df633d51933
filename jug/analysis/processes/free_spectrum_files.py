"""Free spectra as a folder of NumPy arrays, which ceffyl reads.

``density.npy`` has the natural logarithm of the density of log10 rho, (1, m, g), on ``log10rhogrid.npy``, (g,), at the
frequencies ``freqs.npy``, (m,) Hz; ``log10rholabels.txt`` and ``pulsar_list.txt`` have the names, and
``bandwidths.npy``, (1, m), zeros, since the density is not a kernel estimate (Lamb, Taylor & van Haasteren 2023, PRD
108, 103019).
"""

import io
from os import PathLike

import numpy as np

from jug.core.array import Float, Harmonic, K
from jug.io.files import write_bytes, write_text
from jug.io.folders import make_folder

LEAST_DENSITY = 1e-30
"""Density that is written in place of zero, whose logarithm would not be finite."""


def write_ceffyl(
    folder: str | PathLike[str],
    psr: str,
    process: str,
    frequency_hz: Float[Harmonic],
    grid: Float[K],
    density: Float[Harmonic, K],
) -> None:
    """Write the folder.

    Parameters
    ----------
    folder : path-like
    psr, process : str
    frequency_hz : (m,) array
        Hz.
    grid : (g,) array
        log10 of rho in s.
    density : (m, g) array
        Density of log10 rho.

    Raises
    ------
    InputError
        The folder cannot be written.
    """
    place = make_folder(folder)
    labels = [f"{psr}_{process.lower()}_log10_rho_{i}" for i in range(len(frequency_hz))]
    arrays = {
        "density": np.log(np.maximum(density, LEAST_DENSITY))[None],
        "log10rhogrid": grid,
        "freqs": frequency_hz,
        "bandwidths": np.zeros((1, len(frequency_hz))),
    }
    for name, array in arrays.items():
        buffer = io.BytesIO()
        np.save(buffer, array)
        write_bytes(place / f"{name}.npy", buffer.getvalue())
    write_text(place / "log10rholabels.txt", "".join(f"{label}\n" for label in labels))
    write_text(place / "pulsar_list.txt", f"{psr}\n")
