"""Exact arithmetic, times, blocks of matrices, threads, progress, tables of text; without timing models and TOAs."""

TYPE_CHECKING = False
"""As in ``typing``, for the modules of ``jug --help``: importing that takes a tenth of its time."""
