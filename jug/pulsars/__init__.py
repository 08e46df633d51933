"""Many pulsars: the same steps for each, in processes, and what they gave together.

The steps of `jug.pulsars.run.run`, and where each is described:
1. which par file belongs to which tim file, and which steps each pulsar takes: `jug.pulsars.pairs`,
   `jug.pulsars.config_file`, `jug.pulsars.settings` with `option_texts`; YAML files of pint_pal:
   `jug.pulsars.pint_pal`, with `pint_pal_keys`, `pint_pal_cuts` and `yaml_text` beside it; everything that is wrong is
   told at once: `jug.pulsars.plan`, `jug.pulsars.preparation`
2. pulsars whose results are there already, made of the same files and options, are not done again:
   `jug.pulsars.state`, `jug.pulsars.fingerprints`
3. each other pulsar is done by a process (`jug.pulsars.worker`), one after the other in each; one that dies or takes
   too long is replaced: `jug.pulsars.pool`; or the workers of a dask cluster do them, with the same processes:
   `jug.pulsars.on_cluster`, `jug.pulsars.cluster`, `jug.pulsars.cluster_worker`; or tasks of Slurm, each a part:
   `jug.pulsars.slurm`, `jug.pulsars.parts`, `jug.pulsars.gathering`
4. what is done with one pulsar: `jug.pulsars.steps`, from its files on (`jug.pulsars.reading`); what is written:
   `jug.pulsars.outputs`; links and pipes that stand where a run has its files: `jug.pulsars.own_places`
5. the list of all files and what they came from: `jug.pulsars.manifest`; the page of all pulsars:
   `jug.pulsars.index_page`; what `run` returns: `jug.pulsars.array_run`

The array as an object is `jug.pulsars.pta`: where its pulsars come from (`pta_sources`), changes of all
(`editable_array`, `pta_edits`), tables (`pta_tables`), files (`pta_export`), and parameters that all have in common
(`common_fit`, `profile`).
"""
