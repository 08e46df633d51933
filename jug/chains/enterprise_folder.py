"""Reading a folder of enterprise with ``chain_1.txt``, ``pars.txt`` and ``priors.txt``.

A row of ``chain_1.txt`` has the parameters in the order of ``pars.txt``, then log posterior, log likelihood,
acceptance, and the acceptance of swaps between temperatures, in the layout of PTMCMCSampler.
"""

from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, K, N
from jug.errors import InputError, Where
from jug.io.files import read_text

CHAIN_NAME, PARS_NAME, PRIORS_NAME = "chain_1.txt", "pars.txt", "priors.txt"

TRAILING = 4
"""Number of columns after the parameters."""

_FOLDER_HINT = "a folder of enterprise has chain_1.txt, pars.txt and priors.txt"


class EnterpriseChain(NamedTuple):
    """The content of a folder of enterprise.

    Parameters
    ----------
    names : tuple of str
        Names of the parameters, beginning with that of the pulsar.
    values : (n, k) array
        Draws, in enterprise's units.
    log_posterior, log_likelihood, acceptance : (n,) arrays
        Natural logarithms, and the share of accepted steps.
    priors : dict of str to str
        Priors by name; empty without ``priors.txt``.
    """

    names: tuple[str, ...]
    values: Float[N, K]
    log_posterior: Float[N]
    log_likelihood: Float[N]
    acceptance: Float[N]
    priors: dict[str, str]


def read_folder(folder: str | PathLike[str]) -> EnterpriseChain:
    """Read a folder of enterprise.

    Parameters
    ----------
    folder : path-like

    Returns
    -------
    EnterpriseChain

    Raises
    ------
    InputError
        A file is missing or not a text, or the rows do not fit the parameters.
    """
    place = Path(fspath(folder))
    names = tuple(read_text(place / PARS_NAME, "list of parameters", InputError).split())
    path = place / CHAIN_NAME
    lines = read_text(path, "chain of enterprise", InputError).splitlines()
    k, rows = len(names), []
    for number, line in enumerate(lines, 1):
        try:
            row = [float(word) for word in line.split()]
        except ValueError:
            raise InputError(
                "a row of a chain must have only numbers", Where(str(path), number), _FOLDER_HINT
            ) from None
        if row and len(row) != k + TRAILING:
            why = f"{len(row)} columns for {k} parameters and {TRAILING} more"
            raise InputError(why, Where(str(path), number), "give the pars.txt of this chain")
        rows += [row] if row else []
    found = np.array(rows, dtype=np.float64)
    priors = _read_priors(place / PRIORS_NAME) if (place / PRIORS_NAME).exists() else {}
    return EnterpriseChain(names, found[:, :k], found[:, k], found[:, k + 1], found[:, k + 2], priors)


def _read_priors(path: Path) -> dict[str, str]:
    """The priors by name, from lines ``name:Uniform(...)``."""
    lines = (line.partition(":") for line in read_text(path, "list of priors", InputError).splitlines())
    return {name.strip(): prior.strip() for name, _, prior in lines if prior.strip()}
