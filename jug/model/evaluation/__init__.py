"""A timing model evaluated at TOAs: columns, delays, phases, residuals and their partial derivatives.

1. TOAs with a model: `toas_at_barycentre`, `toas_match` (whether they were prepared for it), `tzr_toa` (the TZR point)
2. columns: `columns`; for components that make their own: `rows`, `member_of_row`, `noise_grids`, `interpolation`;
   selections of tempo2: `other_selections`
3. the anchor: `exact_phases` (in double-double), `anchor`
4. at a change of the parameters: `chain` (the chain rule), `evaluate` (residuals and design matrix as blocks), `vjp`
   (J^T v without J), `rows_apart` (measured DMs, for compiled sums)
5. measured DMs: `wideband`, `measured_dms`
6. for callers: `residuals`, with `weighted_rms`; `residual_change` (between two models), `delays` (of each term),
   `design_matrix`
"""
