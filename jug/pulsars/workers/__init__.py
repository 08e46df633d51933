"""Processes that do the pulsars of a run.

`pool` gives each process the next pulsar that waits: `process` is the parent's side, `worker` the process itself, and
`limited_process` replaces one that dies or takes too long. `on_cluster` has the workers of a dask cluster do them, with
the same processes (`cluster`, `cluster_worker`); `slurm` has tasks of Slurm do `parts` of a run.
"""
