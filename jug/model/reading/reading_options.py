"""A par file with the lines that the caller's options add, change or remove."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, sentence
from jug.io.par import ParFile, parse_line
from jug.model.reading.dialects.conventions import read_conventions
from jug.model.reading.dialects.dialect_lines import translate_lines
from jug.obs.ephemeris import ephemeris_name

ADDED_KEYWORDS = ("UNITS", "EPHEM")
"""Keywords whose absence gives a warning. Where an option gives the value, the line is added."""


class ParWithOptions(NamedTuple):
    """A par file with the options of the caller applied.

    Parameters
    ----------
    par : ParFile
    conventions : dict of str to str
        The word of each convention.
    notes : tuple of str
        Descriptions of the changes.
    """

    par: ParFile
    conventions: Mapping[str, str]
    notes: tuple[str, ...]


def apply_reading_options(
    par: ParFile, ephem: str | None, ignore: Iterable[str], dialect: str, conventions: Mapping[str, str] | None
) -> ParWithOptions:
    """Apply the caller's options to the lines of a par file.

    Parameters
    ----------
    par : ParFile
    ephem, ignore, dialect, conventions
        As in `jug.load`.

    Returns
    -------
    ParWithOptions

    Warns
    -----
    InputWarning
        Lines that are ignored or that a dialect reads differently, and TNDMAMP in a file that looks like tempo2's.
    """
    notes: tuple[str, ...] = ()
    if ignore:
        from jug.model.reading.lines.ignored_lines import without_keywords

        par, notes = without_keywords(par, ignore)
    own = par.find("EPHEM")
    if ephem is not None:
        par = _with_ephem(par, ephem)
        if own and own[0].args and own[0].args[0].upper() != ephem.upper():
            notes += (f"EPHEM {ephemeris_name(ephem)}, as asked, in place of the par file's {own[0].args[0]}",)
    words, chosen = read_conventions(conventions, dialect), {name.upper() for name in conventions or {}}
    if dialect.lower() == "jug" and "TNDM" not in chosen and par.find("TNDMAMP"):
        from jug.model.programs.signs_of_tempo2 import doubtful_dm_noise  # few par files have it

        if doubt := doubtful_dm_noise(par):
            give_warning(InputWarning(f"{par.path}: {doubt}"))
    for key in ADDED_KEYWORDS:
        if key in chosen and not par.find(key):
            par = replace(par, lines=(*par.lines, parse_line(len(par.lines) + 1, f"{key} {words[key]}", added=True)))
            notes += (f"{key} {words[key]}, as asked",)
    found = translate_lines(par, words)
    for note in found.notes:
        give_warning(InputWarning(sentence(f"{par.path}: {note}")))
    return ParWithOptions(found.par, words, (*notes, *found.notes))


def _with_ephem(par: ParFile, ephem: str) -> ParFile:
    """The par file with another EPHEM, on the line of its own or on a new last line."""
    own = par.find("EPHEM")
    number = own[0].number if own else len(par.lines) + 1
    line = parse_line(number, f"EPHEM {ephemeris_name(ephem)}", added=True)
    if not own:
        return replace(par, lines=(*par.lines, line))
    return replace(par, lines=tuple(line if old is own[0] else old for old in par.lines if old not in own[1:]))
