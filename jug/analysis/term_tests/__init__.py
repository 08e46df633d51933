"""`jug.ftest`: F statistic, probability, AIC and BIC of terms that are added to a model or removed from it.

`term_tests` is the list of steps. Candidates are read by `term_candidates` and put into `trial_model` or taken out by
`reduced_model`; `term_gains` tests them in the linear model (`added_columns`), `term_fits` and `term_removal` by fits.
`term_statistics` has the formulas, `term_test` one row of the result, `term_test_result` the result.
"""
