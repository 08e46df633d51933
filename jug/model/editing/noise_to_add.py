"""The kinds of noise that can be added to a model: those without a line that the TOAs can determine."""

from collections.abc import Container, Iterable

from jug.model.editing.noise_groups import noise_groups
from jug.model.editing.noise_lines import GROUP_WORDS, WHY_NOT, amplitude_keywords, may_have_line
from jug.obs.toas import TOAs


def single_kinds(words: Iterable[str]) -> tuple[str, ...]:
    """Return kinds of noise one by one: ``white`` is ``efac`` and ``equad``.

    Parameters
    ----------
    words : iterable of str
        Of ``GROUP_WORDS`` and ``PROCESS_WORDS`` of `jug.model.editing.noise_lines`.

    Returns
    -------
    tuple of str
    """
    parts = (part for word in words for part in (("efac", "equad") if word == "white" else (word,)))
    return tuple(dict.fromkeys(parts))


def noise_lines_lacking(keywords: Container[str], words: Iterable[str]) -> tuple[str, ...]:
    """Find the kinds of noise for which a model has no line.

    Parameters
    ----------
    keywords : container of str
        Of the model's lines.
    words : iterable of str

    Returns
    -------
    tuple of str
        Single kinds, in their order.
    """

    def line_keywords(word: str) -> tuple[str, ...]:
        return GROUP_WORDS[word] if word in GROUP_WORDS else amplitude_keywords(word)

    return tuple(word for word in single_kinds(words) if not any(key in keywords for key in line_keywords(word)))


def undetermined_noise(toas: TOAs, words: Iterable[str]) -> dict[str, str]:
    """Find the kinds of noise that the TOAs of no backend can determine.

    Parameters
    ----------
    toas : TOAs
    words : iterable of str

    Returns
    -------
    dict
        Single kind -> why.
    """
    asked = [word for word in single_kinds(words) if word.upper() in WHY_NOT]
    groups = noise_groups(toas)[0] if asked else ()
    return {
        word: WHY_NOT[word.upper()]
        for word in asked
        if groups and not any(may_have_line(word.upper(), group, toas) for group in groups)
    }
