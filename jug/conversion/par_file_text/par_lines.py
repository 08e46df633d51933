"""The lines of a model's par file, with the text of each and its parameters."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from jug.io.par import ParFile, ParLine, parse_line
from jug.model.editing.reassembly import differs_from_default
from jug.model.parameters import Entry
from jug.model.reading.lines.lines import frees_families, read_numbers
from jug.model.settings import Settings
from jug.model.timing_model import TimingModel
from jug.obs.selection import split_selector


class ParRow(NamedTuple):
    """One line to write.

    Parameters
    ----------
    line : ParLine or None
        The line of the par file; None for a parameter without a line.
    entries : tuple of Entry
        The parameters of the line, in the order of its values; empty for a comment, a setting, a description.
    text : str
        The line in jug's own dialect.
    """

    line: ParLine | None
    entries: tuple[Entry, ...]
    text: str


def par_rows(model: TimingModel) -> list[ParRow]:
    """Return every line of a model's par file: the lines that were read in their order, then new parameters.

    The line of an unchanged parameter is unchanged. A changed parameter is written with all its digits, so that reading
    it back gives the same model to the last bit.
    """
    by_line: dict[int, list[Entry]] = {}
    for e in model.entries.values():
        if e.line is not None:
            by_line.setdefault(e.line.number, []).append(e)
    old = []
    for line in model.par.lines:
        entries = tuple(sorted(by_line.get(line.number, []), key=_place))
        old.append(ParRow(line, entries, _line(model.par, line, entries)))
    new = [e for e in model.entries.values() if e.line is None and differs_from_default(model.entries, e)]
    return old + [ParRow(None, (e,), format_line(e.param.name if e.selector else e.name, [e])) for e in new]


class Rewritten(NamedTuple):
    """A par file with new lines, and the settings and entries that refer to them.

    Parameters
    ----------
    par : ParFile
    entries : dict of str to Entry
        The parameters that have a line, in the order of the lines, each with its new line.
    settings : Settings
        With the new line numbers.
    """

    par: ParFile
    entries: dict[str, Entry]
    settings: Settings


def rewrite_rows(model: TimingModel, new: Iterable[ParRow]) -> Rewritten:
    """Make a par file of rows; a row without a line, or with another text, gets a new line.

    Parameters
    ----------
    model : TimingModel
        Its settings and path are used.
    new : iterable of ParRow
        The rows to write. Their entries are the values.

    Returns
    -------
    Rewritten
    """
    lines: list[ParLine] = []
    entries: dict[str, Entry] = {}
    numbers: dict[int, int] = {}
    for number, row in enumerate(new, 1):
        line = parse_line(number, row.text, added=row.line is not None and row.line.added)
        lines.append(line)
        entries.update({e.name: replace(e, line=line) for e in row.entries})
        if row.line is not None:
            numbers[row.line.number] = number
    own = {key: numbers[number] for key, number in model.settings.lines.items() if number in numbers}
    return Rewritten(ParFile(model.par.path, tuple(lines)), entries, replace(model.settings, lines=own))


def format_line(key: str, entries: Sequence[Entry], comment: str = "", texts: Sequence[str] = ()) -> str:
    """Format a line: keyword, values, one fit flag for all or one for each, uncertainties.

    Parameters
    ----------
    key : str
        The keyword.
    entries : sequence of Entry
        The parameters of the line, in order.
    comment : str
        The comment at the end, or "".
    texts : sequence of str
        The values, where they are not `Entry.text`.

    Returns
    -------
    str
    """
    head = f"{key} {entries[0].selector}" if entries[0].selector else key
    text = f"{head:<15} " + " ".join(f"{t:>26}" for t in texts or [e.text() for e in entries])
    fitted = [e for e in entries if e.param.fit or len(entries) == 1]
    flags = [str(int(e.free or e.flag_not_used)) for e in fitted]
    text += f" {' '.join(flags if len(set(flags)) > 1 else flags[:1])}"
    if any(e.error is not None for e in fitted) or len(entries) > len(fitted):
        text += "".join(f" {e.error_text}" for e in fitted)
    return f"{text}  {comment}" if comment else text


def _place(entry: Entry) -> int:
    return entry.param.family.place if entry.param.family else 0


def _line(par: ParFile, line: ParLine, entries: tuple[Entry, ...]) -> str:
    """The line of these parameters, unchanged where their values have not changed."""
    if not entries:
        return line.text
    if entries[0].word:
        return format_line(line.key, entries, line.comment) if frees_families(line, entries[0].param) else line.text
    words = split_selector(line.args)[1] if entries[0].selector else line.args
    if len(entries) == 1:
        words = words[:3]  # value, fit flag, uncertainty: reading has given a warning about further words
    written = read_numbers(par, line, tuple(e.param for e in entries), tuple(words))
    as_read = [(s.value, bool(s.flag), s.error) for s in written]
    selector = entries[0].selector
    in_order = selector is None or tuple(line.args[1 : 1 + len(selector.args)]) == selector.args
    if in_order and as_read == [(e.value, e.free or e.flag_not_used, e.error) for e in entries]:
        return line.text
    return format_line(line.key, entries, line.comment)
