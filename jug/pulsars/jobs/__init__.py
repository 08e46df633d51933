"""One pulsar as a job of a run: before it is done, and after.

`job` has its files, folder and options; `own_places` says which places in it may be written. `pulsar_outcome` is
how it ended. `state` says whether its results are there already, by the sha256 of `fingerprints`.
"""
