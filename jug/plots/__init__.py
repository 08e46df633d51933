"""Pictures. matplotlib is imported when one is drawn, and no display is needed.

The functions that draw:

1. of residuals and TOAs: `residuals` (its panels and labels: `residual_data`), `series`, `dm_residuals`, `periodogram`
2. of a model: `delays`, `dmx` (its bins: `dmx_bins`)
3. of a fit: `correlation`; `grid`, with `grid_coordinates` and `grid_levels`; `prediction`; `connection`
4. of noise: `noise` (its panels: `noise_panels`), `noise_check` with `normal_qq`, `histogram` and `standard_scores`
5. of draws of a posterior: `corner`, `spectra`

What they share:

6. `kinds`: the kinds of ``jug plot``, a function for each
7. `pictures`, `style`: writing the file, colours, units; sizes and fonts for screens and journals,
   from the files of `sheets`
8. `panels`, `points`: panels of points with error bars; `groups`: their colours and markers; `abscissa`: what they are
   drawn against
9. text: `labels`, `legend`, `long_numbers` (axes whose numbers have many equal digits)
"""
