"""The argument ``p`` of a component's functions: the parameters of a model in kernel units."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn, TypeAlias

from jug.core.array import Array
from jug.core.doubledouble import DoubleDouble, double_double

ByName: TypeAlias = Mapping[str, Array]
"""A number for each parameter, a vector (k,) for each family, in kernel units."""

NO_REST: ByName = {}


class Values(Mapping[str, Array]):
    """The parameters of a model in kernel units, by name: ``p["PB"]`` is the nearest float64.

    `jug.compute.jax_import.import_jax` makes it a pytree of JAX.

    Parameters
    ----------
    nearest : mapping of str to float64 or (k,) array
        One number for a plain parameter, a vector for a family.
    rest : mapping of str to float64 or (k,) array
        What float64 loses of each ``split`` parameter (`jug.model.declare.Param`).
    """

    __slots__ = ("nearest", "rest")
    nearest: ByName
    rest: ByName

    def __init__(self, nearest: ByName, rest: ByName = NO_REST) -> None:
        object.__setattr__(self, "nearest", nearest)
        object.__setattr__(self, "rest", rest)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("Values are immutable: with_values makes a copy with other values")

    def __reduce__(self) -> tuple[type["Values"], tuple[ByName, ByName]]:
        return Values, (self.nearest, self.rest)

    def __getitem__(self, name: str) -> Array:
        return self.nearest[name]

    def __contains__(self, name: object) -> bool:
        return name in self.nearest

    def __iter__(self) -> Iterator[str]:
        return iter(self.nearest)

    def __len__(self) -> int:
        return len(self.nearest)

    def exact(self, name: str) -> DoubleDouble:
        """Return a parameter as the sum of two float64.

        Parameters
        ----------
        name : str

        Returns
        -------
        DoubleDouble
            In kernel units; the second is 0 where the parameter is not ``split``.
        """
        nearest = self.nearest[name]
        return DoubleDouble(nearest, self.rest[name]) if name in self.rest else double_double(nearest)

    def with_values(self, changed: ByName, rest: ByName = NO_REST) -> "Values":
        """Replace or add parameters.

        Parameters
        ----------
        changed : mapping of str to array
            One number or a vector; or a number for each row, where a parameter jumps.
        rest : mapping of str to array
            What float64 loses of them; 0 where it is not given.

        Returns
        -------
        Values
            A copy.
        """
        kept = {name: low for name, low in self.rest.items() if name not in changed}
        return Values({**self.nearest, **changed}, {**kept, **rest})

    def without(self, names: Iterable[str]) -> "Values":
        """Return a copy without the named parameters."""
        out = frozenset(names)
        parts = (self.nearest, self.rest)
        return Values(*({name: v for name, v in part.items() if name not in out} for part in parts))

    def renamed(self, names: Mapping[str, str]) -> "Values":
        """Return some parameters under other names.

        Parameters
        ----------
        names : mapping of str to str
            Old names by the new ones; a parameter that the model does not have is left out.

        Returns
        -------
        Values
        """
        parts = (self.nearest, self.rest)
        return Values(*({name: part[old] for name, old in names.items() if old in part} for part in parts))
