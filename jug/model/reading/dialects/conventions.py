"""Conventions: the meaning of an absent line, and the reading of a line, where programs differ.

A convention has a name and one word for each program; `jug.model.reading.dialects.convention_table` has all of them. A
dialect is the name of a program, and stands for its word of every convention. ``jug``, the default, is PINT except
where PINT loses the information of a line (`Convention.default`). A word that the caller chose overrides that of the
dialect.
"""

from collections.abc import Mapping

from jug.errors import InputError, ParError
from jug.io.par import ParFile
from jug.model.reading.dialects.convention import DIALECTS, READINGS
from jug.model.reading.dialects.convention_table import CONVENTIONS

OF_ORBITS = {"ELL1ORDER": "ELL1", "ELL1H_SHAPIRO": "ELL1H"}
"""Absent lines that matter to one binary model only."""


def other_words(par: ParFile, conventions: Mapping[str, str]) -> dict[str, str]:
    """Find the readings that are not jug's own and matter to a par file.

    Parameters
    ----------
    par : ParFile
        With the lines of the dialect (`jug.model.reading.dialects.dialect_lines`).
    conventions : dict of str to str

    Returns
    -------
    dict of str to str
        Words by name, without those that lines of the par file express.
    """
    own = [c for c in READINGS if conventions.get(c.name, c.default) != c.default and c.applies(par)]
    return {c.name: conventions[c.name] for c in own}


def read_conventions(chosen: Mapping[str, str] | None, dialect: str = "jug") -> dict[str, str]:
    """Complete the caller's conventions with those of a dialect.

    Parameters
    ----------
    chosen : dict, optional
        Words by the name of the convention, both in any case.
    dialect : str
        One of `DIALECTS`, in any case.

    Returns
    -------
    dict of str to str
        Every convention with its word, in capitals.

    Raises
    ------
    InputError
        An unknown dialect.
    ParError
        An unknown name or word.
    """
    if dialect.lower() not in DIALECTS:
        raise InputError(f"no dialect {dialect!r}", hint=f"there are {', '.join(DIALECTS)}")
    out = {name: c.of(dialect.lower()) for name, c in CONVENTIONS.items()}
    for name, word in (chosen or {}).items():
        key, value = name.upper(), word.upper()
        if key not in CONVENTIONS:
            raise ParError(f"there is no convention {name!r}; they are {', '.join(CONVENTIONS)}")
        words = CONVENTIONS[key].words
        if not value or (value not in words and not CONVENTIONS[key].any_word):
            raise ParError(f"{name} cannot be {word!r}; it is one of {', '.join(words)}")
        out[key] = value
    return out
