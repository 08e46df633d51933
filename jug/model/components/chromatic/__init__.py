"""Delays that depend on the frequency by another power than dispersion does; one file for each term."""
