"""What several commands use: options, input and output files, streams, exit codes, texts of results.

1. `inputs`: par and tim file; `options`; `all_problems` of the files; `reading`: the dialect
2. `outputs`: output files; `results`: summary, JSON and text; `drawing`: pictures
3. `streams`, `colour`, `exit_codes`; `base_verdict`: a warning where the first fit is not good
"""
