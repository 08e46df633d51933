"""The least that each stage could take: flops at the measured rate of a Gram product, bytes at that of memory, imports.

What a stage must do at least:

- TOA preparation: read the tim file, write the arrays of the TOAs.
- residuals: read the columns of the model, write a row each.
- design matrix: write it.
- a step: the Gram product of the n rows with all columns (parameters and Fourier basis of the noise), one write and one
  read of them. A fit: its looks.
- a likelihood with the noise held: read the columns and, twice, the basis (the two products of C^-1 r); with the noise
  free: the Gram product of the basis, and both. With a gradient the same, for a floor.
- a point of a grid: one evaluation: the columns and, twice, the basis.
"""

from typing import Any


def floors(found: dict[str, Any], gram_flops: float, copy_bytes: float, import_mb: float) -> dict[str, float]:
    """Seconds of each stage at least (MB of memory for ``peak_mb``).

    Parameters
    ----------
    found : dict
        What `stages.py` says of the size: ``n_toa``, ``n_par``, ``n_basis``, ``looks``, ``bytes of the text``,
        ``bytes of the TOAs``, ``bytes of the columns``.
    gram_flops, copy_bytes : float
        Per second.
    import_mb : float
        Memory of a process that has imported what is needed.
    """
    n, p, q = found["n_toa"], found["n_par"], found["n_basis"]
    text, toas, columns = (found[f"bytes of the {what}"] for what in ("text", "TOAs", "columns"))
    basis, k = 8.0 * n * q, p + q
    step = 2.0 * n * k * k / gram_flops + 2.0 * 8.0 * n * k / copy_bytes
    held = (columns + 2.0 * basis) / copy_bytes
    free = held + 2.0 * n * q * q / gram_flops
    return {
        "preparation": (text + toas) / copy_bytes,
        "residuals": (columns + 8.0 * n) / copy_bytes,
        "design matrix": 8.0 * n * p / copy_bytes,
        "step": step,
        "fit": found["looks"] * step,
        "likelihood, noise held": held,
        "likelihood and gradient, noise held": held,
        "likelihood, noise free": free,
        "likelihood and gradient, noise free": free,
        "grid point": held,
        "peak_mb": import_mb + (toas + columns + 8.0 * n * k) / 1e6,
    }
