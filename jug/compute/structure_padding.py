"""The structure of a model, padded to one that similar models have too, so that they share compiled code.

Compiled code depends on the terms of a model, its free parameters and the number of members of each family. The number
of DMX bins, JUMPs and so on is padded to one of a few sizes by members without a TOA. Their columns are zero;
`jug.compute.solver` gives them a unit pivot, so that their step is zero. Parameters are in alphabetical order. Noise
terms are left out, because the host has evaluated them.

A family is padded where each member only selects TOAs, by a selector or a range of dates, and its term makes no columns
of its own (`jug.model.declare.Component.columns`).
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from jug.compute.solver import Step
from jug.core.array import Array, Float, Int, Parameter
from jug.model.declare import Component, Selection, Values, is_index
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order
from jug.model.parameters import Layout


class PaddedStructure(NamedTuple):
    """A padded structure; it converts references and vectors to it, and steps from it to the model's own layout.

    Parameters
    ----------
    components : tuple of Component
        The components that give delays, phases or signals.
    layout : Layout
        Of the padded families.
    slots : (k,) int array
        Where each free parameter stands in the padded vector.
    own : Layout
        The model's own.
    """

    components: tuple[Component, ...]
    layout: Layout
    slots: Int[Parameter]
    own: Layout

    def reference(self, ref: Reference) -> Reference:
        """Add the padding members to a reference.

        Parameters
        ----------
        ref : Reference
            Of the model.

        Returns
        -------
        Reference
        """
        size, k = dict(self.layout.sizes), dict(self.own.sizes)
        parts = (ref.p0.nearest, ref.p0.rest)
        p0 = Values(*({key: _extend_family(v, size[key]) for key, v in part.items() if key in size} for part in parts))
        selections = {
            key: _extend_selection(rows, k[key], size[key]) for key, rows in ref.x.selections.items() if key in size
        }
        return ref._replace(p0=p0, x=ref.x._replace(selections=selections))

    def vector(self, dx: Float[Parameter]) -> Float[Parameter]:
        """Put a change of the free parameters into the padded layout; padding members do not change.

        Parameters
        ----------
        dx : (k,) array
            Kernel units.

        Returns
        -------
        (m,) array
            Kernel units, in the order of ``layout.free``.
        """
        padded = np.zeros(len(self.layout.free))
        padded[self.slots] = dx
        return padded

    def step(self, step: Step, ref: Reference) -> Step:
        """Remove the padding members from a step, and put its columns into the model's own order.

        Parameters
        ----------
        step : Step
            In the padded layout.
        ref : Reference
            Its columns show which families are binned.

        Returns
        -------
        Step
        """
        binned = binned_families(ref.x)
        column_of_slot = np.argsort(_order(self.layout, binned))
        columns = column_of_slot[self.slots[list(_order(self.own, binned))]]
        if self.layout.offset:
            columns = np.concatenate([[0], columns + 1])
        gram, slope, scale = (np.asarray(part) for part in (step.normal.gram, step.normal.slope, step.normal.scale))
        normal = step.normal._replace(gram=gram[np.ix_(columns, columns)], slope=slope[columns], scale=scale[columns])
        return step._replace(dx=np.asarray(step.dx)[columns], normal=normal)


_order = cache(block_order)


@cache
def padded_structure(components: tuple[Component, ...], layout: Layout) -> PaddedStructure:
    """Pad the structure of a model.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
        Both of the model.

    Returns
    -------
    PaddedStructure
    """
    timing = tuple(c for c in components if c.spin or c.delay or c.phase or c.signal or c.partials or c.dm)
    names = {name for c in timing for name in c.names} | {key for key, _ in layout.free}
    more = _padded_families(timing)
    sizes = {key: padded_members(k) if key in more else k for key, k in sorted(layout.sizes) if key in names}
    own = dict(layout.sizes)
    free = set(layout.free)
    added = {(key, j) for key, _ in layout.free if key in more for j in range(own[key], sizes[key])}
    order = sorted(free | added, key=lambda slot: (slot[0], -1 if slot[1] is None else slot[1]))
    position = {slot: i for i, slot in enumerate(order)}
    slots = np.array([position[slot] for slot in layout.free], dtype=np.intp)
    return PaddedStructure(timing, Layout(tuple(order), tuple(sizes.items()), layout.offset), slots, layout)


def padded_members(k: int) -> int:
    """Return the padded number of members of a family: 1, 2, 4, then multiples of 8.

    Parameters
    ----------
    k : int
        Number of members.

    Returns
    -------
    int
    """
    return 1 << (k - 1).bit_length() if 0 < k <= 8 else -(-k // 8) * 8


def _padded_families(components: tuple[Component, ...]) -> frozenset[str]:
    """Return the families that can have members without a TOA."""
    selecting: set[str] = set()
    others: set[str] = set()
    for c in components:
        ranged = {family for families, _, _ in c.ranges for family in families}
        for q in c.params:
            if q.family is None:
                continue
            selects = q.family.kind == "selected" or q.name in ranged or any(q.name in r[1:] for r in c.ranges)
            (selecting if selects and c.columns is None else others).add(q.name)
    return frozenset(selecting - others)


def _extend_family(value: Array, size: int) -> Array:
    """Fill a family's vector with zeros up to a size; a plain parameter stays as it is."""
    return value if np.ndim(value) == 0 else np.concatenate([value, np.zeros(size - len(value))])


def _extend_selection(rows: Selection, k: int, size: int) -> Selection:
    """Extend a selection of TOAs to more members: no member has index ``size``; a mask gets columns of zeros."""
    if is_index(rows):
        return np.where(rows == k, size, rows).astype(rows.dtype)
    return np.concatenate([rows, np.zeros((len(rows), size - k))], axis=1)
