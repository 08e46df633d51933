"""Data files that affect results: clock files, ephemerides, Earth orientation; and example pulsars.

`open_files` finds the data files. Only `jug.data.update` and what it calls use the network.

1. finding a file: `search_path` lists the folders, `opening` chooses between them and a frozen folder, `data_files`
   takes a file from the first folder that has it, `recorder` notes which were used
2. the cache: `cache`, its list of files `manifest`, `cache_contents` (sizes, removal), `lock`, `hashes`
3. an update: `wanted` (which files), `index`, `catalogue` and `clock_mirrors` (their publishers), `fetch`, `limits` and
   `watched_http` (one file), `spk_kernels` (an ephemeris), `update` (all of them), `outcomes` (options, results)
4. whether a fetched clock file is taken: `clock_acceptance`, `compare`, `plausible`
5. a frozen folder: `freeze` copies the data that a fit needs, `frozen` reads them
6. for display: `status`, `advice`, `tables`
7. sites: `site_names`, `far_sites`, `clock_sites` (those whose TOAs a clock file corrects)
8. `examples`: the example pulsars
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
