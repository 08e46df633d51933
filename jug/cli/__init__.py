"""The command ``jug``. `command` has the table of its commands; each command is a file of this folder.

1. files and models: `show`, `doctor`, `edit`, `convert`, `compare`, `derived`
2. a fit and what follows: `fit`, `residuals`, `outliers`, `ftest`, `grid`, `fisher`, `predict`, `connect`
3. noise: `noise`, `sample`
4. pictures and publication: `plot`, `publish`, `export`
5. phases and times: `phase`, `polyco`, `bary`, `simulate`
6. many pulsars: `run`; data files: `data`; this machine: `tune`, `completion`

What else commands need lies in folders: `option_groups` (options that belong together, and what they ask for), `edits`
(of ``jug edit``), `data_commands` (the commands of ``jug data``), `common` (what several commands use) and `process`
(parser, Ctrl-C, limits, progress).
"""
