"""Quantities computed from a model or a fit: averages, derived quantities, orbit times, grids, simulated TOAs."""
