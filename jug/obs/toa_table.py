"""TOAs as a table of astropy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from jug.core import times
from jug.core.array import Float, Toa
from jug.core.display.quantities import qtable, quantity
from jug.core.times import Times
from jug.io.tim.raw_toas import RawTOAs

if TYPE_CHECKING:
    from jug.core.display.quantities import QTable


class _TabulatedTOAs(Protocol):
    """The attributes of `jug.TOAs` that are used. The class imports this module, and so is not imported here."""

    @property
    def raw(self) -> RawTOAs: ...

    @property
    def mjd(self) -> Float[Toa]: ...

    @property
    def tdb(self) -> Times: ...

    @property
    def ephem(self) -> str: ...

    @property
    def clock(self) -> str: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def site_names(self) -> tuple[str, ...]: ...


def to_table(toas: _TabulatedTOAs) -> "QTable":
    """Make the table (`jug.TOAs.to_table`).

    Parameters
    ----------
    toas : jug.TOAs

    Returns
    -------
    astropy.table.QTable
    """
    return qtable(toa_table_columns(toas), {"ephem": toas.ephem, "clock": toas.clock})


def toa_table_columns(toas: _TabulatedTOAs) -> dict[str, object]:
    """Make the columns of the table.

    Parameters
    ----------
    toas : jug.TOAs

    Returns
    -------
    dict of str to array or Quantity
        Numbers with a unit are Quantities.
    """
    raw = toas.raw
    made: dict[str, object] = {
        "name": np.array(toas.names, dtype=np.str_),
        "mjd": quantity(toas.mjd, "d"),
        "tdb_mjd": quantity(times.to_mjd(toas.tdb), "d"),
        "freq_mhz": quantity(raw.freq_hz / 1e6, "MHz"),
        "error_us": quantity(raw.error_s * 1e6, "us"),
        "site": np.array(toas.site_names, dtype=np.str_),
    }
    return made | {f"flag_{key}": column.array() for key, column in raw.flags.items()}
