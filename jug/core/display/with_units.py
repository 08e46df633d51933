"""Arrays as astropy Quantities in the unit of their names, on request."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jug.core.display.quantities import Quantity


class WithUnits:
    """An object whose arrays have their unit at the end of their name."""

    def quantity(self, name: str) -> "Quantity":
        """Return an array as a Quantity, in the unit at the end of its name.

        Parameters
        ----------
        name : str
            As ``"error_s"``, ``"freq_hz"``, ``"mjd"``; one of a dict of arrays as ``"bodies_ls.sun"``.

        Returns
        -------
        astropy.units.Quantity

        Raises
        ------
        InputError
            There is no such array, or its name has no unit.
        """
        from jug.core.display.quantities import with_unit

        return with_unit(self, name)
