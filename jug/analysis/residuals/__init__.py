"""The residuals of a fit: averaged, standardised, as a power spectrum, and as a list.

`averaging` (`jug.average`) and `observing_epochs` put TOAs together; `fit_rows` has the data of a fit and its linear
model, from which `standardised_residuals` follow; `periodogram` and `sinusoid_power` have the spectrum;
`residual_listing` and `residual_columns` are text and JSON of ``jug residuals``.
"""
