"""Pulse phases at any time, the polynomials by which data are folded, and times at the barycentre.

1. `phase`: phase, spin frequency and Doppler shift of a model at times, a site and a frequency
2. `segment_fit`: polynomials for spans of time, and their largest distance from the model
3. `polyco`, `predictor`: the segments; `making` and `predictor_making` fit them, `segments` sorts times into them
4. `polyco_file`, `predictor_file`: the files of tempo and tempo2, written and read
5. `barycentring`: times at the barycentre; `time_list` and `event_file` read them, `mission_times` converts them
6. `coverage`: whether times at a site can be converted; `hour_angle` of a pulsar
"""
