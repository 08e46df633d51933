"""Lines of a par file that are not parameters, in an edit: settings (EPHEM, CLK, TZRMJD, ...) and descriptions."""

import re
from dataclasses import replace

from jug.core.arguments.kinds import one_text
from jug.errors import InputError
from jug.io.par import ParFile, ParLine, parse_line
from jug.model.parts import ModelParts
from jug.model.reading.findings import Findings
from jug.model.reading.lines.keywords import BIN_DESCRIPTIONS, DESCRIPTIVE, FIT_ONLY, PULSAR, SETTING_ALIASES, SETTINGS
from jug.model.reading.settings import UNITS_WORDS, read_settings
from jug.model.settings import Settings


def is_setting(name: str) -> bool:
    """Whether a keyword is that of a setting or of a description.

    Parameters
    ----------
    name : str
        In any case.

    Returns
    -------
    bool
    """
    key = one_text(name, "the name of a parameter").strip().upper()
    return (
        key in SETTINGS
        or key in PULSAR
        or key in DESCRIPTIVE
        or key in FIT_ONLY
        or bool(BIN_DESCRIPTIONS.fullmatch(key))
    )


def find_setting(par: ParFile, name: str) -> ParLine | None:
    """Find the line of a setting or a description.

    Parameters
    ----------
    par : ParFile
    name : str
        Its keyword or an alias, in any case.

    Returns
    -------
    ParLine or None
        None where the keyword is that of a parameter.

    Raises
    ------
    InputError
        The par file has no such line.
    """
    if not is_setting(name):
        return None
    key = name.strip().upper()
    found = _lines_of(par, key)
    if not found:
        raise InputError(f"the par file has no line {key}", hint=f"set {key} to add it")
    return found[0]


def with_setting(par: ParFile, name: str, words: str) -> ParFile:
    """Give a setting or a description other words; it gets a line where it has none.

    Parameters
    ----------
    par : ParFile
    name : str
        Its keyword or an alias, in any case.
    words : str

    Returns
    -------
    ParFile

    Raises
    ------
    InputError
        No words, or UNITS, which is converted and not set.
    """
    key = name.strip().upper()
    if not words.strip() or "\n" in words:
        raise InputError(f"{key} needs a value on one line")
    own = _lines_of(par, key)
    units = own[0].args[0].upper() if own else "TDB"
    if key == "UNITS" and UNITS_WORDS.get(units) != UNITS_WORDS.get(words.upper()):
        raise InputError(
            "UNITS is converted, not set: the meaning of every value would change",
            hint="jug convert --units (jug.convert_units)",
        )
    if not own:
        number = max(line.number for line in par.lines) + 1
        return replace(par, lines=(*par.lines, parse_line(number, f"{key:<15} {words:>26}", added=True)))
    lines = (with_words(line, words) if line is own[0] else line for line in par.lines)
    return replace(par, lines=tuple(lines))


def with_words(line: ParLine, words: str) -> ParLine:
    """Put other words after the keyword of a line; the space between them and a comment stay.

    Parameters
    ----------
    line : ParLine
    words : str

    Returns
    -------
    ParLine
    """
    head = re.match(r"\s*\S+\s+", line.text)
    text = f"{head.group() if head else line.key + ' '}{words}"
    return parse_line(line.number, f"{text}  {line.comment}" if line.comment else text)


def with_settings_of(model: ModelParts, par: ParFile) -> tuple[Settings, Findings]:
    """Read the settings of changed lines.

    Parameters
    ----------
    model : ModelParts
        The model before the change; its dialect, its conventions and its notes do not change.
    par : ParFile
        The changed lines.

    Returns
    -------
    settings : Settings
    findings : Findings
        The problems of the lines.
    """
    old, findings = model.settings, Findings()
    if _settings(par) == _settings(model.par):
        return old, findings
    read = read_settings(par, old.conventions, findings)
    known = Findings()
    before = read_settings(model.par, old.conventions, known).assumed
    findings.forget(known)
    kept = [note for note in old.assumed if note not in before]
    made = replace(
        read,
        dialect=old.dialect,
        wideband=old.wideband,
        from_tcb=old.from_tcb,
        assumed=(*read.assumed, *kept),
        warned=old.warned,
    )
    return made, findings


def _lines_of(par: ParFile, key: str) -> list[ParLine]:
    """The lines of a keyword, then the lines of its aliases."""
    own = [line for line in par if SETTING_ALIASES.get(line.key, line.key) == SETTING_ALIASES.get(key, key)]
    return sorted(own, key=lambda line: line.key != key)


def _settings(par: ParFile) -> list[ParLine]:
    return [line for line in par if line.key in SETTINGS or line.key in PULSAR]
