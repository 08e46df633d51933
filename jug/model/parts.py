"""The parts from which a timing model is made, and on which reading and editing a par file work."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.io.par import ParFile
from jug.model.declare import Component
from jug.model.parameters import Entry
from jug.model.settings import Settings


class ModelParts(NamedTuple):
    """The parts of a `jug.model.timing_model.TimingModel`, in the order of its fields.

    Parameters
    ----------
    par : ParFile
    settings : Settings
    components : tuple of Component
        In order of evaluation.
    entries : dict of str to Entry
        The parameters by name, in the order of the par file.
    """

    par: ParFile
    settings: Settings
    components: tuple[Component, ...]
    entries: Mapping[str, Entry]


def epoch_day(entries: Mapping[str, Entry]) -> int:
    """Return the MJD number of PEPOCH. Kernel times are seconds since its midnight, TDB.

    Parameters
    ----------
    entries : dict of str to Entry
        Has PEPOCH.

    Returns
    -------
    int
    """
    return int(np.floor(entries["PEPOCH"].value.hi))
