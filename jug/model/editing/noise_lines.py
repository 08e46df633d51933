"""Noise added to a model: EFAC, EQUAD and ECORR for each backend, power laws with a suitable number of frequencies."""

from collections.abc import Iterable, Mapping
from math import log10, pi
from typing import NamedTuple

import numpy as np

from jug.core.arguments.kinds import expect, read_names
from jug.core.constants import YEAR
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning, Problem
from jug.model.editing.adding import add_terms
from jug.model.editing.noise_groups import NoiseGroup, noise_groups
from jug.model.epochs import find_epochs
from jug.model.noise.fourier import MOST_FREQUENCIES, TEMPO2_DM_SHIFT
from jug.model.parts import ModelParts
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list

GROUP_WORDS = {
    "efac": ("EFAC", "DMEFAC"),
    "equad": ("EQUAD",),
    "ecorr": ("ECORR",),
    "white": ("EFAC", "EQUAD", "DMEFAC"),
}
"""Keywords that each word adds for every backend; DMEFAC where the TOAs have measured DMs."""


class PowerLaw(NamedTuple):
    """A power law: beginning of its keywords, usual number of frequencies, further lines."""

    prefix: str
    frequencies: int
    further: tuple[str, ...] = ()


PROCESS_WORDS = {
    "red": PowerLaw("TNRED", 30),
    "dm": PowerLaw("TNDM", 100),
    "chrom": PowerLaw("TNCHROM", 100, ("TNCHROMIDX 4",)),
    "sw": PowerLaw("TNSW", 100),
    "qp": PowerLaw("TNQPDM", 100),
}
"""Power laws and quasi-periodic DM noise by their words; the numbers are those of NANOGrav's 15-yr analyses."""

LEAST_EPOCHS = 3
"""Least number of epochs of two TOAs or more with which a backend gets a line ECORR."""

START_SHARE, START_WIND, START_INDEX = 0.3, 1.0, 3.0
"""Start values: EQUAD, ECORR and the rms of the slowest mode, over the median uncertainty; density of the solar wind,
cm^-3; spectral index."""

START_LINE, START_LINE_WIDTH = 1.0, 0.15
"""Start values of quasi-periodic noise: frequency, 1/yr, or three periods in the span if more; width over frequency."""


class NewNoise(NamedTuple):
    """The noise to add.

    Parameters
    ----------
    words : tuple of str
        Of `GROUP_WORDS` and `PROCESS_WORDS`.
    flag : str or None
        TOAs are grouped by the values of this flag; None: by backend.
    frequencies : mapping of str to int
        By the word of a power law; the usual number where there is none.
    """

    words: tuple[str, ...]
    flag: str | None
    frequencies: Mapping[str, int]


def new_noise(words: str | Iterable[str], flag: str | None, frequencies: Mapping[str, int] | None) -> NewNoise:
    """Check the noise to add.

    Parameters
    ----------
    words : str or iterable of str
        With commas between them in one text. ``red=30`` is red noise of 30 frequencies.
    flag : str or None
    frequencies : mapping of str to int or None

    Returns
    -------
    NewNoise

    Raises
    ------
    InputError
        No such word; a number of frequencies of a process that is not added, out of range, or given twice.
    """
    split = [word.strip().lower() for text in read_names(words, "noise to add") for word in text.split(",")]
    numbers = dict(frequencies or {})
    for word, number in [_word_and_number(text) for text in split if "=" in text]:
        if numbers.setdefault(word, number) != number:
            raise InputError(f"two numbers of frequencies of {word}: {numbers[word]} and {number}", hint="give one")
    every = tuple(dict.fromkeys(filter(None, (text.partition("=")[0].strip() for text in split))))
    known = (*GROUP_WORDS, *PROCESS_WORDS)
    if wrong := [word for word in every if word not in known] or ([] if every else [""]):
        hint = f"words are {', '.join(known)}; 30 frequencies are red=30"
        raise InputError(f"no noise {wrong[0]!r} can be added", hint=hint)
    if flag is not None and not set(every) & set(GROUP_WORDS):
        raise InputError(f"the flag {flag} is not used: no backend gets lines", hint=f"add {', '.join(GROUP_WORDS)}")
    for word, number in numbers.items():
        if word not in PROCESS_WORDS or word not in every:
            raise InputError(
                f"frequencies of {word!r}, which is not a power law that is added", hint=_numbers_hint(every)
            )
        if number != int(number) or not 1 <= number <= MOST_FREQUENCIES:
            raise InputError(f"the number of frequencies of {word} is from 1 to {MOST_FREQUENCIES}, not {number}")
    return NewNoise(every, flag, numbers)


def _word_and_number(text: str) -> tuple[str, int]:
    """Read ``red=30``."""
    word, _, number = text.partition("=")
    try:
        return word.strip(), int(number)
    except ValueError:
        raise InputError(f"{text!r} is not WORD=N", hint="N is a number of frequencies, as in red=30") from None


def _numbers_hint(every: tuple[str, ...]) -> str:
    """Advice on which kinds of noise have a number of frequencies."""
    power_laws = [word for word in every if word in PROCESS_WORDS]
    if power_laws:
        return f"these have a number of frequencies: {', '.join(power_laws)}"
    return f"add a power law: {', '.join(PROCESS_WORDS)}"


def with_noise_lines(model: ModelParts, toas: TOAs, asked: NewNoise, *, free: bool = False) -> ModelParts:
    """Add noise lines with start values.

    Parameters
    ----------
    model : ModelParts
    toas : TOAs
    asked : NewNoise
    free : bool
        Whether the lines have fit flags.

    Returns
    -------
    ModelParts

    Raises
    ------
    InputError
        The model has such lines already; no backend can have them; TOAs of too few days for a power law.

    Warns
    -----
    InputWarning
        Backends without a line of their own, and why.
    """
    expect(toas=(toas, TOAs))
    keywords = [key for word in asked.words for key in GROUP_WORDS.get(word, ())]
    if not toas.flag_is_there("pp_dm").all():
        keywords = [key for key in keywords if key != "DMEFAC"]
    keywords = list(dict.fromkeys(keywords))
    processes = [word for word in asked.words if word in PROCESS_WORDS]
    _refuse_present(model, [*keywords, *(key for word in processes for key in amplitude_keywords(word))])
    flag = " 1" if free else ""
    lines, notes = _group_lines(toas, keywords, asked.flag, flag) if keywords else ([], [])
    for word in processes:
        lines += _process_lines(model, toas, word, asked.frequencies.get(word), flag)
    if notes:
        give_warning(InputWarning("; ".join(notes)))
    return add_terms(model, lines)


def amplitude_keywords(word: str) -> tuple[str, ...]:
    """Return the keywords of the amplitude of a power law.

    Parameters
    ----------
    word : str
        Of `PROCESS_WORDS`.

    Returns
    -------
    tuple of str
    """
    return (f"{PROCESS_WORDS[word].prefix}AMP", *(("RNAMP",) if word == "red" else ()))


def _refuse_present(model: ModelParts, keywords: list[str]) -> None:
    """Refuse keywords that the model has."""
    for keyword in keywords:
        same = [e for e in model.entries.values() if e.param.name == keyword and e.line is not None]
        if same:
            raise InputError(
                f"the model has {comma_list([e.label for e in same], 3)} already",
                hint="take it out first (jug edit --remove, model.remove), or estimate it as it is",
            )


class NoEstimate(Problem):
    """The TOAs of no backend can show a kind of noise."""


def _group_lines(toas: TOAs, keywords: list[str], key: str | None, flag: str) -> tuple[list[str], list[str]]:
    """Lines of each backend, and notes on backends without lines."""
    groups, notes = noise_groups(toas, key)
    lines, without = [], list(notes)
    for keyword in keywords:
        having = [group for group in groups if may_have_line(keyword, group, toas)]
        lines += [f"{keyword} {one.selector} {_start_value(keyword, one, toas)}{flag}" for one in having]
        if missing := [group.selector for group in groups if group not in having]:
            without.append(f"no {keyword} for {comma_list(missing)}: {WHY_NOT[keyword]}")
        if not having:
            why = WHY_NOT.get(keyword, "no backend has enough TOAs")
            problem = NoEstimate(f"no {keyword} can be estimated: {why}", hint=f"leave {keyword.lower()} out")
            raise InputError.of([problem])
    return lines, without


WHY_NOT = {
    "EQUAD": "its uncertainties are all equal, so that EFAC and EQUAD cannot be told apart",
    "ECORR": f"fewer than {LEAST_EPOCHS} epochs have two TOAs or more",
}
"""Why a backend gets no such line."""


def may_have_line(keyword: str, group: NoiseGroup, toas: TOAs) -> bool:
    """Whether a backend's TOAs can determine a kind of noise; `WHY_NOT` has the reasons why not.

    Parameters
    ----------
    keyword : str
        As ``"ECORR"``.
    group : NoiseGroup
        The TOAs of the backend.
    toas : TOAs

    Returns
    -------
    bool
    """
    rows = np.flatnonzero(group.rows)
    if keyword == "EQUAD":
        return bool(np.ptp(toas.error_s[rows]) > 0.0)
    if keyword == "ECORR":
        seconds = (toas.tdb.day - toas.tdb.day.min()) * 86400.0 + toas.tdb.sec.hi
        return len(find_epochs(seconds, rows)) >= LEAST_EPOCHS
    return True


def _start_value(keyword: str, group: NoiseGroup, toas: TOAs) -> str:
    if keyword.endswith("EFAC"):
        return "1"
    return f"{START_SHARE * 1e6 * float(np.median(toas.error_s[group.rows])):.3g}"


def _process_lines(model: ModelParts, toas: TOAs, word: str, frequencies: int | None, flag: str) -> list[str]:
    """Lines of a power law."""
    process = PROCESS_WORDS[word]
    days = len(np.unique(np.floor(toas.mjd)))
    if days < 4:
        raise InputError(f"the TOAs are of {days} days: too few to show {word} noise")
    number = frequencies or min(process.frequencies, days // 2)
    size = START_WIND if word == "sw" else START_SHARE * float(np.median(toas.error_s))
    seconds = float(np.ptp(toas.mjd)) * 86400.0
    if word == "qp":
        line = max(START_LINE, 3.0 * YEAR / seconds)
        pairs = (("AMP", f"{log10(size):.2f}"), ("FREQ", f"{line:.4g}"), ("WIDTH", f"{START_LINE_WIDTH * line:.4g}"))
        return [*(f"{process.prefix}{key} {text}{flag}" for key, text in pairs), f"{process.prefix}C {number}"]
    # the rms of a coefficient at 1/T is the size: P(1/T)/T = A^2/(12 pi^2) yr^3 (T/yr)^gamma / T
    power = 12.0 * pi**2 * size**2 * seconds / YEAR**3 * (YEAR / seconds) ** START_INDEX
    log10_a = 0.5 * log10(power)
    if word == "dm" and model.settings.conventions.get("TNDM", "PINT") == "TEMPO2":
        log10_a -= TEMPO2_DM_SHIFT
    lines = [f"{process.prefix}AMP {log10_a:.2f}{flag}", f"{process.prefix}GAM {START_INDEX:g}{flag}"]
    given = {e.name for e in model.entries.values()}
    further = [line for line in process.further if line.split()[0] not in given]
    return [*lines, f"{process.prefix}C {number}", *further]
