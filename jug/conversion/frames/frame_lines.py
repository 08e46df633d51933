"""A timing model whose position is in the other frame; the new lines replace the old ones."""

from collections.abc import Mapping
from dataclasses import replace

from jug.conversion.par_file_text.par_lines import ParRow, format_line, par_rows, rewrite_rows
from jug.model.building.build import assemble
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

FRAME_ANGLES = ("RAJ", "DECJ", "ELONG", "ELAT")


def with_frame(model: TimingModel, new: Mapping[str, Entry], ecl: str) -> TimingModel:
    """Put parameters of the other frame into a model.

    Parameters
    ----------
    model : TimingModel
    new : dict of str to Entry
        The new parameters by the name of the old one that each replaces.
    ecl : str
        Name of the obliquity. A model that becomes ecliptic gets it as its line ECL.

    Returns
    -------
    TimingModel
        Its par file has the new lines. The line ECL of a model that becomes equatorial becomes a comment.
    """
    out: list[ParRow] = []
    done: set[str] = set()
    to_ecliptic = "RAJ" in new
    for row in par_rows(model):
        name = row.entries[0].name if row.entries else ""
        if name in new:
            done.add(name)
            if _matters(new[name]) or row.line is not None:
                out.append(_row(row, new[name]))
        elif row.line is not None and row.line.key == "ECL" and not to_ecliptic:
            out.append(ParRow(None, (), f"# {row.text.strip()}  (of the ecliptic coordinates before the conversion)"))
        else:
            out.append(row)
    missing = [e for name, e in new.items() if name not in done and _matters(e)]
    more = [ParRow(None, (e,), format_line(e.name, [e])) for e in missing]
    if to_ecliptic and not model.par.find("ECL"):
        more.append(ParRow(None, (), f"{'ECL':<15} {ecl:>26}"))
    at = 1 + max(i for i, row in enumerate(out) if row.entries and row.entries[0].name in FRAME_ANGLES)
    made = rewrite_rows(model, [*out[:at], *more, *out[at:]])
    return assemble(made.par, replace(made.settings, ecl=ecl if to_ecliptic else "DEFAULT"), made.entries)


def _matters(e: Entry) -> bool:
    return e.name in FRAME_ANGLES or e.free or e.error is not None or e.value.hi != 0.0


def _row(row: ParRow, e: Entry) -> ParRow:
    comment = row.line.comment if row.line else ""
    return row._replace(entries=(e,), text=format_line(e.name, [e], comment))
