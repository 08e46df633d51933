"""Data files that affect results: clock files, ephemerides, Earth orientation; and example pulsars.

`open_files` finds the data files: `jug.data.search_path` lists the folders, `jug.data.data_files` finds a file in them.
`jug.data.status` reports their last dates, `jug.data.update` fetches newer ones, `jug.data.freeze` copies those that a
fit needs. Only `jug.data.update` uses the network.
"""

from jug.data.data_files import DataFiles
from jug.data.examples import EXAMPLES, example
from jug.data.opening import open_files
from jug.data.search_path import DataFolder, search_folders
from jug.io.folders import cache_folder
from jug.obs.files import DataUse, Files, Found

__all__ = [
    "EXAMPLES",
    "DataFiles",
    "DataFolder",
    "DataUse",
    "Files",
    "Found",
    "cache_folder",
    "example",
    "open_files",
    "search_folders",
]
