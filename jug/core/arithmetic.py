"""NumPy's warnings of overflow, of a division by zero and of 0/0, which a user of jug never sees.

A par file may have values of any size. Where a number is too large, the arithmetic goes on with infinity and NaN, and
what is not finite is found in the result, where an error can name the parameter or the TOA.
"""

import numpy as np

unwarned = np.errstate(all="ignore")
"""Decorator of functions that compute without these warnings; a ``with`` statement takes ``np.errstate`` itself."""
