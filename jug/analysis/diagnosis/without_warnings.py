"""Models and TOAs made again for a comparison, without warnings, since these were given at the first reading."""

import warnings

from jug.errors import JugWarning
from jug.io.par import ParFile
from jug.io.tim.raw_toas import RawTOAs
from jug.loading import load_model, prepare
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.json_types import JsonMapping


def model_without_warnings(par: ParFile, options: JsonMapping) -> TimingModel:
    """Build a model without its warnings.

    Parameters
    ----------
    par : ParFile
    options : mapping
        Options of `jug.load_model`.

    Returns
    -------
    TimingModel

    Raises
    ------
    ParError
        As for `jug.load_model`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        return load_model(par, **options)


def toas_without_warnings(model: TimingModel, raw: RawTOAs, files: Files, hold_clock: bool | None = None) -> TOAs:
    """Prepare TOAs without warnings.

    Parameters
    ----------
    model : TimingModel
    raw : RawTOAs
    files : Files
    hold_clock : bool, optional
        As for `jug.prepare`.

    Returns
    -------
    TOAs

    Raises
    ------
    JugError
        As for `jug.prepare`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        return prepare(model, raw, files=files, hold_clock=hold_clock)
