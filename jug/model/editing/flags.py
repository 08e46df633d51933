"""The choice of the free parameters of a model."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from jug.errors import InputError
from jug.model.editing.names import entries_named
from jug.model.parameters import Entry, why_not_fitted


def with_flags(entries: Mapping[str, Entry], names: Iterable[str], free: bool) -> dict[str, Entry]:
    """Free or freeze parameters, noise parameters too; the others stay as they are.

    Parameters
    ----------
    entries : dict of str to Entry
    names : iterable of str
        As `jug.model.editing.names.entries_named` reads them. A pattern, or a line with several values, stands for
        those of its parameters that can be fitted. A pattern frees noise parameters only if it has no others, as
        ``EFAC*``.
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
        noise = [e for e in own if e.param.sampled]
        if free and not fitted and not noise:
            raise InputError(f"{own[0].name} cannot be fitted{why_not_fitted(own[0].param)}")
        changed |= {e.name: replace(e, free=free) for e in fitted}
        if not free or not fitted:
            changed |= {e.name: replace(e, flag_not_used=free) for e in noise}
    return changed
