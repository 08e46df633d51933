"""Exact arithmetic, times, blocks of a matrix, threads, tables of text: what knows of no pulsar."""
