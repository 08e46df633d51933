"""A par file with every default written out, and without aliases.

Lines keep their order and comments. An alias becomes its keyword. An ambiguous word (``CLK TT(BIPM)``) becomes the word
of jug's choice. Absent settings, epochs and the zero of phase are added at the end with their defaults. The new file
has the same residuals.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from jug.conversion.par_file_text.par_lines import ParRow, format_line, par_rows
from jug.conversion.par_file_text.zero_of_phase import zero_of_phase
from jug.io.tim.pulse_numbers import pulse_numbers
from jug.model.reading.dialects.convention_table import CONVENTIONS
from jug.model.reading.lines.spellings import canonical_keyword
from jug.model.timing_model import TimingModel
from jug.obs.clock_words import UNCORRECTED
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.obs.tt_bipm import choose_tt

HEADER = "# defaults of lines that were absent"

_WORD_OF_LINE = re.compile(r"\S+")

NO_TERM = {"NE_SW": "0", "CORRECT_TROPOSPHERE": "N"}
"""Lines that switch a term off."""

DEFAULT_COUNTS = ("NHARMS", "TNREDC")
"""Keywords with a default number; without their line the model has no such parameter."""


class Explicit(NamedTuple):
    """A par file with every default written out.

    Parameters
    ----------
    text : str
    notes : tuple of str
        Lines that were added or changed, and those that could not be added.
    """

    text: str
    notes: tuple[str, ...]


def explicit_par(model: TimingModel, toas: TOAs | None, files: Files) -> Explicit:
    """Write the par file of a model with every default.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs or None
        They determine the zero of phase where TZRMJD is absent, and whether pulse numbers are used.
    files : Files
        Finds the newest TT(BIPM).

    Returns
    -------
    Explicit
    """
    notes: list[str] = []
    clock = _clock(model, toas, files)
    lines = [_line(model, row, clock, notes) for row in par_rows(model)]
    keys = {line.split(None, 1)[0].upper() for line in lines if line.split() and line.lstrip()[0] != "#"}
    new = [f"{key:<15} {word:>26}" for key, word in _settings(model, toas, clock) if key not in keys]
    new += [text for key, text in _defaults(model) if key not in keys]
    if new:
        lines += [HEADER, *new]
        notes.append(f"added {', '.join(' '.join(line.split()) for line in new)}")
    if toas is None and model.settings.tzr_mjd is None:
        notes.append("TZRMJD is absent, and follows from the TOAs: give the tim file to have it written")
    return Explicit("\n".join(lines) + "\n", tuple(notes))


def _clock(model: TimingModel, toas: TOAs | None, files: Files) -> str:
    """The word of a line CLK for the clock that is used; UNCORR where no clock is corrected."""
    if not model.settings.corrects_clocks:
        return UNCORRECTED
    return toas.clock if toas is not None else choose_tt(model.settings.clock or None, files)[0]


def _line(model: TimingModel, row: ParRow, clock: str, notes: list[str]) -> str:
    """A line with the keyword instead of an alias, and with the clock that is used."""
    text = row.text
    first = _WORD_OF_LINE.search(text)
    if row.line is None or not row.line.key or first is None:
        return text
    key = row.line.key
    own = canonical_keyword(key)
    if own != key:
        notes.append(f"{key} becomes {own} (line {row.line.number})")
        text = f"{text[: first.start()]}{own}{text[first.end() :]}"
    if own == "CLK" and row.line.args and row.line.args[0].upper() != clock.upper():
        notes.append(f"CLK {row.line.args[0]} becomes {clock}, as it is used")
        text = f"{'CLK':<15} {clock:>26}{f'  {row.line.comment}' if row.line.comment else ''}"
    return text


def _settings(model: TimingModel, toas: TOAs | None, clock: str) -> Iterator[tuple[str, str]]:
    """The settings in use, and the terms that are absent."""
    s, yes = model.settings, {True: "Y", False: "N"}
    yield "UNITS", "TDB"
    yield "EPHEM", s.ephem
    yield "CLK", clock
    yield "TIMEEPH", s.time_ephemeris
    yield "T2CMETHOD", "IAU2000B"
    yield "DILATEFREQ", yes[s.dilate]
    yield "PLANET_SHAPIRO", yes[s.planets]
    if "ELONG" in model.entries:
        yield "ECL", "IERS2010" if s.ecl == "DEFAULT" else s.ecl
    yield from NO_TERM.items()
    for name in DEFAULT_COUNTS:
        if CONVENTIONS[name].applies(model.par):
            yield name, s.conventions.get(name, CONVENTIONS[name].default)
    for key, words in (option for c in model.components for option in c.options):
        if "" in words and not key.startswith("@"):
            yield key, next(word for word in words if word)
    yield "MODE", "1"
    yield from _zero_of_phase(model, toas)
    if toas is not None and not s.track:
        numbered = "pn" in toas.raw.flags and bool(np.all(pulse_numbers(toas.raw)[1]))
        yield "TRACK", "-2" if numbered else "0"


def _zero_of_phase(model: TimingModel, toas: TOAs | None) -> Iterator[tuple[str, str]]:
    s = model.settings
    if s.tzr_mjd is not None:
        yield "TZRSITE", s.tzr_site
        yield "TZRFRQ", f"{s.tzr_freq_mhz!r}"
    elif toas is not None:
        yield from zero_of_phase(toas)


def _defaults(model: TimingModel) -> Iterator[tuple[str, str]]:
    """The parameters that have a default other than zero and no line, and the orders that a series skips."""
    for e in model.entries.values():
        plain = e.param.family is None and bool(e.param.default)
        skipped = e.param.family is not None and e.param.family.kind == "series"
        if e.line is None and not e.free and (plain or skipped):
            yield e.name, format_line(e.name, [e])
