"""Lines of parameters as PINT, tempo2 or tempo reads them: keyword, unit, fit flags, and terms that it lacks."""

import re
from dataclasses import replace
from decimal import Decimal

from jug.conversion.dialects.dialect_rules import (
    BINARY_WORDS,
    HARMLESS,
    HARMLESS_WORDS,
    RULES,
    powers,
    rule_sentence,
    value_text,
)
from jug.conversion.dialects.dialect_sheet import TEMPO_LINE, Sheet
from jug.conversion.dialects.jumps_of_tempo import tim_jump_line
from jug.conversion.dialects.pint_rules import PINT_RULES
from jug.conversion.dialects.sine_of_tempo2 import sine_note
from jug.conversion.par_file_text.par_lines import ParRow, format_line
from jug.io.codecs import YES
from jug.model.parameters import Entry
from jug.model.programs.supported import PROGRAM_NAMES, reads


def put_parameters(sheet: Sheet, row: ParRow) -> None:
    """Write a line of parameters as the program reads it, or as a comment.

    Parameters
    ----------
    sheet : Sheet
        The line, the notes and the terms that the program lacks are added to it.
    row : ParRow
        A line with at least one parameter.
    """
    program, first = sheet.program, row.entries[0]
    ruled_out = _apply_rules(sheet, row)
    key = keyword_for(program, first, row.line.key if row.line else "")
    switched_off = program == "tempo" and first.param.name == "K96" and first.word not in YES
    if ruled_out or not key or switched_off or (first.word and first.word in first.param.links and program == "tempo"):
        if not ruled_out and not switched_off:
            _note_missing_keyword(sheet, row)
        sheet.comment_out(row.text)
        return
    comment = row.line.comment if row.line else ""
    own = _tempo2_line(sheet, row) if program == "tempo2" else ""
    of_tim = tim_jump_line(sheet.model, first) if program == "tempo" else ""
    if of_tim:
        sheet.put(of_tim.split()[0], of_tim, comment)
    elif own:
        sheet.put(key, own, comment)
    elif (
        row.line is not None
        and key == row.line.key
        and row.text == row.line.text
        and _can_be_copied(program, row, comment)
    ):
        sheet.put(key, row.text)
    elif first.word:
        word = BINARY_WORDS.get(program, {}).get(first.word, first.word)
        rest = row.text.split("#")[0].split()[2:]
        sheet.put(key, " ".join([f"{key:<15} {word:>26}", *rest]), comment)
    else:
        sheet.put(key, _text(program, key, row.entries), comment)


def _apply_rules(sheet: Sheet, row: ParRow) -> bool:
    """Add the notes of the program's rules on a line. Return whether the line is only a comment by them."""
    ruled_out = False
    for shown in row.entries:
        e = sheet.model.entries[shown.name]
        for rule in (*RULES, *PINT_RULES):
            if rule.program != sheet.program or not re.fullmatch(rule.name, e.param.name):
                continue
            if not rule.applies(sheet.model, e):
                continue
            ruled_out |= rule.fatal or rule.comment
            why = rule_sentence(rule, sheet.model, e)
            if rule.fatal:
                sheet.lacking.setdefault(why, row.line)
            else:
                sheet.notes[why] = None
        if sheet.program == "tempo2" and (note := sine_note(sheet.model, e)):
            sheet.notes[note] = None
    return ruled_out


def _tempo2_line(sheet: Sheet, row: ParRow) -> str:
    """A line of several values, or one whose flag frees such lines, as tempo2 reads it; "" for any other.

    tempo2 has no fit flag on lines of several values, only the uncertainty of a node; it frees all of a kind or none.
    """
    first, key = row.entries[0], row.line.key if row.line else row.entries[0].name
    if first.param.frees:
        free = [e.free for e in sheet.model.entries.values() if e.param.name in first.param.frees]
        if any(free) and not all(free):
            sheet.notes[f"some of the {' and '.join(first.param.frees)} are free: {key} frees them all"] = None
        return f"{key:<15} {first.text():>26} {int(any(free))}"
    fitted = [e for e in row.entries if e.param.fit]
    texts = [e.text() for e in row.entries]
    texts += [e.error_text for e in fitted] if len(fitted) < len(row.entries) else []
    head = f"{key} {first.selector}" if first.selector else key
    return f"{head:<15} {' '.join(f'{t:>26}' for t in texts)}" if len(row.entries) > 1 else ""


def _can_be_copied(program: str, row: ParRow, comment: str) -> bool:
    """Whether the line can be copied: it has no comment, needs no other unit, and has the expected fit flag."""
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
    scaled = [replace(e, error=_scale_error(e.error, powers(program, e))) for e in entries]
    return format_line(key, scaled, texts=texts)


def _scale_error(error: float | None, power: int) -> float | None:
    return float(Decimal(repr(error)).scaleb(power)) if power and error is not None else error


def keyword_for(program: str, entry: Entry, key: str) -> str:
    """Find the keyword that the program reads for a parameter.

    Parameters
    ----------
    program : str
        ``"pint"``, ``"tempo2"`` or ``"tempo"``.
    entry : Entry
        The parameter.
    key : str
        The keyword of its line, which is tried first; "" for a parameter without a line.

    Returns
    -------
    str
        The keyword, or "" if the program reads none.
    """
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


def _note_missing_keyword(sheet: Sheet, row: ParRow) -> None:
    """Note a line whose keyword the program does not read, unless nothing is lost by it."""
    name = PROGRAM_NAMES[sheet.program]
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
