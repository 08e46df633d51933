"""Parameters added to the free ones where no solution connects the TOAs, or where chi2 falls significantly.

An addition of q parameters is accepted if F = (decrease of chi2 / q) / (chi2 / degrees of freedom) is so large that its
probability by chance is below 1 in 370 (3 sigma).
"""

from dataclasses import replace
from typing import NamedTuple

from jug.core.doubledouble import double_double
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

CHANCE = 0.0027
"""Largest probability by chance at which a parameter is added: 3 sigma."""

PARAMETER_STEPS = (
    ("F1",),
    ("RAJ", "DECJ"),
    ("ELONG", "ELAT"),
    ("PB", "FB0", "A1", "TASC", "T0", "EPS1", "EPS2", "ECC", "OM"),
    ("PMRA", "PMDEC"),
    ("PMELONG", "PMELAT"),
    ("F2",),
    ("PBDOT",),
    ("OMDOT",),
)
"""Groups of parameters that are added together, in this order. Parameters that the model does not have are left out."""

FREE_BEFORE = {"F2": ("F1",), "PBDOT": ("PB", "FB0")}
"""Derivatives that are added only where one of these is free: with the position free F2 is as good as F1 in a year."""


class Tested(NamedTuple):
    """A test of additional parameters.

    Attributes
    ----------
    names : tuple of str
    decrease : float
        By how much chi2 falls.
    chance : float
        How probable such a decrease is by chance.
    """

    names: tuple[str, ...]
    decrease: float
    chance: float

    @property
    def kept(self) -> bool:
        """Whether the parameters are added."""
        return self.chance < CHANCE


def additions(model: TimingModel) -> list[tuple[str, ...]]:
    """List the parameters that can be added to a model's free ones, step by step.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    list of tuple of str
    """
    out = []
    for step in PARAMETER_STEPS:
        names = tuple(name for name in step if name not in model.free and _can_be_added(model, name))
        if names:
            out.append(names)
    return out


def with_more_free(model: TimingModel, names: tuple[str, ...]) -> TimingModel:
    """Free more parameters; F1 and F2 are put into the model where it does not have them.

    Parameters
    ----------
    model : TimingModel
    names : tuple of str

    Returns
    -------
    TimingModel
    """
    entries = dict(model.entries)
    for name in names:
        if name not in entries:
            entries[name] = Entry(name, entries["F0"].param, int(name[1:]), double_double(0.0))
    return replace(model, entries=entries).with_free((*model.free, *names))


def _can_be_added(model: TimingModel, name: str) -> bool:
    """Whether a parameter can be fitted or is the next derivative of F0, and one of `FREE_BEFORE` is free."""
    if name in FREE_BEFORE and not set(FREE_BEFORE[name]) & set(model.free):
        return False
    if name in model.entries:
        return model.entries[name].param.fit and not model.entries[name].word
    return name in ("F1", "F2") and f"F{int(name[1:]) - 1}" in model.entries
