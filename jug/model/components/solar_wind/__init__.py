"""Dispersion by the solar wind: its geometry, one density for all times, and amplitudes in ranges of time."""
