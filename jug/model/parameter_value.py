"""One parameter of a model or of a fit: value, uncertainty and unit together."""

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from jug.model.parameters import Entry
from jug.text.value_with_error import with_error

if TYPE_CHECKING:
    from jug.core.display.quantities import Quantity


@dataclass(frozen=True, repr=False)
class ParameterValue:
    """One parameter, as ``model["F0"]`` and ``result["F0"]`` give it; ``float`` of it is the value.

    Parameters
    ----------
    name : str
    value : float
        The nearest float64; `text` has all digits. NaN for a word.
    error : float or None
        Uncertainty in the unit of the value; None where there is none.
    unit : str
        Of both, as in `jug.TimingModel.units`; ``""`` for a number without a unit.
    text : str
        The value as a par file has it: all digits, RAJ as h:m:s, a word for an option (``BINARY``) or a setting
        (``EPHEM``).
    free : bool
        Whether a fit moves it; of a noise parameter, whether its line has a fit flag.

    Examples
    --------
    >>> import jug
    >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
    >>> dm, f0 = result["DM"], result["F0"]
    >>> dm
    DM = 224.114(35) pc cm^-3, free
    >>> dm.shown, dm.error_quantity.unit
    ('224.114(35)', Unit("pc / cm3"))
    >>> f0.quantity.unit, f0.free, f0.text[:14], 1.0 / float(f0) == 1.0 / f0.value
    (Unit("Hz"), True, '61.48547655437', True)
    >>> round(result["RAJ"].error * 3600, 6)
    0.000135
    """

    name: str
    value: float
    error: float | None
    unit: str
    text: str
    free: bool

    def __float__(self) -> float:
        return self.value

    @property
    def quantity(self) -> "Quantity":
        """The value as an astropy Quantity."""
        from jug.core.display.quantities import quantity

        return quantity(self.value, self.unit)

    @property
    def error_quantity(self) -> "Quantity | None":
        """The uncertainty as an astropy Quantity; None where there is none."""
        from jug.core.display.quantities import quantity

        return None if self.error is None else quantity(self.error, self.unit)

    @property
    def shown(self) -> str:
        """The value to the second digit of its uncertainty, as ``224.114(35)``; all digits where there is none."""
        return with_error(self.value, self.error) if self.error else self.text

    def __repr__(self) -> str:
        state = "" if isnan(self.value) else ", free" if self.free else ", fixed"
        return f"{self.name} = {self.shown} {self.unit}".rstrip() + state


def parameter_value(entry: Entry) -> ParameterValue:
    """Make the value of a parameter.

    Parameters
    ----------
    entry : Entry

    Returns
    -------
    ParameterValue
    """
    value = nan if entry.word else float(entry.value.hi)
    free = entry.free or (entry.flag_not_used and entry.param.sampled)
    return ParameterValue(entry.name, value, entry.error, entry.unit, entry.text(), free)
