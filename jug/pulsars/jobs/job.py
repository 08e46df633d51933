"""One pulsar of many: its files, the folder of its results, and the options of each step."""

from typing import NamedTuple

from jug.text.json_types import JsonObject


class Job(NamedTuple):
    """What is to be done for one pulsar.

    Attributes
    ----------
    name : str
        Of the folder of its results.
    par, tim : str
        Absolute paths.
    settings : dict
        The options of each step, as `jug.pulsars.configuration.settings` knows them.
    folder : str
        Absolute path of the folder of its results.
    """

    name: str
    par: str
    tim: str
    settings: JsonObject
    folder: str

    def options(self, step: str) -> JsonObject:
        """Return the options of a step; empty where none is set.

        Parameters
        ----------
        step : str
            As ``"fit"``.

        Returns
        -------
        dict
        """
        found = self.settings.get(step)
        return dict(found) if isinstance(found, dict) else {}
