"""Findings besides the values of a fit, as immutable values: the verdict, other minima, intervals of noise."""
