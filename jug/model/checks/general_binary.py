"""The binary models that other programs use in place of a BINARY T2, and the difference on the TOAs.

T2 is the general model of tempo2; jug has it as tempo2 does. PINT 1.1.8 refuses it, and with ``allow_T2=True`` reads
its lines as those of the model that has such parameters. tempo does not have it.
"""

import warnings
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jug.core.doubledouble import add_float, neg
from jug.errors import InputWarning, ParError
from jug.model.building.build import assemble
from jug.model.parameters import Entry
from jug.model.programs.orbit_choice import advised_orbit, guess_of_pint
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

ANGLES = {"KIN": 180.0, "KOM": 90.0}
"""PINT converts these angles of T2 to those of DDK: the number here less the angle of T2, deg."""

ROUNDING_NS = 1e-3
"""Largest difference, ns, that counts as rounding."""


class GeneralBinary(NamedTuple):
    """The note on a BINARY T2.

    Parameters
    ----------
    note : str
    matters : bool
        Whether the difference exceeds the least uncertainty of a TOA.
    """

    note: str
    matters: bool


def general_binary_note(model: TimingModel, toas: TOAs) -> GeneralBinary | None:
    """Describe how other programs read the binary model T2.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    GeneralBinary or None
        None where the binary model is not T2.
    """
    own = model.entries.get("BINARY")
    if own is None or own.word != "T2":
        return None
    given = [e.name for e in model.entries.values() if e.line is not None]
    guess, advice = guess_of_pint(given), advised_orbit("pint", given)
    what = "BINARY T2 is tempo2's general model, as in jug; tempo does not have it, PINT refuses it"
    other = _read_as(model, guess) if guess else None
    way_out = (
        f"; jug convert --to pint --binary {advice} (jug.convert_binary(model, {advice!r})) converts it"
        if advice
        else ""
    )
    if other is None:
        guessed = ", and has no model for it with allow_T2=True" if not guess else f", or takes {guess} (allow_T2=True)"
        return GeneralBinary(f"{what}{guessed}{way_out}", False)
    from jug.model.evaluation.residual_change import residual_change  # for BINARY T2 alone

    change = residual_change(model, other, toas)
    most, least_error_ns = float(np.max(np.abs(change))), 1e9 * float(np.min(toas.error_s))
    size = (
        f"differs by {most:.2g} ns at most, {float(np.std(change)):.2g} ns rms,"
        if most > ROUNDING_NS
        else "is the same"
    )
    note = f"{what}, or takes {guess} (allow_T2=True), which {size} on these TOAs{way_out}"
    return GeneralBinary(note, most > least_error_ns)


def _read_as(model: TimingModel, word: str) -> TimingModel | None:
    """The model with the lines of the orbit read as those of another binary model; None where that is an error."""
    binary = {q for c in model.components if is_binary_model(c) for q in c.params}
    kept = [e for e in model.entries.values() if e.line is not None or e.param not in binary]
    entries = {e.name: _as_pint_reads(e, word) for e in kept if not (word == "DDK" and e.name == "SINI")}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            return assemble(model.par, model.settings, entries)
    except ParError:
        return None


def _as_pint_reads(e: Entry, word: str) -> Entry:
    if e.name == "BINARY":
        return replace(e, word=word)
    return replace(e, value=add_float(neg(e.value), ANGLES[e.name])) if word == "DDK" and e.name in ANGLES else e
