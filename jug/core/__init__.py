"""Exact arithmetic, times, matrix blocks, threads and text tables: nothing here is about pulsars."""
