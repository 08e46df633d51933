"""Many pulsars: the same steps for each, in processes, and the results of all of them.

The steps of `jug.pulsars.run.run`, and where each is described:
1. find the tim file of each par file, and the steps for each pulsar: `jug.pulsars.pairs`, `jug.pulsars.config_file`,
   `jug.pulsars.settings` with `option_texts`; for YAML files of pint_pal: `jug.pulsars.pint_pal`, with
   `pint_pal_keys`, `pint_pal_cuts` and `yaml_text` beside it; put all problems into one error: `jug.pulsars.plan`,
   `jug.pulsars.preparation`
2. leave out pulsars whose results exist already, made of the same files and options: `jug.pulsars.state`,
   `jug.pulsars.fingerprints`
3. do the other pulsars in several processes (`jug.pulsars.worker`); a process that dies or takes too long is replaced:
   `jug.pulsars.pool`; or do them on the workers of a dask cluster, in such processes: `jug.pulsars.on_cluster`,
   `jug.pulsars.cluster`, `jug.pulsars.cluster_worker`; or in tasks of Slurm: `jug.pulsars.slurm`, `jug.pulsars.parts`,
   `jug.pulsars.gathering`
4. for each pulsar, read its files (`jug.pulsars.reading`), do the steps (`jug.pulsars.steps`), and write its files
   (`jug.pulsars.outputs`); remove links and pipes at the places of these files: `jug.pulsars.own_places`
5. write the list of all files and their sources (`jug.pulsars.manifest`) and the page of all pulsars
   (`jug.pulsars.index_page`); return a `jug.pulsars.array_run.ArrayRun`

The array as an object is `jug.pulsars.pta`: sources of its pulsars (`pta_sources`), changes of all models
(`editable_array`, `pta_edits`), tables (`pta_tables`), files (`pta_export`), and common parameters of all pulsars
(`common_fit`, `profile`).
"""
