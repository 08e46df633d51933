"""Draws from a posterior. The steps of `jug.chains.sample.sample`, in order:

1. the maximum of the likelihood, by `jug.noise`, and the posterior there: `setup`; `options`; priors: `prior_file`
2. the log density and its gradient, compiled: `target`; the highest points in z and the covariances there: `mode`
3. the draws of NUTS, compiled: `kernel`, with `jumps` between the highest points; warm-up: `stages`; in rounds over
   the cores: `running`; the whole sampler: `nuts`; or the walkers of emcee: `ensemble`; or a nested sampler: `nested`,
   with the priors as a `unit_cube`
4. from z to the coordinates of the priors: `coordinates_of_draws`
5. the result: `result`; R-hat and effective sizes: `diagnostics`; whether they suffice: `verdict`; text: `chain_table`
6. files: `file`, with the state to continue from (`run_json`) and a checksum of the data (`fingerprint`)
7. for enterprise: names and units `enterprise_columns`, `enterprise_prior`; writing files `enterprise_writing`, reading
   them `enterprise_folder`; for ArviZ: `inference_data`
8. the models of draws: `at_draws`; spectra of their noise: `spectra`
"""
