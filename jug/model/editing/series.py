"""The orders of a series (F0, F1, F2, ...) that an edited model has: none is skipped."""

from collections.abc import Iterable, Mapping

from jug.errors import InputError
from jug.model.declare import Component, Param
from jug.model.parameters import Entry


def check_orders(components: Iterable[Component], after: Mapping[str, Entry], before: Mapping[str, Entry]) -> None:
    """Refuse an edit after which a series skips an order that it did not skip before.

    A par file may skip orders, which are then zero. In an edit a skipped order is usually a mistake.

    Parameters
    ----------
    components : iterable of Component
        The components that may be in the model.
    after, before : dict of str to Entry
        The parameters after the edit and before it.

    Raises
    ------
    InputError
        With the order that is missing.
    """
    needed = {key for c in components for need in c.needs if "|" in need for key in need.split("|")}
    names = _names(after)
    skipped_before = {(param, order) for param, own in _names(before).items() for order in _skipped_orders(own)}
    for param, own in names.items():
        for order in _skipped_orders(own):
            missing = _name_of_order(param, order)
            if (param, order) in skipped_before or missing in needed:
                continue
            highest = own[max(own)]
            hint = f"add {missing} too, or leave {highest} out"
            raise InputError(f"{highest} needs {missing}, which is not in the model", hint=hint)


def _names(entries: Mapping[str, Entry]) -> dict[Param, dict[int, str]]:
    """The names of the orders of each series, by order."""
    out: dict[Param, dict[int, str]] = {}
    for e in entries.values():
        if e.param.family is not None and e.param.family.kind == "series" and e.order is not None:
            out.setdefault(e.param, {})[e.order] = e.name
    return out


def _skipped_orders(own: Mapping[int, str]) -> list[int]:
    return [order for order in range(max(own)) if order not in own]


def _name_of_order(param: Param, order: int) -> str:
    family = param.family
    bare = family is not None and family.bare and order == 0
    return param.name if bare else f"{param.name}{order + (family.first if family else 0)}"
