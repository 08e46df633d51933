"""Numbers with units as astropy Quantities, made on request; astropy is imported only inside functions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jug.core.array import Array
from jug.core.constants import C
from jug.errors import InputError

if TYPE_CHECKING:
    from astropy.table import QTable as QTable
    from astropy.units import Quantity as Quantity
    from astropy.units import UnitBase as UnitBase

SUFFIXES = {
    "_s": "s",
    "_us": "us",
    "_ns": "ns",
    "_d": "d",
    "_hz": "Hz",
    "_mhz": "MHz",
    "_mjd": "d",
    "_ls": "ls",
    "_rad": "rad",
    "_deg": "deg",
    "_c": "ls/s",
}
"""The unit of an array by the end of its name."""


def quantity(value: float | Array, unit: str) -> "Quantity":
    """Give a number or an array its unit.

    Parameters
    ----------
    value : float or array
        In the unit given.
    unit : str
        In jug's spelling, as ``"pc cm^-3"``, ``"ls"``, ``"Hz s^-1"``; ``""`` is dimensionless.

    Returns
    -------
    astropy.units.Quantity
    """
    from astropy import units

    return units.Quantity(value, astropy_unit(unit))


def astropy_unit(unit: str) -> "UnitBase":
    """Translate a unit.

    Parameters
    ----------
    unit : str

    Returns
    -------
    astropy.units.UnitBase
        ``ls`` is a light-second, ``turn`` a cycle.
    """
    from astropy import units

    own = [units.def_unit("ls", C * units.m), units.def_unit("turn", units.cycle)]
    with units.add_enabled_units(own):
        made = units.dimensionless_unscaled
        for word in unit.split():
            made = made * units.Unit(word)
    return made


def qtable(columns: Mapping[str, object], meta: Mapping[str, object]) -> "QTable":
    """Make a table.

    Parameters
    ----------
    columns : mapping of str to list, array or Quantity
        In the units at the end of their names.
    meta : mapping
        Metadata of the table.

    Returns
    -------
    astropy.table.QTable
    """
    from astropy.table import QTable

    return QTable(dict(columns), meta=dict(meta))


def with_unit(owner: object, name: str) -> "Quantity":
    """Return an array as a Quantity in the unit of its name (`jug.core.display.with_units.WithUnits`).

    Parameters
    ----------
    owner : object
    name : str
        Of an array; with a dot and a key for one of a dict of arrays, as ``"bodies_ls.sun"``.

    Returns
    -------
    astropy.units.Quantity

    Raises
    ------
    InputError
        There is no such array, or its name has no unit.
    """
    base, _, key = name.partition(".")
    ends = [unit for end, unit in SUFFIXES.items() if f"_{base}".endswith(end)]
    found = getattr(owner, base, None)
    if isinstance(found, Mapping):
        found = found.get(key)
    elif key:
        found = None
    if not ends or found is None:
        raise InputError(f"no array {name!r} with a unit", hint=f"there are {', '.join(_with_units(owner))}")
    return quantity(found, ends[0])


def _with_units(owner: object) -> list[str]:
    """The arrays of an object that have a unit, by name."""
    names: list[str] = []
    for own in dir(owner):
        if not own.startswith("_") and f"_{own}".endswith(tuple(SUFFIXES)):
            value = getattr(owner, own)
            names += [f"{own}.{key}" for key in value] if isinstance(value, Mapping) else [own]
    return names
