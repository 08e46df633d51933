"""The verdict on a fit: name, sentence, next step and findings. The steps of `judge.judge`:

1. `fit_end`, `extended_equations`: model and residuals at the end; the normal equations with further columns
2. `pulse_numbers`, `numberings`: gaps and TOAs at which another number of turns would fit as well;
   `without_turns`: whether turns of PHASE spoil the fit; `numbering_advice`, `wrong_orbit`: what to do where they
   are in doubt
3. `flat_directions`: parameters that the data do not tell apart (`jug.fitting.dependence`, `near_dependence`)
4. `residual_tests`: reduced chi2, outliers, runs of signs; `duplicate_toas`: TOAs that are entered twice
5. `signals`, `offsets`: what may be left in the residuals; `left_signals`: what is; `absorbing_parameters`: the
   parameters that would absorb each; `left_glitch`, `left_period`,
   `best_sinusoid`: a glitch or an orbit that the model lacks
6. `about_residuals`: what the tests and the signals say of model and uncertainties, in words
7. `judge`: the findings (`jug.fitting.findings`) in the order of their weight; the first is the verdict
"""
