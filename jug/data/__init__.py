"""The data that decide a result: clock files, ephemerides, Earth orientation; where they are, and example pulsars.

`open_files` finds what is at hand (`jug.data.places`); `jug.data.status` tells how current it is, `jug.data.update`
fetches what is newer, `jug.data.freeze` copies what a fit needs. Nothing is fetched unless it is asked for.
"""

from jug.data.examples import EXAMPLES, example
from jug.data.places import DataFiles, Place, cache_folder, open_files, search_places
from jug.obs.files import DataUse, Files, Found

__all__ = [
    "EXAMPLES",
    "DataFiles",
    "DataUse",
    "Files",
    "Found",
    "Place",
    "cache_folder",
    "example",
    "open_files",
    "search_places",
]
