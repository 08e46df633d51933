"""Writing chains as a folder of enterprise with ``chain_1.txt``, ``pars.txt`` and ``priors.txt``.

All draws are written, chain after chain. The files have the layout of PTMCMCSampler and enterprise_extensions, so that
other programs (la_forge) can read them.
"""

from os import PathLike

import numpy as np

from jug.chains.enterprise_columns import EnterpriseColumns
from jug.chains.enterprise_folder import CHAIN_NAME, PARS_NAME, PRIORS_NAME
from jug.core.array import Float, M, N
from jug.io.files import write_text
from jug.io.folders import make_folder


def write_folder(
    folder: str | PathLike[str],
    columns: EnterpriseColumns,
    log_posterior: Float[M, N],
    log_likelihood: Float[M, N],
    acceptance: Float[M, N],
) -> None:
    """Write a folder of enterprise, and make it if needed.

    Parameters
    ----------
    folder : path-like
    columns : EnterpriseColumns
    log_posterior, log_likelihood, acceptance : (m, n) arrays
        Natural logarithms (the posterior in the coordinates of jug), and the acceptance of each draw.

    Raises
    ------
    InputError
        The files cannot be written there.
    """
    place = make_folder(folder)
    k = len(columns.names)
    extra = (log_posterior + columns.log_slope, log_likelihood, acceptance, np.ones_like(acceptance))
    rows = np.concatenate([columns.values.reshape(-1, k), np.stack([e.reshape(-1) for e in extra], axis=1)], axis=1)
    text = "".join("\t".join(map(repr, row)) + "\n" for row in rows.tolist())
    write_text(place / CHAIN_NAME, text)
    write_text(place / PARS_NAME, "".join(f"{name}\n" for name in columns.names))
    priors = zip(columns.names, columns.priors, strict=True)
    write_text(place / PRIORS_NAME, "".join(f"{name}:{prior}\n" for name, prior in priors))
