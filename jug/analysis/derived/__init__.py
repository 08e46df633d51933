"""`jug.derived`: quantities that follow from the parameters of a model, with uncertainties.

`derived_quantities` lists them and propagates covariances; `spin_down` has those of every pulsar, `galaxy` the
acceleration in the Galaxy, `electron_density` the distance of a DM. `undetermined_quantities` says which the data do
not give. `derived_report` is their text, `fit_json` a fit with them as JSON.
"""
