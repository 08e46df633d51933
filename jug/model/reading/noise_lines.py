"""Noise lines that say the same twice, and fit flags that a timing fit does not follow."""

import warnings
from dataclasses import replace

from jug.errors import InputWarning, ParError, sentence
from jug.io.par import ParFile
from jug.model.parameters import Entry


def settle_noise(par: ParFile, entries: dict[str, Entry]) -> None:
    """Refuse a selection given twice, leave a TNEQ aside where an EQUAD has its selection, note fit flags.

    Raises
    ------
    ParError
        Two lines of one noise family with the same selection (PINT 1.1.8 refuses them too; tempo2 applies both).
    """
    seen: dict[tuple[str, str], Entry] = {}
    for e in entries.values():
        if not e.param.sampled or e.selector is None or (e.param.family and e.param.family.line):
            continue
        first = seen.setdefault((e.param.name, str(e.selector)), e)
        if first is not e:
            number = first.line.number if first.line else 0
            why = f"{e.param.name} is given twice for {e.selector}, first on line {number}"
            raise ParError(why, par.where(e.line) if e.line else None, "keep one of them")
    for (name, selector), e in seen.items():
        if name == "TNEQ" and ("EQUAD", selector) in seen:
            del entries[e.name]
            why = f"{e.label} is not used, EQUAD says the same"
            warnings.warn(InputWarning(sentence(why, par.where(e.line) if e.line else None)), stacklevel=4)
    _reorder(entries, "TNEQ")
    held = ", ".join(e.label for e in entries.values() if e.held)
    if held:
        why = f"{par.path}: a fit holds noise parameters, the fit flags of {held} are kept; PINT's fitters move them"
        warnings.warn(InputWarning(sentence(why)), stacklevel=4)


def _reorder(entries: dict[str, Entry], name: str) -> None:
    """Number the members of a family that has lost some."""
    own = [e for e in entries.values() if e.param.name == name]
    for order, e in enumerate(own):
        entries[e.name] = replace(e, order=order)
