"""What needs no timing model and no TOAs. The files:

1. exact numbers: `doubledouble`, `decimal_text` (to and from text), `whole_number`; times: `times`, `written_times`
2. arrays: `array` (types with dimensions), `namespace` (functions of NumPy and JAX), `arithmetic`, `index_sums`;
   `blocks`: the design matrix
3. functions: `angles` (to 50 digits), `sincos`; the Fourier bases of noise: `fourier_basis`, `sinusoids`;
   `tail_probability` (of chi2 and F)
4. `constants`

Folders: `arguments` of a caller, `display` of objects, `execution` of work in threads and chunks.
"""

TYPE_CHECKING = False
"""As in ``typing``, for the modules of ``jug --help``: importing that takes a tenth of its time."""

if TYPE_CHECKING:
    from collections.abc import Callable

FROM_ABOVE: "dict[str, Callable[..., None]]" = {}
"""Functions of higher layers that methods of lower ones call, by their public names. ``jug/__init__.py`` fills it: the
lower layer imports nothing from above, not even by a text."""
