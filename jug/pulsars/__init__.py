"""Many pulsars: the same steps for each, in processes, and what they gave together.

The steps of `jug.pulsars.run.run`, and where each is described:
1. which par file belongs to which tim file, and which steps each pulsar takes: the folder `configuration`
2. pulsars whose results are there already, made of the same files and options, are not done again: `jobs`
3. each other pulsar is done by a process, of this machine, of a dask cluster or of a task of Slurm: `workers`;
   `gathering` puts together what tasks have done
4. what is done with one pulsar, and what is written: `one_pulsar`
5. the list of all files and what they came from: `manifest`, and the check that they come out again: `verification`;
   the page of all pulsars: `index_page`, with `sky_map`; what `run` returns: `array_run`

The array as an object is `pta`: where its pulsars (`array_pulsar`) come from (`pta_sources`), changes of all
(`editable_array`, `pta_edits`), tables (`pta_tables`), files (`pta_export`), and parameters that all have in common
(the folder `common_fit`).
"""
