"""The command ``jug``. `command` has the table of its commands; each command is a file.

A file whose name begins with that of a command belongs to it alone (`fit_options`, `edit_model`). The folder `common`
has what several commands use. The folder `process` has what belongs to the process: parser, Ctrl-C, limits, progress.
"""
