"""Writing par and tim files: the input's lines in their order, only what changed rewritten, nothing lost."""

from os import PathLike

from jug.io import timwrite
from jug.io.files import write_text
from jug.io.par import ParFile, ParLine
from jug.io.rawtoas import RawTOAs
from jug.model.lines import read_numbers
from jug.model.table import Entry
from jug.model.timing import TimingModel
from jug.obs.selection import split_selector
from jug.obs.toas import TOAs


def par_text(model: TimingModel) -> str:
    """The par file of a model, as text.

    Comments, order and spelling of the file that the model was read from are kept. A parameter that has not
    changed keeps its line to the letter; a changed one is written with all its digits, so that reading it back gives
    the same model to the last bit.
    """
    by_line = {e.line.number: e for e in model.entries.values() if e.line is not None}
    lines = [_line(model.par, line, by_line.get(line.number)) for line in model.par.lines]
    new = [e for e in model.entries.values() if e.line is None and _departs(model, e)]
    lines += [_written(e.name, e, "") for e in new]
    return "\n".join(lines) + "\n"


def write_par(model: TimingModel, path: str | PathLike[str]) -> None:
    """Write the par file of a model; the file appears whole or not at all.

    Raises
    ------
    OSError
        The folder or file cannot be written.
    """
    write_text(path, par_text(model))


def write_tim(toas: TOAs | RawTOAs, path: str | PathLike[str]) -> None:
    """Write TOAs as a ``FORMAT 1`` tim file with all digits; it reads back to the same TOAs."""
    timwrite.write_tim(toas.raw if isinstance(toas, TOAs) else toas, path)


def _line(par: ParFile, line: ParLine, entry: Entry | None) -> str:
    if entry is None:
        return line.text
    if entry.word:
        return line.text
    words = split_selector(line.args)[1] if entry.selector else line.args
    if read_numbers(par, line, entry.param, tuple(words)) == (entry.value, entry.free, entry.error):
        return line.text
    return _written(line.key, entry, line.comment)


def _written(key: str, entry: Entry, comment: str) -> str:
    head = f"{key} {entry.selector}" if entry.selector else key
    text = f"{head:<15} {entry.text():>26} {int(entry.free)}"
    if entry.error is not None:
        text += f" {entry.error!r}"
    return f"{text}  {comment}" if comment else text


def _departs(model: TimingModel, entry: Entry) -> bool:
    """Whether a parameter without a line has something to say: freed, with an uncertainty, or not its default."""
    default = entry.param.default
    if entry.free or entry.error is not None:
        return True
    expected = model.entries[default].value if isinstance(default, str) else None
    if expected is None:
        return entry.value.hi != (default or 0.0) or entry.value.lo != 0.0
    return entry.value != expected
