"""The verdict on a fit: name, sentence, next step and findings. The steps of `judge.judge`:

1. `fit_end`, `extended_equations`: model and residuals at the end; the normal equations with further columns
2. `pulse_numbers`, `numberings`: gaps and TOAs at which another number of turns would fit as well;
   `without_turns`: whether the fit is better without turns of PHASE; `numbering_advice`, `wrong_orbit`: advice where
   pulse numbers are in doubt
3. `flat_directions`: degenerate parameters (`jug.fitting.dependence`, `jug.fitting.near_dependence`)
4. `residual_tests`: reduced chi2, outliers, runs of signs; `duplicate_toas`: TOAs that are entered twice
5. `signals`, `offsets`: signals that are tried; `left_signals`: those that are in the residuals;
   `absorbing_parameters`: the parameters that would absorb each; `left_glitch`, `left_period`, `best_sinusoid`: a
   glitch or an orbit that the model lacks
6. `about_residuals`: the findings from these tests and signals, in words
7. `judge`: all findings (`jug.fitting.findings`), the most important first; the first is the verdict
"""
