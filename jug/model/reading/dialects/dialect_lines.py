"""The lines of a par file in a dialect, translated to lines with the same meaning in jug; absent lines are added.

A par file that is written from the result needs no dialect: jug reads its lines with the meaning of the original.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from jug.io.par import ParFile, ParLine, parse_line
from jug.model.reading.dialects.convention_table import ABSENT_LINES, CONVENTIONS
from jug.model.reading.dialects.conventions import OF_ORBITS, other_words
from jug.model.reading.dialects.dialect_orbits import ORBITS
from jug.model.reading.dialects.dialect_values import NEW, VALUES, is_tempo1
from jug.model.reading.findings import as_comment

OVERRULED = {
    **{"UNITS": "TDB", "TIMEEPH": "FB90", "DILATEFREQ": "N", "PLANET_SHAPIRO": "N", "CORRECT_TROPOSPHERE": "N"},
    **{"NE_SW": "9.961", "ECL": "IERS1992"},
}
"""The settings that EPHVER 2 makes in tempo2; other lines cannot change them."""

OF_TEMPO1 = {
    **{"UNITS": "TDB", "TIMEEPH": "FB90", "DILATEFREQ": "N", "PLANET_SHAPIRO": "N", "T2CMETHOD": "TEMPO"},
    **{"CORRECT_TROPOSPHERE": "N"},
}
"""The settings that TEMPO1 makes in tempo2, in place of the lines above it."""

REMINDER = "# jug reads this file as it was meant with "
"""The beginning of the comment that names the readings for which par files have no line."""

KEYWORD_ALIASES = {"NE1AU": "NE_SW", "SOLARN0": "NE_SW", "DIALATEFREQ": "DILATEFREQ"}


class TranslatedPar(NamedTuple):
    """A par file with the lines of a dialect.

    Parameters
    ----------
    par : ParFile
    notes : tuple of str
        Descriptions of the lines that were added or changed.
    """

    par: ParFile
    notes: tuple[str, ...] = ()


def translate_lines(par: ParFile, conventions: Mapping[str, str]) -> TranslatedPar:
    """Translate the lines of a par file to lines with the same meaning by jug's own defaults.

    Parameters
    ----------
    par : ParFile
    conventions : dict of str to str
        The word of each convention.

    Returns
    -------
    TranslatedPar
        The same par file where every word is jug's own.
    """
    if all(word == CONVENTIONS[name].default for name, word in conventions.items()):
        return TranslatedPar(par)
    notes: list[str] = []
    for name, change in {**VALUES, **ORBITS}.items():
        if conventions[name] != CONVENTIONS[name].default and CONVENTIONS[name].applies(par):
            texts = change(par, conventions[name])
            size = _size_of_sine(par) if name == "SINI" and texts else ""
            par = _replace_texts(par, texts, notes)
            notes[-1:] = [f"{note}{size}" for note in notes[-1:]]
    par = _without_ignored_clock(par, conventions, notes)
    if conventions["TEMPO1"] == "OVERRULES":
        par = _with_tempo1(par, notes)
    if conventions["EPHVER"] == "OVERRULES":
        par = _with_ephver_2(par, notes)
    orbit = "".join(word.upper() for line in par.find("BINARY")[:1] for word in line.args[:1])
    missing = [c for c in ABSENT_LINES if conventions[c.name] != c.default and c.applies(par)]
    missing = [c for c in missing if OF_ORBITS.get(c.name, orbit) == orbit]
    if missing:
        par = _with_lines(par, [(c.name, conventions[c.name]) for c in missing])
        taken = ", ".join(f"{c.name} {conventions[c.name]}" for c in missing)
        notes.append(f"no line says otherwise, so jug takes {taken}")
    return TranslatedPar(_with_reminder(par, conventions), tuple(notes))


def _size_of_sine(par: ParFile) -> str:
    from jug.model.reading.orbits.cut_sine import cut_sine_size  # for a warning alone

    return f", which changes {cut_sine_size(par)}"


def _replace_texts(par: ParFile, texts: Mapping[int, str], notes: list[str]) -> ParFile:
    """The par file with other texts for some lines, by number; an empty text makes a comment of the line."""
    lines = []
    for line in par.lines:
        text = texts.get(line.number)
        if text is None:
            lines.append(line)
            continue
        how = f"read as {' '.join(text.split())}" if text else "not used"
        notes.append(f"{' '.join((line.key, *line.args))} is {how} (line {line.number})")
        new = parse_line(line.number, text, added=line.added) if text else as_comment(line, "not used")
        lines.append(new._replace(own_text=line.own_text or line.text))
    for text in (text for number, text in texts.items() if number <= NEW):
        notes.append(f"{' '.join(text.split())} is taken")
        lines.append(parse_line(len(lines) + 1, text, added=True))
    return replace(par, lines=tuple(lines))


def _without_ignored_clock(par: ParFile, conventions: Mapping[str, str], notes: list[str]) -> ParFile:
    """The par file in which a line CLOCK is a comment, where only CLK is read."""
    if conventions["CLOCK"] != "IGNORED":
        return par
    return _replace_texts(par, {line.number: "" for line in par.find("CLOCK")}, notes)


def _with_ephver_2(par: ParFile, notes: list[str]) -> ParFile:
    """The par file as EPHVER 2 changes it in tempo2."""
    if not any(is_tempo1(line.args) for line in par.find("EPHVER")):
        return par
    wanted = {key: word for key, word in OVERRULED.items() if key != "ECL" or _has_position(par, "ELONG", "LAMBDA")}
    texts = {q.number: "" for q in par.find("EPHVER")}
    texts |= {q.number: "" for q in par if KEYWORD_ALIASES.get(q.key, q.key) in wanted and _differs(q, wanted)}
    par = _with_lines(_replace_texts(par, texts, []), list(wanted.items()), "# EPHVER 2")
    notes.append(f"EPHVER 2 stands for {', '.join(f'{key} {word}' for key, word in wanted.items())}")
    return par


def _with_tempo1(par: ParFile, notes: list[str]) -> ParFile:
    """The par file with the lines that TEMPO1 stands for in tempo2; lines below it stay as they are."""
    found = par.find("TEMPO1")
    if not found:
        return par
    number = found[-1].number
    notes.append(f"TEMPO1 stands for {', '.join(f'{key} {word}' for key, word in OF_TEMPO1.items())}")
    par = _replace_texts(par, {q.number: "" for q in found}, [])
    above = (q for q in par if q.number < number and KEYWORD_ALIASES.get(q.key, q.key) in OF_TEMPO1)
    par = _replace_texts(par, {q.number: "" for q in above if _differs(q, OF_TEMPO1)}, notes)
    return _with_lines(par, list(OF_TEMPO1.items()), "# TEMPO1")


def _with_reminder(par: ParFile, conventions: Mapping[str, str]) -> ParFile:
    """The par file with a comment that names the readings that no line of it expresses."""
    text = REMINDER + " ".join(f"--convention {name}={word}" for name, word in other_words(par, conventions).items())
    if text == REMINDER or any(line.comment == text for line in par.lines):
        return par
    return replace(par, lines=(*par.lines, parse_line(len(par.lines) + 1, text, added=True)))


def _has_position(par: ParFile, *keys: str) -> bool:
    return any(par.find(key) for key in keys)


def _differs(line: ParLine, wanted: Mapping[str, str]) -> bool:
    return line.args[:1] != (wanted[KEYWORD_ALIASES.get(line.key, line.key)],)


def _with_lines(par: ParFile, new: list[tuple[str, str]], comment: str = "") -> ParFile:
    """The par file with lines after its own; lines that it already has are left out."""
    own = {KEYWORD_ALIASES.get(line.key, line.key) for line in par}
    texts = [f"{key:<15} {word}{'  ' if comment else ''}{comment}" for key, word in new if key not in own]
    first = len(par.lines) + 1
    return replace(par, lines=(*par.lines, *(parse_line(first + i, text, added=True) for i, text in enumerate(texts))))
