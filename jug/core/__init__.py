"""Exact arithmetic, times, constants, arrays and blocks of a matrix: code without timing models and TOAs.

Folders: `arguments` of a caller, `display` of objects, `execution` of work in threads and chunks.
"""

TYPE_CHECKING = False
"""As in ``typing``, for the modules of ``jug --help``: the import of ``typing`` would take a tenth of its time."""
