"""One pulsar of many: its files, the folder of its results, and the options of each step."""

from typing import NamedTuple

from jug.text.json_types import JsonObject


class Job(NamedTuple):
    """The work for one pulsar.

    Attributes
    ----------
    name : str
        Name of the folder of its results.
    par, tim : str
        Absolute paths.
    settings : dict
        The options of each step (`jug.pulsars.configuration.settings`).
    folder : str
        Absolute path of the folder of its results.
    """

    name: str
    par: str
    tim: str
    settings: JsonObject
    folder: str

    def options(self, step: str) -> JsonObject:
        """Return a copy of the options of a step; empty if none is set.

        Parameters
        ----------
        step : str
            The name of the step, as ``"fit"``.

        Returns
        -------
        dict
        """
        found = self.settings.get(step)
        return dict(found) if isinstance(found, dict) else {}
