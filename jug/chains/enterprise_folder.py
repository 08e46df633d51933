"""A folder of enterprise: ``chain_1.txt``, ``pars.txt`` and ``priors.txt``, read.

A row of ``chain_1.txt`` has the parameters in the order of ``pars.txt``, and then log posterior, log likelihood,
acceptance, and the acceptance of swaps between temperatures, as PTMCMCSampler writes them.
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
"""Columns after the parameters."""

_FOLDER_HINT = "a folder of enterprise has chain_1.txt, pars.txt and priors.txt"


class EnterpriseChain(NamedTuple):
    """What a folder has.

    Parameters
    ----------
    names : tuple of str
        Parameters, with the pulsar.
    values : (n, k) array
        Draws, in enterprise's units.
    log_posterior, log_likelihood, acceptance : (n,) arrays
        Natural logarithms; and the part of the steps that were accepted.
    priors : dict of str to str
        By name; empty where there is no ``priors.txt``.
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
        A file that is not there; no text in it; rows that are not of the parameters.
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
            raise InputError("a row of a chain has numbers alone", Where(str(path), number), _FOLDER_HINT) from None
        if row and len(row) != k + TRAILING:
            why = f"{len(row)} columns for {k} parameters and {TRAILING} more"
            raise InputError(why, Where(str(path), number), "give the pars.txt of this chain")
        rows += [row] if row else []
    found = np.array(rows, dtype=np.float64)
    priors = _read_priors(place / PRIORS_NAME) if (place / PRIORS_NAME).exists() else {}
    return EnterpriseChain(names, found[:, :k], found[:, k], found[:, k + 1], found[:, k + 2], priors)


def _read_priors(path: Path) -> dict[str, str]:
    """``name:Uniform(...)`` on each line."""
    lines = (line.partition(":") for line in read_text(path, "list of priors", InputError).splitlines())
    return {name.strip(): prior.strip() for name, _, prior in lines if prior.strip()}
