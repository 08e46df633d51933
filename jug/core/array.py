"""Types of the arrays that the kernels take and return, on either backend."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64] | Any
"""An array of float64, of NumPy or JAX; the docstring gives its shape, (n,) for n rows.

A type checker checks its uses as those of a NumPy array. ``Any`` stands for JAX's arrays and for what the functions of
``xp`` return: the checker cannot know the namespace, and JAX is not imported for a type.
"""

IntArray: TypeAlias = NDArray[np.integer[Any]] | Any
"""An array of integers, of NumPy or JAX: indices of families' members, of epochs, of rows."""
