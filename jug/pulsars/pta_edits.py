"""The same change of the models of all pulsars of an array."""

from collections.abc import Callable, Iterable, Sequence

from jug.core.arguments.named import no_such_name
from jug.errors import InputError
from jug.model.timing_model import TimingModel
from jug.pulsars.array_pulsar import ArrayPulsar

OF_THE_ARRAY = ("EPHEM", "CLK", "UNITS", "PLANET_SHAPIRO")
"""Settings that every model has, be it by a default."""


def each_with(
    pulsars: Sequence[ArrayPulsar],
    names: Iterable[str],
    change: Callable[[TimingModel, tuple[str, ...]], TimingModel],
    *,
    moved: bool = False,
) -> tuple[ArrayPulsar, ...]:
    """Change the model of each pulsar that has one of the names.

    Parameters
    ----------
    pulsars : sequence of ArrayPulsar
    names : iterable of str
        Parameters or settings; ``*`` stands for anything.
    change : callable
        A model and those of the names that it has -> another model.
    moved : bool
        Carry the TOAs to the barycentre again.

    Returns
    -------
    tuple of ArrayPulsar
        Those that have none of the names stay as they are.

    Raises
    ------
    NoSuchNameError
        No pulsar has one of the names.
    InputError
        A change cannot be made; it says of which pulsar.
    """
    asked = tuple(names)
    have = [tuple(name for name in asked if _has(one.model, name)) for one in pulsars]
    for name in asked:
        if not any(name in own for own in have):
            known = dict.fromkeys(entry for one in pulsars for entry in one.model.entries)
            raise no_such_name("parameter of any pulsar", name, known)

    def changed(i: int) -> ArrayPulsar:
        one = pulsars[i]
        if not have[i]:
            return one
        try:
            return one.with_model(change(one.model, have[i]), moved=moved)
        except InputError as error:
            raise InputError(f"{one.name}: {error.why}", error.where, error.hint) from None

    return tuple(changed(i) for i in range(len(pulsars)))


def _has(model: TimingModel, name: str) -> bool:
    if name.upper() in OF_THE_ARRAY or is_written(model, name):
        return True
    try:
        return "*" in name and bool(model.freeze(name))
    except InputError:
        return False


def is_written(model: TimingModel, name: str) -> bool:
    """Whether a model has a line of a parameter or setting; a default stands for none.

    Parameters
    ----------
    model : TimingModel
    name : str

    Returns
    -------
    bool
    """
    if name not in model:
        return False
    entry = model.entries.get(model[name].name)
    return entry is None or entry.line is not None or entry.free
