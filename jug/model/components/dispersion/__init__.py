"""Dispersion measure: its Taylor series, bins, waves, nodes, and offsets between receivers, one file each."""
