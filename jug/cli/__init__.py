"""The command ``jug``. `command` has the table of its commands; each command is a file of this folder.

What else commands need lies in folders: `option_groups` (options that belong together, and what they ask for), `edits`
(of ``jug edit``), `data_commands` (the commands of ``jug data``), `common` (what several commands use) and `process`
(parser, Ctrl-C, limits, progress).
"""
