"""The keys of a configuration of pint_pal: the kind of each, and why jug does not use some of them.

pint_pal (NANOGrav; github.com/nanograv/pint_pal) has one YAML file for each pulsar and kind of TOAs. A key without a
value counts as absent.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from jug.errors import Problem
from jug.pulsars.configuration.settings import (
    A_NUMBER,
    A_SWITCH,
    A_WHOLE_NUMBER,
    A_WORD,
    SOME_WORDS,
    SPANS,
    TWO_NUMBERS,
    is_of_kind,
)
from jug.pulsars.configuration.yaml_text import YamlContent

A_LIST, ANYTHING = "a list", "anything"

PINT_PAL_KEYS: dict[str, str | dict[str, str]] = {
    **dict.fromkeys(("source", "par-directory", "tim-directory", "timing-model", "compare-model"), A_WORD),
    **dict.fromkeys(("toa-type", "fitter", "ephem", "bipm"), A_WORD),
    "toas": SOME_WORDS,
    "free-params": SOME_WORDS,
    "free-dmx": A_SWITCH,
    "n-iterations": A_WHOLE_NUMBER,
    "skip-check": ANYTHING,
    "notebook": dict.fromkeys(
        (
            *("run_Ftest", "run_noise_analysis", "check_excision", "use_existing_noise_dir", "use_toa_pickle"),
            "log_to_file",
        ),
        A_SWITCH,
    )
    | {"log_level": A_WORD},
    "dmx": {"ignore-dmx": A_SWITCH, "fratio": A_NUMBER, "max-sw-delay": A_NUMBER, "custom-dmx": SPANS},
    "outlier": {"method": A_WORD, "n-burn": A_WHOLE_NUMBER, "n-samples": A_WHOLE_NUMBER},
    "noise_run": {"model": ANYTHING, "inference": ANYTHING},
    "intermediate-results": {
        **dict.fromkeys(("noise-dir", "compare-noise-dir", "excised-tim"), A_WORD),
        "no-corner": A_SWITCH,
    },
    "ignore": {
        **dict.fromkeys(("mjd-start", "mjd-end", "snr-cut", "prob-outlier"), A_NUMBER),
        **dict.fromkeys(("bad-toa", "bad-toa-averaged", "bad-range", "bad-file", "bad-group"), A_LIST),
        **dict.fromkeys(("orphaned-rec", "poor-febe", "poor-febes"), SOME_WORDS),
        "orb-phase-range": TWO_NUMBERS,
    },
    "check": dict.fromkeys(("toa-outliers", "dmx-outliers", "unusual-params", "other", "cleared"), ANYTHING),
    "changelog": SOME_WORDS,
}
"""The kind of each key, or the keys below it."""

NOTEBOOK = "they steer the notebook"
SAMPLED = "jug draws no samples for this; probabilities are exact, and noise is a maximum of the likelihood"
NO_MEANING: dict[tuple[str, ...], str] = {
    ("fitter",): "jug has one fit, by least squares with all covariances and damped steps",
    ("skip-check",): NOTEBOOK,
    ("notebook", "check_excision"): NOTEBOOK,
    ("notebook", "use_existing_noise_dir"): NOTEBOOK,
    ("notebook", "use_toa_pickle"): NOTEBOOK,
    ("notebook", "log_level"): NOTEBOOK,
    ("notebook", "log_to_file"): NOTEBOOK,
    ("outlier", "method"): SAMPLED,
    ("outlier", "n-burn"): SAMPLED,
    ("outlier", "n-samples"): SAMPLED,
    ("noise_run", "inference"): SAMPLED,
    ("intermediate-results", "noise-dir"): "noise is that of the par file, or estimated anew (noise_run)",
    ("intermediate-results", "compare-noise-dir"): "compare-model compares noise too",
    ("intermediate-results", "excised-tim"): "TOAs are left out anew, from ignore",
    ("intermediate-results", "no-corner"): NOTEBOOK,
}
"""Known keys that are not used, and why."""

NOISE_SWITCHES = {"inc_rn": "red", "inc_dmgp": "dm", "inc_chromgp": "chrom"}
"""The kind of noise that `jug.noise` adds for each key of ``noise_run: model:``."""


def key_problems(one: YamlContent) -> Iterator[Problem]:
    """Yield a problem for each key that is misspelt or has a value of a wrong kind.

    Parameters
    ----------
    one : YamlContent

    Yields
    ------
    Problem
        A key that does not resemble a known one is not a problem (`unused_keys`).
    """
    yield from _problems_of(one, (), one.content, PINT_PAL_KEYS)
    for key, example in (("source", "J1713+0747"), ("timing-model", "J1713+0747.par"), ("toas", "[J1713+0747.tim]")):
        if one.content.get(key) in (None, [], ""):
            yield Problem(f"{key} is missing", one.where(key), f"write {key}: {example}")


def _problems_of(
    one: YamlContent, above: tuple[str, ...], found: Mapping[str, object], known: Mapping[str, object]
) -> Iterator[Problem]:
    for key, value in found.items():
        keys = (*above, str(key))
        name, kind = ".".join(keys), known.get(key)
        if kind is None:
            if near := get_close_matches(str(key), list(known), n=1, cutoff=0.75):
                yield Problem(f"no key is called {name}", one.where(*keys), f"did you mean {near[0]}?")
        elif value is None or kind == ANYTHING:
            continue
        elif isinstance(kind, dict):
            if isinstance(value, dict):
                yield from _problems_of(one, keys, value, kind)
            else:
                yield Problem(f"{name} is {value!r}", one.where(*keys), "write its keys below it")
        elif not (isinstance(value, list) if kind == A_LIST else is_of_kind(str(kind), value)):
            yield Problem(f"{name} is {value!r}", one.where(*keys), f"it is {kind}")


def unused_keys(one: YamlContent) -> Iterator[tuple[str, str]]:
    """Yield the keys with a value that jug does not use, each with the reason.

    Parameters
    ----------
    one : YamlContent

    Yields
    ------
    tuple of str
        The key, and why it is not used.
    """
    for key, value in one.content.items():
        below = PINT_PAL_KEYS.get(key)
        if below is None:
            yield key, "jug knows no such key"
        elif not isinstance(below, dict):
            if (key,) in NO_MEANING and value not in (None, ""):
                yield key, NO_MEANING[key,]
        elif isinstance(value, dict):
            yield from _unused_below(key, value, below)


def _unused_below(above: str, found: Mapping[str, object], known: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in found.items():
        if value in (None, []):
            continue
        if key not in known:
            yield f"{above}.{key}", "jug knows no such key"
        elif (above, key) in NO_MEANING:
            yield f"{above}.{key}", NO_MEANING[above, key]
        elif (above, key) == ("noise_run", "model") and isinstance(value, dict):
            for name, word in value.items():
                if name not in NOISE_SWITCHES and word not in (None, False):
                    yield f"{above}.{key}.{name}", "noise is a power law for each of inc_rn, inc_dmgp, inc_chromgp"
