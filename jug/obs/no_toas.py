"""Empty columns, with which an expression is checked before there are TOAs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Str, Toa


class NoFlags(NamedTuple):
    """Flags of an empty set of TOAs."""

    flags: Mapping[str, object]


class NoToas(NamedTuple):
    """A `jug.obs.expression.ToaColumns` of an empty set of TOAs."""

    raw: NoFlags
    mjd: Float[Toa]
    freq_hz: Float[Toa]
    error_s: Float[Toa]
    names: Sequence[str]

    def flag(self, key: str) -> Str[Toa]:
        """The values of a flag, (0,)."""
        return np.zeros(0, dtype=np.str_)

    def flag_is_there(self, key: str) -> Bool[Toa]:
        """Which TOAs have a flag, (0,)."""
        return np.zeros(0, dtype=bool)

    def at_site(self, name: str) -> Bool[Toa]:
        """Which TOAs are of a site, (0,)."""
        return np.zeros(0, dtype=bool)


COLUMNS_OF_NO_TOA = NoToas(NoFlags({}), np.zeros(0), np.zeros(0), np.zeros(0), ())
"""An empty set of TOAs."""
