"""The words for noise terms that can be chosen, and words for noise that jug's models do not have."""

from collections.abc import Iterable

from jug.core.arguments.kinds import read_names
from jug.errors import InputError

TERM_WORDS = ("ecorr", "red", "dm", "chrom", "sw", "qp", "band", "group")
"""Noise terms."""

FORM_WORDS = ("frequencies", "broken", "index", "free", "dmx", "waves")
"""Other forms of chosen terms: numbers of frequencies, a corner of red or DM noise, a free chromatic index, an
amplitude for each frequency, DMX in place of the DM process, free sinusoids in place of a power law."""

NOT_OFFERED = {
    "broken-chrom": "a broken power law of chromatic or solar-wind noise (red and DM noise have one: broken)",
}
"""Noise that jug's models do not have, by its word."""


def read_choice_words(words: str | Iterable[str] | None) -> tuple[tuple[str, ...], bool]:
    """Read the words of a choice.

    Parameters
    ----------
    words : str or iterable of str, or None
        One text has commas between words; None, or ``all``: all words.

    Returns
    -------
    words : tuple of str
    asked : bool
        Whether the caller has named them, so that one that cannot be a term is an error.

    Raises
    ------
    InputError
        An unknown word; no noise term among them.
    """
    if words is None:
        return (*TERM_WORDS, *FORM_WORDS), False
    split = [word.strip().lower() for text in read_names(words, "noise to choose from") for word in text.split(",")]
    every = tuple(dict.fromkeys(filter(None, split)))
    if every == ("all",):
        return (*TERM_WORDS, *FORM_WORDS), False
    known = (*TERM_WORDS, *FORM_WORDS)
    for word in every:
        if word not in known:
            why = f": {NOT_OFFERED[word]} is not in jug's models" if word in NOT_OFFERED else ""
            raise InputError(f"noise {word!r} cannot be chosen{why}", hint=f"words are {', '.join(known)}")
    if not set(every) & set(TERM_WORDS):
        raise InputError("there is no noise term to choose", hint=f"name some of {', '.join(TERM_WORDS)}")
    return every, True
