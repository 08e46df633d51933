"""One change applied to the models of all pulsars of an array."""

from collections.abc import Callable, Iterable, Sequence

from jug.core.arguments.named import no_such_name
from jug.errors import InputError
from jug.model.timing_model import TimingModel
from jug.pulsars.array_pulsar import ArrayPulsar

OF_THE_ARRAY = ("EPHEM", "CLK", "UNITS", "PLANET_SHAPIRO")
"""Settings that every model has, in its par file or by default."""


def change_each(
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
        Parameters or settings; ``*`` matches any text.
    change : callable
        It takes a model and the names that the model has, and returns the changed model.
    moved : bool
        Whether the TOAs are carried to the barycentre again.

    Returns
    -------
    tuple of ArrayPulsar
        Pulsars that have none of the names are unchanged.

    Raises
    ------
    NoSuchNameError
        No pulsar has one of the names.
    InputError
        A change cannot be made; the message names the pulsar.
    """
    asked = tuple(names)
    have = [tuple(name for name in asked if _has_name_or_default(one.model, name)) for one in pulsars]
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


def _has_name_or_default(model: TimingModel, name: str) -> bool:
    if name.upper() in OF_THE_ARRAY or is_written(model, name):
        return True
    try:
        return "*" in name and bool(model.freeze(name))
    except InputError:
        return False


def is_written(model: TimingModel, name: str) -> bool:
    """Whether a model has a line of a parameter or setting. A default is not a line.

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
