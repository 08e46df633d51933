"""Rules by which a par file differs for PINT, tempo2 and tempo: keywords, units, required lines, notes.

`jug.model.programs.supported` lists the keywords that a program reads. These rules come from PINT 1.1.8 and the parsers
of tempo2 and tempo.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from jug.core.constants import OBLIQUITY_ARCSEC
from jug.io.codecs import EXACT
from jug.model.noise.fourier import TEMPO2_DM_SHIFT
from jug.model.parameters import Entry
from jug.model.programs.supported import has_orbit
from jug.model.timing_model import TimingModel

TEMPO2_OBLIQUITY = "IERS2003"
"""Obliquity that tempo2 uses for any ECL: 84381.4059 arcsec."""

OTHER_LINES = {
    "pint": {"PSRNAME": "PSR", "DIALATEFREQ": "DILATEFREQ", "TZRFREQ": "TZRFRQ"},
    "tempo2": {"PSRNAME": "PSR", "CLOCK": "CLK", "DIALATEFREQ": "DILATEFREQ"},
    "tempo": {
        **{"PSRNAME": "PSR", "CLOCK": "CLK", "DIALATEFREQ": "DILATEFREQ", "TZRFREQ": "TZRFRQ"},
        "NE_SW": "SOLARN0",
        "NE1AU": "SOLARN0",
    },
}
"""Spelling of lines without parameters."""

BINARY_WORDS = {"tempo": {"DDH": "DDFWHE"}, "pint": {"DDFWHE": "DDH"}, "tempo2": {"DDFWHE": "DDH"}}
"""Other words on the ``BINARY`` line."""

HARMLESS: dict[str, dict[str, str]] = {
    "tempo2": {
        "PHOFF": "the mean is removed in its place",
        "EXPDIPEPS": "its dips begin at once",
        **dict.fromkeys(("DMJUMP", "DMEFAC", "DMEQUAD"), "it takes no account of measured DMs"),
    },
    "tempo": {"PHOFF": "the mean is removed in its place"},
    "pint": {},
}
"""Parameters that the program lacks although its residuals do not change, and why."""

HARMLESS_WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "pint": {"DM_SERIES": ("TAYLOR",), "ELL1ORDER": ("3",), "ELL1H_SHAPIRO": ("FULL",)},
    "tempo2": {"K96": ("Y", "1", "T", "TRUE", "YES"), "ELL1ORDER": ("1",), "ELL1H_SHAPIRO": ("ABSORBED",)},
    "tempo": {"DM_SERIES": ("TAYLOR",), "SWM": ("0",), "FDJUMPLOG": ("Y", "N"), "ELL1ORDER": ("1",), "SINI": ("KIN",)},
}
"""Words of settings for which the program has no other choice."""

E12_PARAMETERS = ("PBDOT", "XPBDOT", "A1DOT", "EDOT", "EPS1DOT", "EPS2DOT")
E6_PARAMETERS = ("DTH", "DR", "A0", "B0")


def powers(program: str, entry: Entry) -> int:
    """Return the power of ten by which value and uncertainty are multiplied for a program.

    Parameters
    ----------
    program : str
        ``"pint"``, ``"tempo2"`` or ``"tempo"``.
    entry : Entry
        The parameter.

    Returns
    -------
    int
        12, 6 or 0.
    """
    name = entry.param.name
    if (program == "tempo" and name in E12_PARAMETERS) or name in ("EPS1DOT", "EPS2DOT"):
        return 12
    return 6 if program == "tempo" and name in E6_PARAMETERS else 0


def value_text(program: str, entry: Entry) -> str:
    """Format a value that the program reads in another unit or as another angle.

    Parameters
    ----------
    program : str
        ``"pint"``, ``"tempo2"`` or ``"tempo"``.
    entry : Entry
        The parameter.

    Returns
    -------
    str
        The value in the program's unit, or "" where `Entry.text` is right.
    """
    power, angle = powers(program, entry), program == "tempo" and entry.param.name in ("KIN", "KOM")
    if entry.word or not (power or angle):
        return ""
    value = Decimal(str(entry.codec.format(entry.value)))
    if power:
        return str(value.scaleb(power, EXACT))
    return str(EXACT.subtract(Decimal(180 if entry.param.name == "KIN" else 90), value))


def in_units_of(model: TimingModel, program: str) -> TimingModel:
    """Convert TNDMAMP to the program's convention (``TNDM`` of `jug.model.reading.dialects.conventions`).

    Parameters
    ----------
    model : TimingModel
    program : str
        ``"pint"``, ``"tempo2"`` or ``"tempo"``.

    Returns
    -------
    TimingModel
        The same model where nothing changes.
    """
    theirs, ours = {"pint": "PINT", "tempo2": "TEMPO2"}.get(program), model.settings.conventions.get("TNDM")
    if "TNDMAMP" not in model.entries or not theirs or not ours or theirs == ours:
        return model
    shift = Decimal(str(-TEMPO2_DM_SHIFT if theirs == "TEMPO2" else TEMPO2_DM_SHIFT))
    e = model.entries["TNDMAMP"]
    return model.with_values({e.name: str(EXACT.add(Decimal(str(e.codec.format(e.value))), shift))})


class Rule(NamedTuple):
    """A note, or a refusal, for a parameter that is in the model.

    Parameters
    ----------
    program : str
    name : regular expression
        The parameter's declared name.
    applies : callable
        Whether the rule applies to this entry of this model.
    why : str
        The sentence; ``{name}`` is the parameter, ``{selector}`` the selector of its line.
    fatal : bool
        Whether the model cannot be written.
    comment : bool
        Whether the line is written as a comment.
    """

    program: str
    name: str
    applies: Callable[[TimingModel, Entry], bool]
    why: str
    fatal: bool = False
    comment: bool = False


def _set(model: TimingModel, e: Entry) -> bool:
    return bool(e.word) or e.free or e.value.hi != 0.0


def _by(convention: str, word: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: _set(model, e) and model.settings.conventions.get(convention) == word


def _word(*words: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: e.word in words


def _selects(*kinds: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: e.selector is not None and e.selector.kind in kinds


def _no_flag(model: TimingModel, e: Entry) -> bool:
    return e.selector is not None and not e.selector.kind.startswith("-")


def _no_orbit(program: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: not has_orbit(program, BINARY_WORDS.get(program, {}).get(e.word, e.word))


def _other_obliquity(model: TimingModel, e: Entry) -> bool:
    return OBLIQUITY_ARCSEC[model.settings.ecl] != OBLIQUITY_ARCSEC[TEMPO2_OBLIQUITY]


def _logarithmic(model: TimingModel, e: Entry) -> bool:
    scale = model.entries.get("FDJUMPLOG")
    return _set(model, e) and (scale is None or scale.word not in ("N", "NO", "F", "FALSE", "0"))


def _with_orbit(model: TimingModel, e: Entry) -> bool:
    return "BINARY" in model.entries and _set(model, e)


def _not(value: float) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: e.value.hi != value


def _is(name: str, *words: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: name in model.entries and model.entries[name].word in words


def _but(name: str, *words: str) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: not _is(name, *words)(model, e)


def _both(*parts: Callable[[TimingModel, Entry], bool]) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: all(part(model, e) for part in parts)


def _order(low: int) -> Callable[[TimingModel, Entry], bool]:
    return lambda model, e: (e.order or 0) >= low and _set(model, e)


def _own_epoch(model: TimingModel, e: Entry) -> bool:
    at = model.entries.get("DMEPOCH") or model.entries["PEPOCH"]
    return e.value != at.value and any(_set(model, q) for q in model.entries.values() if re.fullmatch(r"CM\d", q.name))


def _constant(model: TimingModel, e: Entry) -> bool:
    return e.order == 0 and _set(model, e)


RULES = (
    Rule("pint", "BINARY", _no_orbit("pint"), "PINT has no BINARY {word}", True),
    Rule("pint", "SIFUNC", _word("0", "1"), "PINT has no SIFUNC {word} that means the same", True),
    Rule("tempo2", "BINARY", _no_orbit("tempo2"), "tempo2 has no BINARY {word}", True),
    Rule(
        "tempo2", "ELONG", _other_obliquity, "tempo2 never reads ECL and takes 84381.4059 arcsec, {shift:.2g} mas away"
    ),
    Rule("tempo2", "SWM", _word("1"), "SWM 1 of tempo2 is another model of the solar wind", True),
    Rule("tempo2", r"FD\d*JUMP", _logarithmic, "tempo2 2023.05.1 has FDJUMPs with FDJUMPLOG N only", True),
    Rule("tempo2", "CM", _constant, "tempo2 2023.05.1 does not use CM itself, only CM1, ...", True),
    Rule("tempo2", "CM", _order(2), "{name} of tempo2 has no factorial", True),
    Rule("tempo2", "CMEPOCH", _own_epoch, "tempo2 takes DMEPOCH for CMEPOCH", True),
    Rule(
        "tempo2",
        "FD",
        _both(_with_orbit, _by("FD", "AFTER")),
        "tempo2 before version 2026.09.1 has FD before the orbit (479 ns on one millisecond pulsar)",
    ),
    Rule(
        "tempo2",
        "JUMP",
        _both(_selects("TEL"), _by("JUMPTEL", "THIS")),
        "tempo2 2023.05.1 applies JUMP TEL x to every site but x",
    ),
    Rule(
        "tempo2",
        "JUMP",
        _both(_selects("MJD", "FREQ"), _by("JUMPRANGE", "CLOSED")),
        "a JUMP of tempo2 excludes the end of its range",
    ),
    Rule(
        "tempo2",
        "JUMP",
        _both(_selects("NAME"), _by("JUMPNAME", "WHOLE")),
        "JUMP NAME x of tempo2 takes every name that contains x",
    ),
    Rule(
        "tempo2",
        "CORRECT_TROPOSPHERE",
        _word("Y", "YES", "1", "T", "TRUE"),
        "tempo2's troposphere differs by nanoseconds",
    ),
    Rule(
        "tempo2", "EPS1", _both(_is("BINARY", "ELL1"), _but("ELL1ORDER", "1")), "ELL1 of tempo2 is of first order in e"
    ),
    Rule(
        "tempo2",
        "STIGMA",
        _both(_is("BINARY", "ELL1H"), _but("ELL1H_SHAPIRO", "ABSORBED")),
        "ELL1H of tempo2 with STIG is ABSORBED, eq. 28",
    ),
    Rule("tempo2", "EXPDIPFREF", _not(1400.0), "dips of tempo2 have their amplitude at 1400 MHz", True),
    Rule("tempo2", "TNEQ", _by("EQUAD", "INSIDE"), "TNEQ of tempo2 stands outside EFAC"),
    Rule("tempo2", "EQUAD", _by("EQUAD", "OUTSIDE"), "EQUAD of tempo2 stands inside EFAC"),
    Rule("tempo2", "ECORR", _by("ECORR", "PINT"), "ECORR of tempo2 has single TOAs too, and any within 1 s of them"),
    Rule("pint", "(EQUAD|TNEQ)", _by("EQUAD", "OUTSIDE"), "EQUAD and TNEQ of PINT stand inside EFAC"),
    Rule("pint", "ECORR", _by("ECORR", "TEMPO2"), "ECORR of PINT is between two TOAs or more of one selection"),
    Rule("tempo", "BINARY", _no_orbit("tempo"), "tempo has no BINARY {word}", True),
    Rule("tempo", "JUMP", _no_flag, "JUMPs of tempo's par files are by flags", True),
    Rule("tempo", "CORRECT_TROPOSPHERE", _word("Y", "YES", "1", "T", "TRUE"), "tempo has no troposphere", True),
    Rule("tempo", "(KIN|KOM)", _set, "{name} is written as tempo counts it; jug, PINT and tempo2 read another angle"),
    Rule("tempo", "(DTH|DR|A0|B0)", _set, "{name} is written in tempo's 1e-6; jug, PINT and tempo2 read another value"),
    Rule("tempo", "DMX", lambda m, e: e.order == 0, "tempo makes DMX bins of its own for TOAs outside the bins"),
)
"""The rules, in the order in which they are applied."""


def rule_sentence(rule: Rule, model: TimingModel, entry: Entry) -> str:
    """Format the sentence of a rule for an entry.

    Parameters
    ----------
    rule : Rule
    model : TimingModel
        Its obliquity is used.
    entry : Entry
        Its name, word and selector are used.

    Returns
    -------
    str
    """
    shift = abs(OBLIQUITY_ARCSEC[model.settings.ecl] - OBLIQUITY_ARCSEC[TEMPO2_OBLIQUITY]) * 1e3
    return rule.why.format(name=entry.name, word=entry.word, selector=entry.selector, shift=shift)
