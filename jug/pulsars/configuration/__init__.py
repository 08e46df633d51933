"""What a run does: its options, and a job for each pulsar.

`pairs` finds which tim file belongs to which par file. `config_file` reads the configuration; `settings` knows the
options of the steps, with `option_texts`. YAML files of pint_pal are read by `pint_pal`, with `pint_pal_keys`,
`pint_pal_cuts` and `yaml_text`. `plan` makes the jobs and tells everything that is wrong at once; `preparation` makes
the folder of the results, after a look for the files of `ephemerides`.
"""
