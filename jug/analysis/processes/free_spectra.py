"""The free spectra of all processes of a model, and their folders."""

from collections.abc import Mapping
from os import PathLike

from jug.analysis.processes.free_spectrum import FreeSpectrum, free_spectrum
from jug.errors import FitError
from jug.io.folders import make_folder
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def free_spectra(
    model: TimingModel, toas: TOAs, *, log10_rho: tuple[float, float], draws: int, seed: int
) -> dict[str, FreeSpectrum]:
    """Draw the free spectrum of each process that has frequencies, while the others keep their power laws.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    log10_rho, draws, seed
        As for `jug.analysis.processes.free_spectrum.free_spectrum`.

    Returns
    -------
    dict of str to FreeSpectrum

    Raises
    ------
    FitError
        The model has no process with frequencies.
    InputError
        The range is not one.
    """
    names = list(make_anchor(model, toas).state.x.grids)
    if not names:
        hint = "jug noise --add red"
        raise FitError(f"the model has no noise process with frequencies (red, DM, ... noise); add one: {hint}")
    return {name: free_spectrum(model, toas, name, log10_rho=log10_rho, draws=draws, seed=seed) for name in names}


def write_free_spectra(found: Mapping[str, FreeSpectrum], folder: str | PathLike[str]) -> None:
    """Write, for each process, a folder that ceffyl reads.

    Parameters
    ----------
    found : mapping of str to FreeSpectrum
    folder : path-like
        The folder in which they are made; it is created if it does not exist.

    Raises
    ------
    InputError
        The folder cannot be written.
    """
    place = make_folder(folder)
    for name, one in found.items():
        one.write_ceffyl(place / name)
