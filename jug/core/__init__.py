"""What needs no timing model and no TOAs. The files: exact arithmetic, times, constants, arrays, blocks of a
matrix, sines and cosines (`sincos`, and the Fourier bases of noise: `fourier_basis`, `sinusoids`).

Folders: `arguments` of a caller, `display` of objects, `execution` of work in threads and chunks.
"""

TYPE_CHECKING = False
"""As in ``typing``, for the modules of ``jug --help``: importing that takes a tenth of its time."""

if TYPE_CHECKING:
    from collections.abc import Callable

FROM_ABOVE: "dict[str, Callable[..., None]]" = {}
"""Functions of higher layers that methods of lower ones call, by their public names. ``jug/__init__.py`` fills it: the
lower layer imports nothing from above, not even by a text."""
