"""Keywords that jug does not read: why, and what to do instead."""

from functools import lru_cache

from jug.errors import ParError, Problem
from jug.io.par import ParFile, ParLine
from jug.model.programs.supported import all_words, readers
from jug.model.reading.lines.keywords import DESCRIPTIVE, PULSAR, RADIATION, SETTINGS, keyword_pattern
from jug.model.registry import every_term
from jug.model.slots import known_keywords

LEAVE_OUT = "to leave it out on purpose"
"""Beginning of an advice about lines of files, which has no meaning for an edit."""

_REASONS = (
    ("F", "is a spelling of tempo and tempo2 alone", "write F0"),
    (
        "JUMP_#",
        "is a spelling of tempo alone, with a number: value and fit flag of a JUMP of the tim file, counted after the "
        "lines JUMP with a flag",
        "write JUMP, or JUMP1 as PINT does, before a selector",
    ),
    (
        "PHASE",
        "adds whole turns to the residuals of all TOAs after a date, in tempo2 alone",
        "put pulse numbers (-pn, TRACK -2) or -padd into the tim file",
    ),
    (
        "WAVE_SCALE",
        "other than 0 makes the harmonics of WAVE waves of the dispersion measure, in tempo2 alone",
        "write them as DMWaveX: DMWXFREQ_n = n WAVE_OM / 2 pi, amplitudes with the sign reversed",
    ),
    (
        "WAVDM_OM WAVDM#",
        "gives waves of the dispersion measure, in tempo2 alone",
        "write them as DMWaveX",
    ),
    (
        "WAVE_FREQ WAVE_SIN# WAVE_COS#",
        "is a spelling of tempo2 alone",
        "write WAVE_OM = 2 pi WAVE_FREQ / 365.25 d and lines WAVEk sine cosine",
    ),
    (
        "FDJUMP_SCALE",
        "is a spelling of tempo2 alone",
        "write FDJUMPLOG Y for LOG, N for LINEAR",
    ),
    (
        "CHROMX_# CHROMXR1_# CHROMXR2_#",
        "is a delay in s at 1.4 GHz, in tempo2 since 2024",
        "write CMX_n = CHROMX_n 1400^TNCHROMIDX 2.41e-4, with CMXR1_n and CMXR2_n",
    ),
    (
        "S?QIFUNC.*",
        "is of a gravitational wave as a function of time: tempo2 interpolates its two polarisations between nodes "
        "(QIFUNC_p, QIFUNC_c) and multiplies them with the response of each of several pulsars to its direction "
        "(QIFUNC_pos_p, QIFUNC_pos_c); jug times one pulsar",
        "write the residuals that it gives this pulsar as IFUNC nodes, with SIFUNC 2",
    ),
    (
        "QUAD_.* QUAD# C?GW.*",
        "is the signal of a gravitational wave, for several pulsars together",
        "for one pulsar write it as IFUNC, WAVE or a glitch",
    ),
)
"""Keywords of other programs (`keyword_pattern`) with a reason of their own: why jug does not read them, what to do."""


LEAST_BEGINNING = 5
"""Least number of letters of a cut keyword for which the whole one is suggested."""

LONGEST_KEYWORD = 100
"""Characters beyond which a word is not compared with keywords; programs have keywords of 20 at most."""


class UnknownKeyword(Problem):
    """A keyword that neither jug nor another program reads."""


def unknown_keyword(par: ParFile, line: ParLine) -> ParError:
    """Make the error for a keyword that no component has.

    Parameters
    ----------
    par : ParFile
    line : ParLine

    Returns
    -------
    ParError
        For a keyword of another program why jug does not read it; for any other the nearest known keywords.
    """
    if len(line.key) > LONGEST_KEYWORD:
        return ParError(f"a keyword of {len(line.key)} characters", par.where(line), "correct or remove the line")
    if readers(line.key) or line.key.startswith(("QIFUNC", "SQIFUNC")):
        why, hint = reason_not_read(line.key)
        return ParError(why, par.where(line), hint)
    hint = suggest_keywords(line.key, known_keywords(every_term()))
    return ParError.of([UnknownKeyword(f"unknown keyword {line.key}", par.where(line), hint)])


def reason_not_read(key: str) -> tuple[str, str]:
    """Return the reason why a keyword of another program is not read, and an advice.

    Parameters
    ----------
    key : str
        The keyword in capitals.

    Returns
    -------
    why, hint : str
    """
    found = next(((why, hint) for words, why, hint in _REASONS if keyword_pattern(words).fullmatch(key)), None)
    why, hint = found or ("is not supported yet, and leaving it out would change the model", "")
    return f"{key} {why}", f"{hint}{'; ' if hint else ''}{leave_out(key)}"


def leave_out(key: str) -> str:
    """Return the options that leave a line out, on the command line and in Python.

    Parameters
    ----------
    key : str
        The keyword in capitals.

    Returns
    -------
    str
    """
    return f"{LEAVE_OUT}: --ignore {key} (ignore=[{key!r}])"


@lru_cache(maxsize=1024)
def suggest_keywords(key: str, known: tuple[str, ...]) -> str:
    """Suggest the keywords that begin with an unknown one (of a file that was cut off), else those that look like it.

    A word that begins a million lines (TOAs in a par file) is compared once.

    Parameters
    ----------
    key : str
        The unknown keyword in capitals.
    known : tuple of str
        Keywords that components read.

    Returns
    -------
    str
        A hint with at most two keywords: of those that jug reads, else of those of other programs.
    """
    from difflib import get_close_matches  # needed for an error alone

    own = list(dict.fromkeys([*known, *(DESCRIPTIVE - RADIATION), *PULSAR, *SETTINGS]))
    begun = [word for word in own if word.startswith(key)][:2] if len(key) >= LEAST_BEGINNING else []
    near = begun or get_close_matches(key, own, n=2, cutoff=0.6) or get_close_matches(key, all_words(), n=2, cutoff=0.6)
    way_out = leave_out(key)
    return f"did you mean {' or '.join(near)}? {way_out}" if near else way_out
