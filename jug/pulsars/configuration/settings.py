"""The options of the steps of a run: their names and kinds, and checks of given options."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from jug.compute.backend_names import BACKENDS
from jug.model.editing.dmx import BINNING_RULES
from jug.model.reading.dialects.convention import DIALECTS
from jug.model.reading.robust_line import LOSS_WORDS
from jug.pulsars.configuration.option_texts import (
    NEW_TERMS,
    NOISE_KINDS,
    PARAMETER_NAMES,
    SELECTIONS,
    TERMS,
    problem_of_text,
)

A_NUMBER, A_WHOLE_NUMBER, A_WORD, SOME_WORDS, TWO_NUMBERS, SPANS, A_SWITCH, A_TABLE = (
    "a number",
    "a whole number",
    "a word",
    "words",
    "two numbers",
    "a list of [first MJD, last MJD, days]",
    "true or false",
    "a table of words",
)
LEAST_MEMORY_GB = 0.1
"""Address space below which Python does not start with NumPy, GB."""

A_TIME_LIMIT, A_MEMORY_LIMIT = "a number above 0, in s", f"a number of GB, {LEAST_MEMORY_GB:g} or more"
A_POSITIVE_NUMBER, AT_LEAST_ONE, A_PROBABILITY = "a number above 0", "a number, 1 or more", "a number from 0 to 1"
ONE_OF = "one of "
"""Beginning of a kind that lists words."""

ANY_NAME = "*"
"""Key for options whose names the user chooses."""

STEP_OPTIONS: dict[str, dict[str, str]] = {
    "load": {
        "ephem": A_WORD,
        "dialect": ONE_OF + ", ".join(DIALECTS),
        "ignore": SOME_WORDS,
        "conventions": A_TABLE,
        "strict_clock": A_SWITCH,
        "hold_clock": A_SWITCH,
        "zero_clock": A_SWITCH,
        "wideband": A_SWITCH,
        "more_tims": SOME_WORDS,
    },
    "model": {
        "remove": PARAMETER_NAMES,
        "add": NEW_TERMS,
        "set": A_TABLE,
        "freeze": PARAMETER_NAMES,
        "free": PARAMETER_NAMES,
    },
    "cut": {
        **dict.fromkeys(("orbital_phase", "eclipsing"), TWO_NUMBERS),
        **dict.fromkeys(("simultaneous", "files"), SOME_WORDS),
        ANY_NAME: SELECTIONS,
    },
    "dmx": {
        "cut": A_SWITCH,
        "days": A_POSITIVE_NUMBER,
        "rules": ONE_OF + ", ".join(BINNING_RULES),
        "pad_days": A_NUMBER,
        "frequency_ratio": AT_LEAST_ONE,
        "solar_wind_us": A_NUMBER,
        "divide_mhz": A_NUMBER,
        "custom": SPANS,
    },
    "outliers": {
        **dict.fromkeys(("threshold", "max_share", "epochs"), A_PROBABILITY),
        "confirm": A_WHOLE_NUMBER,
    },
    "noise": {
        "free": SOME_WORDS,
        "add": NOISE_KINDS,
        "timing": f"{ONE_OF}marginal, fitted",
        "starts": A_WHOLE_NUMBER,
        "seed": A_WHOLE_NUMBER,
        "profiles": A_SWITCH,
    },
    "fd": {"most": A_WHOLE_NUMBER, "threshold": A_PROBABILITY},
    "fit": {
        "free": SOME_WORDS,
        "backend": ONE_OF + ", ".join(("auto", *BACKENDS)),
        "max_iter": A_WHOLE_NUMBER,
        "scale_errors": A_SWITCH,
        "robust": ONE_OF + ", ".join(LOSS_WORDS.values()),
        "freeze_degenerate": A_SWITCH,
        "search": A_SWITCH,
    },
    "ftest": {"add": TERMS, "remove": SOME_WORDS, "threshold": A_PROBABILITY},
    "compare": {"with": A_WORD},
    "check": {
        "ephem": A_WORD,
        "clock": A_WORD,
        "planet_shapiro": A_SWITCH,
        "troposphere": A_SWITCH,
        "reduced_chi2": TWO_NUMBERS,
    },
    "notes": {"lines": SOME_WORDS},
    "export": {"feather": A_SWITCH, "noise": A_SWITCH, "averaged": A_SWITCH},
    "limits": {"seconds": A_TIME_LIMIT, "memory_gb": A_MEMORY_LIMIT},
}
"""The options of each step and their kinds. ``load``, ``fit`` and ``limits`` always apply. Another step is done if the
configuration has its table, even an empty one."""


class WrongOption(NamedTuple):
    """A step or an option that cannot be used.

    Parameters
    ----------
    name : str
        Its name with those of the tables around it: ``pulsar.J1713+0747.fit.max_iter``.
    why, hint : str
        What is wrong, and what to do.
    is_unknown_step : bool
    """

    name: str
    why: str
    hint: str
    is_unknown_step: bool = False


def problems_of_settings(settings: Mapping[str, object], place: str = "") -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the options of a run.

    Parameters
    ----------
    settings : mapping
        Values by step and option.
    place : str
        Prefix of the names, as ``pulsar.J1713+0747.``.

    Yields
    ------
    tuple of str
        What is wrong, and what to do.
    """
    for one in wrong_options(settings, place):
        yield one.why, one.hint


def wrong_options(settings: Mapping[str, object], place: str = "") -> Iterator[WrongOption]:
    """Yield the options of a run that cannot be used.

    Parameters
    ----------
    settings, place
        As in `problems_of_settings`.

    Yields
    ------
    WrongOption
    """
    for step, options in settings.items():
        if step not in STEP_OPTIONS:
            why, hint = f"no step or option is called {place}{step}", nearest_names_hint(step, STEP_OPTIONS)
            yield WrongOption(f"{place}{step}", why, hint, is_unknown_step=True)
        elif not isinstance(options, Mapping):
            hint = f"write [{place}{step}] and its options below it"
            yield WrongOption(f"{place}{step}", f"{place}{step} is a table", hint)
        else:
            for name, value in options.items():
                yield from _problems_of_option(STEP_OPTIONS[step], name, value, f"{place}{step}.")


def nearest_names_hint(name: str, known: Mapping[str, object]) -> str:
    """Return a hint with the known names that are most similar to a name, or with all.

    Parameters
    ----------
    name : str
    known : mapping
        Its keys are the names.

    Returns
    -------
    str
    """
    found = get_close_matches(name, list(known), n=2, cutoff=0.6)
    return f"did you mean {' or '.join(found)}?" if found else f"known are {', '.join(known)}"


def _problems_of_option(known: Mapping[str, str], name: str, value: object, place: str) -> Iterator[WrongOption]:
    whole = f"{place}{name}"
    kind = known.get(name) or known.get(ANY_NAME)
    if kind is None:
        yield WrongOption(whole, f"no option is called {whole}", nearest_names_hint(name, known))
    elif not is_of_kind(kind, value):
        yield WrongOption(whole, f"{whole} is {value!r}", f"it is {kind}")
    elif wrong := problem_of_text(kind, value):
        yield WrongOption(whole, f"{whole}: {wrong[0]}", wrong[1])
    elif name not in known and not name.replace("_", "").isalnum():
        yield WrongOption(whole, f"{whole} cannot be the value of a flag -cut", "use letters, digits and _")


def is_of_kind(kind: str, value: object) -> bool:
    """Whether a value is of a kind of option. One word is allowed where words are.

    Parameters
    ----------
    kind : str
        The kind, as ``A_WORD``.
    value : object

    Returns
    -------
    bool
    """
    if kind == A_SWITCH:
        return isinstance(value, bool)
    if kind == A_TABLE:
        return isinstance(value, Mapping) and all(isinstance(word, str) for word in value.values())
    if kind == A_WORD:
        return isinstance(value, str)
    if kind.startswith(ONE_OF):
        return value in kind.removeprefix(ONE_OF).split(", ")
    if kind in (SOME_WORDS, SELECTIONS, PARAMETER_NAMES, TERMS, NEW_TERMS, NOISE_KINDS):
        return isinstance(value, str) or (isinstance(value, list) and all(isinstance(word, str) for word in value))
    if kind == TWO_NUMBERS:
        return _are_numbers(value, 2)
    if kind == SPANS:
        return isinstance(value, list | tuple) and all(_are_numbers(one, 3) for one in value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        return False
    if kind in _SPANS_OF_NUMBERS:
        return _SPANS_OF_NUMBERS[kind](value)
    return kind == A_NUMBER or isinstance(value, int)


_SPANS_OF_NUMBERS: dict[str, Callable[[float], bool]] = {
    A_TIME_LIMIT: lambda value: value > 0,
    A_POSITIVE_NUMBER: lambda value: value > 0,
    A_MEMORY_LIMIT: lambda value: value >= LEAST_MEMORY_GB,
    AT_LEAST_ONE: lambda value: value >= 1,
    A_PROBABILITY: lambda value: value <= 1,
}


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, list | tuple) and len(value) == count and all(is_of_kind(A_NUMBER, one) for one in value)
