"""Dispersion measure: Taylor series, bins, sinusoids, nodes, and offsets between receivers; one file for each."""
