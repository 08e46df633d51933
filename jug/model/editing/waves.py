"""Sinusoids added to a model (WaveX, DMWaveX, CMWaveX)."""

from numbers import Real
from typing import NamedTuple

from jug.core.arguments.kinds import expect, one_text
from jug.errors import InputError
from jug.model.editing.adding import add_terms
from jug.model.parts import ModelParts


class WaveKind(NamedTuple):
    """Keywords of one kind of sinusoids: their prefix, and that of the noise of the same kind."""

    prefix: str
    noise: str


WAVE_KINDS = {
    "WAVEX": WaveKind("WX", "TNRED"),
    "DMWAVEX": WaveKind("DMWX", "TNDM"),
    "CMWAVEX": WaveKind("CMWX", "TNCHROM"),
}
"""Kinds of sinusoids by their names in capitals."""

MOST_WAVES = 9999
"""Largest number of sinusoids: their numbers have four digits."""


def kind_of(name: str) -> WaveKind:
    """Find a kind of sinusoids.

    Parameters
    ----------
    name : str
        In any case.

    Returns
    -------
    WaveKind

    Raises
    ------
    InputError
        There is no such kind; the text lists them.
    """
    if one_text(name, "the kind of sinusoids").strip().upper() not in WAVE_KINDS:
        raise InputError(f"no sinusoids {name!r}", hint="they are WaveX, DMWaveX and CMWaveX")
    return WAVE_KINDS[name.strip().upper()]


def with_waves(model: ModelParts, name: str, number: int, span_d: float) -> ModelParts:
    """Add sinusoids at the frequencies 1/T, 2/T, ..., of amplitude 0 and free.

    Parameters
    ----------
    model : ModelParts
    name : str
        ``"WaveX"``, ``"DMWaveX"`` or ``"CMWaveX"``.
    number : int
        Of frequencies.
    span_d : float
        T, d.

    Returns
    -------
    ModelParts

    Raises
    ------
    InputError
        No such kind, or the model has some of it, no whole number of frequencies, no span.
    """
    prefix = kind_of(name).prefix
    expect(number=(number, Real), span_d=(span_d, Real))
    if not 1 <= number <= MOST_WAVES or number != int(number):
        raise InputError(f"the number of frequencies is from 1 to {MOST_WAVES}, not {number}")
    if not 0.0 < span_d < float("inf"):
        raise InputError(f"the span is a number of days, not {span_d:g}", hint="1/span is the lowest frequency")
    if any(e.param.name == f"{prefix}FREQ" for e in model.entries.values()):
        raise InputError(f"the model has {name} already", hint=f'take it out first: remove("{prefix}FREQ_*")')
    terms = []
    for k in range(1, int(number) + 1):
        terms.append(f"{prefix}FREQ_{k:04d} {k / float(span_d)!r}")
        terms += [f"{prefix}SIN_{k:04d} 0 1", f"{prefix}COS_{k:04d} 0 1"]
    return add_terms(model, terms)
