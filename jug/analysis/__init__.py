"""What is computed from models, TOAs and fits; each folder has a docstring with its files.

- of a model or a fit: `derived` quantities, the `comparison` of two models, `orbit_times`, `overview` (``jug show``)
- chi2 and covariances about a fit: `grids`, `term_tests`, `information` (Fisher matrices, derivatives), `prediction`
- residuals: `residuals`, `outliers`, `noise_check` (whether they are white), `processes` (what the noise processes are)
- TOAs: `simulation`, `toa_columns` (columns for a list), `elevation`; `same_turns` keeps pulse numbers between fits
- files: `diagnosis` (``jug doctor``), `publication` (tables for a paper)
"""
