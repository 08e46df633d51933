"""Draws in the names and units of enterprise: the columns of a chain, the densities in them, and the priors.

The log posterior density p is that in the coordinates e of the columns. If jug draws in another coordinate u,
p(e) = p(u) |du/de|: e = log10 x if jug draws in x, and e = x if it draws in log10 x.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.chains.enterprise_prior import enterprise_prior
from jug.conversion.enterprise_keys import EnterpriseKey
from jug.core.array import Array, Float, K, M, N
from jug.errors import InputError
from jug.sampling.coordinates import LN10
from jug.sampling.prior_text import prior_of_text

LOG10_OF = "log10_"
"""The name of a coordinate that is the log10 of a parameter begins with this."""


class EnterpriseColumns(NamedTuple):
    """Draws in the names and units of enterprise.

    Parameters
    ----------
    names : tuple of str
        Names of the columns, beginning with that of the pulsar.
    values : (m, n, k) array
        Draws, in enterprise's units.
    log_slope : (m, n) array
        Sum of log |du/de| over the columns, to be added to the log posterior density.
    priors : tuple of str
        The prior of each column: ``Uniform(pmin=0.01, pmax=10.0)``.
    """

    names: tuple[str, ...]
    values: Float[M, N, K]
    log_slope: Float[M, N]
    priors: tuple[str, ...]


def enterprise_columns(
    psr: str,
    names: tuple[str, ...],
    values: Float[M, N, K],
    keys: Mapping[str, EnterpriseKey],
    priors: Mapping[str, str],
) -> EnterpriseColumns:
    """Convert draws to the names and units of enterprise.

    Parameters
    ----------
    psr : str
    names : tuple of str
        The coordinates, as in `Chains`.
    values : (m, n, k) array
        Draws, in par units or their log10.
    keys : mapping of str to EnterpriseKey
        Keys by coordinate. Other coordinates keep name and unit.
    priors : mapping of str to str
        Texts of `jug.sampling.prior_text.prior_text` by name of the parameter.

    Returns
    -------
    EnterpriseColumns
    """
    new_names, columns, prior_texts = [], [], []
    slope = np.zeros(values.shape[:2])
    for i, name in enumerate(names):
        u, key, parameter = values[:, :, i], keys.get(name), name.removeprefix(LOG10_OF)
        prior = priors.get(parameter)
        if key is None:
            new_names.append(f"{psr}_{name}")
            columns.append(u)
            prior_texts.append(
                _own_prior(prior, EnterpriseKey(name, log10=name != parameter)) if prior else "physical()"
            )
            continue
        column, more = _column(u, key, name != parameter)
        slope = slope + more
        new_names.append(f"{psr}_{key.name}")
        columns.append(column)
        prior_texts.append(enterprise_prior(prior_of_text(prior), key) if prior else "physical()")
    return EnterpriseColumns(tuple(new_names), np.stack(columns, axis=-1), slope, tuple(prior_texts))


def _own_prior(text: str, key: EnterpriseKey) -> str:
    """The prior of a column that keeps its name. A text that jug cannot read, as in a chain of enterprise, is kept."""
    try:
        return enterprise_prior(prior_of_text(text), key)
    except InputError:
        return text


def _column(u: Array, key: EnterpriseKey, is_log10: bool) -> tuple[Array, Array | float]:
    """A column, and log |du/de| of each draw."""
    if is_log10 and key.log10:
        return u + (np.log10(key.factor) + key.shift), 0.0
    x = 10.0**u if is_log10 else u
    if is_log10 == key.log10:
        return key.of(x), 0.0
    return key.of(x), (-1.0 if is_log10 else 1.0) * np.log(LN10 * x)
