"""Par files in the dialects of PINT, tempo2 and tempo.

The lines of the model's own par file keep their order and their comments. A keyword is spelt as the program reads it,
a value has the program's unit, and what would mean something else there when it is absent is written at the end. A
term that the program does not have is an error that names it, or a comment and a note where that is wanted.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from jug.conversion.dialect_rules import (
    BINARY_WORDS,
    HARMLESS,
    HARMLESS_WORDS,
    OTHER_LINES,
    RULES,
    in_units_of,
    powers,
    said,
    value_text,
)
from jug.conversion.par_lines import Row, rows, written
from jug.data import open_files
from jug.errors import InputError, Where
from jug.io.par import ParLine
from jug.model.parameters import Entry
from jug.model.programs.supported import reads
from jug.model.reading.keywords import PULSAR
from jug.model.timing_model import TimingModel
from jug.obs.tt_bipm import choose_tt

PROGRAMS = {"pint": "PINT", "tempo2": "tempo2", "tempo": "tempo"}
NEVER = {("pint", "DILATEFREQ"), ("tempo", "DILATEFREQ")}
"""Choices that a program does not have."""
YES = ("Y", "YES", "T", "TRUE", "1")
TEMPO_LINE = 80
"""Characters of a line that tempo reads."""


class Converted(NamedTuple):
    """A par file for another program.

    Parameters
    ----------
    text : str
    notes : tuple of str
        Where the program will not do the same with it.
    """

    text: str
    notes: tuple[str, ...]


class _Sheet:
    """The file as it grows: lines, keywords that are there, notes, and terms that the program lacks."""

    def __init__(self, model: TimingModel, program: str) -> None:
        self.model, self.program = model, program
        self.lines: list[str] = []
        self.keys: set[str] = set()
        self.notes: dict[str, None] = {}
        self.lacking: dict[str, ParLine | None] = {}

    def put(self, key: str, text: str, comment: str = "") -> None:
        """Add a line; the programs take a comment behind the values for one of them, so it goes before."""
        if comment:
            self.lines.append(comment)
        if self.program == "tempo" and len(text) > TEMPO_LINE:
            text = " ".join(text.split())
            if len(text) > TEMPO_LINE:
                self.notes[f"the line {key} is longer than the {TEMPO_LINE} characters that tempo reads"] = None
        self.keys.add(key)
        self.lines.append(text)

    def silence(self, text: str) -> None:
        """Keep a line as a comment."""
        self.lines.append(f"# {text.strip()}")


def convert(model: TimingModel, program: str, *, leave_out: bool = False) -> Converted:
    """The par file of a model for ``"pint"``, ``"tempo2"`` or ``"tempo"``.

    Parameters
    ----------
    leave_out : bool
        Keep what the program lacks as comments, and note it, instead of raising.

    Raises
    ------
    InputError
        No such dialect, or the program lacks terms of the model; all of them are named.
    """
    if program not in PROGRAMS:
        raise InputError(f"no dialect {program!r}", hint=f"there are jug, {', '.join(PROGRAMS)}")
    model = in_units_of(model, program)
    sheet = _Sheet(model, program)
    for row in rows(model):
        if row.entries:
            _parameters(sheet, row)
        else:
            _other(sheet, row.line, row.text)
    for key, text in _explicit(sheet):
        sheet.put(key, text)
    if sheet.lacking:
        _refuse(sheet, leave_out)
    return Converted("\n".join(sheet.lines) + "\n", tuple(sheet.notes))


def _refuse(sheet: _Sheet, leave_out: bool) -> None:
    """Raise for what the program lacks, or note it."""
    if leave_out:
        sheet.notes.update(dict.fromkeys(f"{why}: left out" for why in sheet.lacking))
        return
    line = next(iter(sheet.lacking.values()))
    par = sheet.model.par
    where = Where(par.path, line.number) if line else Where(par.path)
    raise InputError(
        f"{PROGRAMS[sheet.program]} lacks a part of this model: {'; '.join(sheet.lacking)}",
        where,
        "leave it out on purpose (--leave-out) or write for another program",
    )


def _parameters(sheet: _Sheet, row: Row) -> None:
    """A line of parameters."""
    program, first = sheet.program, row.entries[0]
    fatal = False
    for e in row.entries:
        for rule in RULES:
            if rule.program == program and re.fullmatch(rule.name, e.param.name) and rule.applies(sheet.model, e):
                fatal |= rule.fatal
                why = said(rule, sheet.model, e)
                if rule.fatal:
                    sheet.lacking.setdefault(why, row.line)
                else:
                    sheet.notes[why] = None
    key = _spelt(program, first, row.line.key if row.line else "")
    switched_off = program == "tempo" and first.param.name == "K96" and first.word not in YES
    if fatal or not key or switched_off or (first.word and first.word in first.param.links and program == "tempo"):
        if not fatal and not switched_off:
            _lacks(sheet, row)
        sheet.silence(row.text)
        return
    comment = row.line.comment if row.line else ""
    own = _of_tempo2(sheet, row) if program == "tempo2" else ""
    if own:
        sheet.put(key, own, comment)
    elif row.line is not None and key == row.line.key and row.text == row.line.text and _same(program, row, comment):
        sheet.put(key, row.text)
    elif first.word:
        word = BINARY_WORDS.get(program, {}).get(first.word, first.word)
        rest = row.text.split("#")[0].split()[2:]
        sheet.put(key, " ".join([f"{key:<15} {word:>26}", *rest]), comment)
    else:
        sheet.put(key, _text(program, key, row.entries), comment)


def _of_tempo2(sheet: _Sheet, row: Row) -> str:
    """A line of several values, or one whose flag frees such lines, as tempo2 reads it; "" for any other.

    tempo2 has no flag on lines of several values, only the uncertainty of a node, and frees all of a kind or none.
    """
    first, key = row.entries[0], row.line.key if row.line else row.entries[0].name
    if first.param.frees:
        free = [e.free for e in sheet.model.entries.values() if e.param.name in first.param.frees]
        if any(free) and not all(free):
            sheet.notes[f"some of the {' and '.join(first.param.frees)} are free: {key} frees them all"] = None
        return f"{key:<15} {first.text():>26} {int(any(free))}"
    fitted = [e for e in row.entries if e.param.fit]
    texts = [e.text() for e in row.entries]
    texts += [repr(e.error or 0.0) for e in fitted] if len(fitted) < len(row.entries) else []
    head = f"{key} {first.selector}" if first.selector else key
    return f"{head:<15} {' '.join(f'{t:>26}' for t in texts)}" if len(row.entries) > 1 else ""


def _same(program: str, row: Row, comment: str) -> bool:
    """Whether the line may stand as it is: no comment behind it, no other unit, a fit flag where one is expected."""
    flagged = row.entries[0].selector is None or not row.entries[0].param.fit or len(row.text.split()) > 4
    plain = not any(value_text(program, e) for e in row.entries)
    plain = plain and row.entries[0].word not in BINARY_WORDS.get(program, {})
    return not comment and plain and flagged and (program != "tempo" or len(row.text) <= TEMPO_LINE)


def _text(program: str, key: str, entries: tuple[Entry, ...]) -> str:
    first = entries[0]
    texts = [value_text(program, e) or e.text() for e in entries]
    if not first.param.fit and first.error is None and len(entries) == 1:
        head = f"{key} {first.selector}" if first.selector else key
        return f"{head:<15} {texts[0]:>26}"
    scaled = [replace(e, error=_scaled(e.error, powers(program, e))) for e in entries]
    return written(key, scaled, texts=texts)


def _scaled(error: float | None, power: int) -> float | None:
    return float(Decimal(repr(error)).scaleb(power)) if power and error is not None else error


def _spelt(program: str, entry: Entry, key: str) -> str:
    """The keyword that the program reads for a parameter; "" for none. The line's own goes first."""
    jump = re.fullmatch(r"FD(\d+)JUMP\d*|FDJUMP(\d+)", key or entry.name)
    if jump:
        number = jump[1] or jump[2]
        forms = {"pint": f"FD{number}JUMP", "tempo2": f"FDJUMP{number}"}
        return forms.get(program, "")
    if key and reads(program, key):
        return key
    family = entry.param.family
    tail = "" if family is None or family.kind == "selected" else entry.name.removeprefix(entry.param.name)
    if family is not None and family.line:
        word = key or f"{family.line}{tail}"
        return word if reads(program, word) else ""
    names = (entry.param.name, *entry.param.aliases)
    return next((name + tail for name in names if reads(program, name + tail)), "")


def _lacks(sheet: _Sheet, row: Row) -> None:
    """Note a line whose keyword the program does not read, unless nothing is lost by it."""
    name = PROGRAMS[sheet.program]
    for e in row.entries:
        if e.word:
            only = HARMLESS_WORDS[sheet.program].get(e.param.name, ())
            if e.word not in only:
                sheet.lacking.setdefault(f"{name} has no {e.param.name} {e.word}", row.line)
        elif e.param.name in HARMLESS[sheet.program]:
            if e.value.hi != 0.0 or e.free:
                sheet.notes[f"{name} has no {e.name}: {HARMLESS[sheet.program][e.param.name]}"] = None
        elif e.param.codec != "mjd" and not e.param.name.endswith("FREF") and (e.value.hi != 0.0 or e.free):
            family = e.param.family
            what = f"{e.param.name}{family.separator}n" if family and family.kind == "indexed" else e.name
            if family and family.line:
                what = family.line if family.counted or family.kind == "selected" else f"{family.line}n"
            sheet.lacking.setdefault(f"{name} has no {what}", row.line)


def _other(sheet: _Sheet, line: ParLine | None, text: str) -> None:
    """A comment, a setting, a description, or a line that switches off what jug does not have."""
    if line is None or not line.key:
        sheet.lines.append(text if not text.strip() or text.lstrip()[0] in "#C" else f"# {text.strip()}")
        return
    program = sheet.program
    key = OTHER_LINES[program].get(line.key, line.key)
    args = _arguments(sheet, key, line.args)
    if key == "EPHVER" and program == "tempo2" and args[:1] in (("2",), ("TEMPO1",)):
        sheet.notes["EPHVER 2 would make tempo2 overrule other lines: it is a comment now"] = None
        sheet.silence(text)
    elif (program == "tempo" and not reads(program, key)) or (program, key) in NEVER:
        if key in ("PLANET_SHAPIRO", "DILATEFREQ") and args[:1] and args[0].upper() in YES:
            sheet.lacking.setdefault(f"{PROGRAMS[program]} has no {key} Y", line)
        sheet.silence(text)
    elif (key, args) == (line.key, line.args):
        bare = text.rstrip()[: -len(line.comment)].rstrip() if line.comment else text
        sheet.put("PSR" if key in PULSAR else key, bare, line.comment)
    else:
        sheet.put(key, f"{key:<15} {' '.join(args):>26}", line.comment)


def _arguments(sheet: _Sheet, key: str, args: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a setting as the program wants them."""
    if key == "MODE" and sheet.program != "pint":
        return ("1",)
    if key == "TZRFRQ" and args and args[0].lower().startswith("inf"):
        return ("0",)
    if key == "T2CMETHOD" and sheet.program == "tempo2":
        return ("IAU2000B",)
    if key == "UNITS":
        return ("TDB",) if args and args[0].upper() == "TDB" else args
    return args


def _explicit(sheet: _Sheet) -> Iterator[tuple[str, str]]:
    """Lines whose absence would mean something else, and are absent."""
    model, program = sheet.model, sheet.program
    yes = {True: "Y", False: "N"}
    clock = "" if sheet.keys & {"CLK", "CLOCK"} else choose_tt(None, open_files())[0]
    wanted = [
        (("UNITS",), "UNITS", "TDB"),
        (("EPHEM",), "EPHEM", model.settings.ephem),
        (("CLK", "CLOCK"), "CLK", clock),
    ]
    if program == "tempo2":
        wanted += [
            (("NE_SW", "NE1AU", "SOLARN0"), "NE_SW", "0"),
            (("PLANET_SHAPIRO",), "PLANET_SHAPIRO", yes[model.settings.planets]),
            (("CORRECT_TROPOSPHERE",), "CORRECT_TROPOSPHERE", "N"),
            (("DILATEFREQ",), "DILATEFREQ", "N"),
            (("TIMEEPH",), "TIMEEPH", "FB90"),
            (("T2CMETHOD",), "T2CMETHOD", "IAU2000B"),
        ]
        if "H4" in model.entries:
            wanted += [(("NHARM", "NHARMS"), "NHARM", "7")]
    if program == "tempo":
        wanted += [(("SOLARN0",), "SOLARN0", "0")]
        if "ELONG" in model.entries:
            wanted += [(("ECL",), "ECL", "IERS2010" if model.settings.ecl == "DEFAULT" else model.settings.ecl)]
        if any(e.param.name == "DMX" for e in model.entries.values()):
            wanted += [(("DMX",), "DMX", "14.0")]
        if "KIN" in model.entries and "K96" not in model.entries:
            wanted += [(("K96",), "K96", "1")]
    if program != "pint":
        wanted += [(("MODE",), "MODE", "1")]
    for names, key, value in wanted:
        if not sheet.keys.intersection(names):
            yield key, f"{key:<15} {value:>26}"
    if clock:
        sheet.notes[f"the par file has no CLK line: {clock}, as jug takes, is written"] = None
    for e in model.entries.values():
        key = _spelt(program, e, "") if e.line is None and isinstance(e.param.default, str) else ""
        if key and key not in sheet.keys:
            yield key, f"{key:<15} {e.text():>26}"
