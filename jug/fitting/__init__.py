"""Fitting: solver, loop, backends, result."""
