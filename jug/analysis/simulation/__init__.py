"""`jug.simulate` and `jug.campaign`: TOAs made from a timing model.

`simulation` makes them, from the dates of `simulated_dates` on; `zero_of_phase` keeps their phase zero, `simulated_dms`
adds wideband DMs. `campaign` has cadence, sites and bands; `argument_ranges` are the limits of what a caller may give.
"""
