"""What needs no timing model and no TOAs. The files: exact arithmetic, times, constants, arrays, blocks of a
matrix, sines and cosines (`sincos`, and the Fourier bases of noise: `fourier_basis`, `sinusoids`).

Folders: `arguments` of a caller, `display` of objects, `execution` of work in threads and chunks.
"""

TYPE_CHECKING = False
"""As in ``typing``, for the modules of ``jug --help``: importing that takes a tenth of its time."""
