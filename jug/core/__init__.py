"""Exact arithmetic, times, blocks of matrices, threads, progress, tables of text; without timing models and TOAs."""
