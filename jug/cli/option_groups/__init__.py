"""Options that belong together: a file describes them, refuses what does not fit, and does what they ask for.

- ``jug fit``: `fit_options`; its files and its report: `fit_outputs`
- ``jug noise``: `noise_check`, `noise_choice`, `noise_dictionaries`, `noise_priors`, `noise_processes`
- ``jug noise`` and ``jug sample``: `noise_options` (noise that the par file lacks), `prior_options`
- ``jug plot``: `plot_subject`; ``jug residuals``: `residuals_columns`; ``jug sample``: `sample_options`

Options of several commands that stand alone, as ``--backend``, are in `jug.cli.common.options`.
"""
