"""Which EFAC and EQUAD of a vector belong together."""

import numpy as np

from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs
from jug.sampling.coordinates import LOG10
from jug.sampling.prior_vector import Element
from jug.sampling.white_pairs import WhitePairs, white_pairs

MULTIPLIED = {"EQUAD": ("INSIDE", "TEMPO2"), "TNEQ": ("INSIDE",)}
"""Words of the convention ``EQUAD`` with which EFAC multiplies them."""
MICROSECOND = 1e-6


def pairs_of(model: TimingModel, toas: TOAs, entries: list[Entry], elements: tuple[Element, ...]) -> WhitePairs:
    """Find each EFAC and EQUAD (or TNEQ) of one selection, and make their transform.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    entries : list of Entry
        Of the elements.
    elements : tuple of Element

    Returns
    -------
    WhitePairs
    """
    word = model.settings.conventions.get("EQUAD", "INSIDE")
    places, units, inside, counts = [], [], [], []
    for i, factor in enumerate(entries):
        if factor.param.name != "EFAC":
            continue
        partners = [j for j, e in enumerate(entries) if e.param.name in MULTIPLIED and e.selector == factor.selector]
        if len(partners) != 1:
            continue
        name = entries[partners[0]].param.name
        errors = toas.error_s[mask(factor.selector, toas)] if factor.selector else toas.error_s
        typical = float(np.median(errors))
        places.append((i, partners[0]))
        units.append((0.0, np.log((MICROSECOND if name == "EQUAD" else 1.0) / typical)))
        inside.append(word in MULTIPLIED[name])
        counts.append(len(errors))
    edges = np.array([[e.low for e in elements], [e.high for e in elements]])
    log10 = [e.coordinate is LOG10 or entry.param.name == "TNEQ" for e, entry in zip(elements, entries, strict=True)]
    return white_pairs(places, (edges[0], edges[1]), log10, np.array(units).reshape(-1, 2).T, inside, counts)
