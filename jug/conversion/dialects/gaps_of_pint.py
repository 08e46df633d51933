"""Gaps in a series, which jug reads as zero: PINT refuses F3 without F2, and needs a line for each member."""

from collections.abc import Iterator

from jug.conversion.dialects.dialect_parameters import keyword_for
from jug.conversion.dialects.dialect_sheet import Sheet
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel


def zero_lines(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield a line of zero for each member that a series of the par file skips, and note missing IFUNC nodes.

    Parameters
    ----------
    sheet : Sheet
        The note is added to it.

    Yields
    ------
    tuple of (str, str)
        The keyword, and the line.
    """
    model = sheet.model
    for e in model.entries.values():
        key = keyword_for("pint", e, "") if _is_skipped(model, e) else ""
        if key:
            yield key, f"{key:<15} {'0':>26}"
    for number in _missing(model, "WAVE_SIN"):
        yield f"WAVE{number}", f"WAVE{number:<11} {'0':>26} {'0':>26}"
    if nodes := _missing(model, "IFUNC"):
        names = ", ".join(f"IFUNC{number}" for number in nodes)
        sheet.notes[f"PINT refuses IFUNC nodes without {names}: number them one by one"] = None


def _is_skipped(model: TimingModel, e: Entry) -> bool:
    """Whether a member has no line while a later one has; False for FB0, which PB replaces."""
    family = e.param.family
    if family is None or e.line is not None or e.value.hi or e.name == "FB0":
        return False
    if family.kind != "series" and not family.unbroken:
        return False
    return any(
        other.line is not None and other.param is e.param and _place(other) > _place(e)
        for other in model.entries.values()
    )


def _place(e: Entry) -> int:
    """The number of a member in its family."""
    return (e.order if e.member is None else e.member) or 0


def _missing(model: TimingModel, family: str) -> list[int]:
    """The numbers from 1 on that the lines of a family skip."""
    own = {e.member for e in model.entries.values() if e.param.name == family and e.member is not None}
    return [number for number in range(1, max(own, default=0)) if number not in own]
