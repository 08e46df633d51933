"""Writing par and tim files: the input's lines in their order, only what changed rewritten, nothing lost."""

from os import PathLike

from jug.io import timwrite
from jug.io.files import write_text
from jug.io.par import ParFile, ParLine
from jug.io.rawtoas import RawTOAs
from jug.model.lines import frees, read_numbers
from jug.model.table import Entry
from jug.model.timing import TimingModel
from jug.obs.selection import split_selector
from jug.obs.sites import find_site
from jug.obs.toas import TOAs


def par_text(model: TimingModel) -> str:
    """The par file of a model, as text.

    Comments, order and spelling of the file that the model was read from are kept. A parameter that has not
    changed keeps its line to the letter; a changed one is written with all its digits, so that reading it back gives
    the same model to the last bit.
    """
    by_line: dict[int, list[Entry]] = {}
    for e in model.entries.values():
        if e.line is not None:
            by_line.setdefault(e.line.number, []).append(e)
    lines = [_line(model.par, line, by_line.get(line.number, [])) for line in model.par.lines]
    new = [e for e in model.entries.values() if e.line is None and _departs(model, e)]
    lines += [_written(e.param.name if e.selector else e.name, [e], "") for e in new]
    return "\n".join(lines) + "\n"


def write_par(model: TimingModel, path: str | PathLike[str]) -> None:
    """Write the par file of a model; the file appears whole or not at all.

    Raises
    ------
    OSError
        The folder or file cannot be written.
    """
    write_text(path, par_text(model))


def write_tim(toas: TOAs | RawTOAs, path: str | PathLike[str], *, form: str = "tempo2") -> None:
    """Write TOAs as a tim file, the deleted ones as comments.

    Parameters
    ----------
    toas : TOAs or RawTOAs
    path : path
    form : {"tempo2", "princeton"}
        ``FORMAT 1`` with all digits, which reads back to the same TOAs; or Princeton's fixed columns, which have no
        room for flags and for more than 14 decimals of a day (an `InputWarning` says what is left out).

    Raises
    ------
    InputError
        What the format cannot hold, or a file that cannot be written.
    """
    raw = toas.raw if isinstance(toas, TOAs) else toas
    codes = {site: find_site(site).tempo_code for site in raw.site.values} if form == "princeton" else None
    timwrite.write_tim(raw, path, form=form, codes=codes)


def _line(par: ParFile, line: ParLine, entries: list[Entry]) -> str:
    """The line of these parameters, as it stands where nothing has changed."""
    if not entries:
        return line.text
    if entries[0].word:
        return _written(line.key, entries, line.comment) if frees(line, entries[0].param) else line.text
    entries = sorted(entries, key=lambda e: e.param.family.place if e.param.family else 0)
    words = split_selector(line.args)[1] if entries[0].selector else line.args
    said = read_numbers(par, line, tuple(e.param for e in entries), tuple(words))
    if [(s.value, bool(s.flag), s.error) for s in said] == [(e.value, e.free, e.error) for e in entries]:
        return line.text
    return _written(line.key, entries, line.comment)


def _written(key: str, entries: list[Entry], comment: str) -> str:
    """A line: keyword, values, one fit flag for all or one for each, uncertainties."""
    head = f"{key} {entries[0].selector}" if entries[0].selector else key
    text = f"{head:<15} " + " ".join(f"{e.text():>26}" for e in entries)
    fitted = [e for e in entries if e.param.fit or len(entries) == 1]
    flags = [str(int(e.free)) for e in fitted]
    text += f" {' '.join(flags if len(set(flags)) > 1 else flags[:1])}"
    if any(e.error is not None for e in fitted):
        text += "".join(f" {e.error or 0.0!r}" for e in fitted)
    return f"{text}  {comment}" if comment else text


def _departs(model: TimingModel, entry: Entry) -> bool:
    """Whether a parameter without a line has something to say: freed, with an uncertainty, or not its default."""
    default = entry.param.default
    if entry.free or entry.error is not None or entry.selector is not None:
        return True
    expected = model.entries[default].value if isinstance(default, str) else None
    if expected is None:
        return entry.value.hi != (default or 0.0) or entry.value.lo != 0.0
    return entry.value != expected
