"""The choice of the free parameters of a model."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from jug.errors import InputError
from jug.model.editing.names import entries_named
from jug.model.parameters import Entry, why_not_fitted


def with_flags(entries: Mapping[str, Entry], names: Iterable[str], free: bool) -> dict[str, Entry]:
    """Free or freeze parameters; the others stay as they are.

    Parameters
    ----------
    entries : dict of str to Entry
    names : iterable of str
        As `jug.model.editing.names.entries_named` reads them. A pattern, and a line with several values, stands for
        those of its parameters that can be fitted.
    free : bool

    Returns
    -------
    dict of str to Entry

    Raises
    ------
    InputError
        A name that is not in the model, or a parameter that cannot be fitted.
    """
    changed = dict(entries)
    for name in names:
        own = entries_named(entries, name)
        fitted = [e for e in own if e.param.fit and not e.word]
        if free and not fitted:
            raise _not_fitted(own[0])
        for e in fitted:
            changed[e.name] = replace(e, free=free)
    return changed


def _not_fitted(e: Entry) -> InputError:
    if e.param.sampled:
        why = f"{e.name} is a noise parameter, which a fit does not move"
        return InputError(why, hint="jug.likelihood has it among its parameters")
    return InputError(f"{e.name} cannot be fitted{why_not_fitted(e.param)}")
