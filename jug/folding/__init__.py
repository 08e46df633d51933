"""Pulse phases at any time, and the polynomials by which data are folded.

1. `phase`: phase, spin frequency and Doppler shift of a model at times, a site and a frequency
2. `segment_fit`: polynomials for stretches of time, and how far they are from the model
3. `polyco`: the segments of a polyco
4. `polyco_file`, `predictor_file`: the files of tempo and tempo2, written and read
"""
