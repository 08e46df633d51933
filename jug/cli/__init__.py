"""The command ``jug``: `command` has the table of its commands; each is a file.

Files that begin with the name of a command belong to it alone (`fit_options`, `edit_model`). Folders: `common`, what
several commands use; `process`, the parser, Ctrl-C, limits and progress line of the process that runs a command.
"""
