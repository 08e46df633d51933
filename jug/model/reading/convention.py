"""A convention: one choice in which programs differ, with the word of each program."""

import re
from typing import NamedTuple

from jug.io.par import ParFile

DIALECTS = ("jug", "pint", "tempo2", "tempo")
"""The programs as which files are read and written."""


class Convention(NamedTuple):
    """One choice between programs.

    Parameters
    ----------
    name : str
        In capitals; for an absent line its keyword.
    default : str
        Word of jug.
    pint, tempo2, tempo : str
        Word of PINT 1.1.8, tempo2 2023.05.1 and tempo.
    what : str
        The meaning of the words, in one sentence.
    about : str
        Regular expression of keywords. The meaning of an absent line matters where none of them is in the par file;
        the reading of a line matters where one of them is. Empty for a reading of the tim file or of all models.
    beside : str
        Regular expression of keywords. The convention matters only if the par file has one of them.
    absent : bool
        Whether it is about an absent line; its words are then values of that line.
    also : tuple of str
        Further words, which belong to none of these programs.
    any_word : bool
        Whether other words than those of the programs can be chosen.
    size : str
        The size of its effect, for the page of par files.
    words_of_line : str
        Regular expression of the words, in capitals, of the lines that `about` names; empty for any words.
    """

    name: str
    default: str
    pint: str
    tempo2: str
    tempo: str
    what: str
    about: str = ""
    beside: str = ""
    absent: bool = False
    also: tuple[str, ...] = ()
    any_word: bool = False
    size: str = ""
    words_of_line: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that can be chosen, that of jug first."""
        return tuple(dict.fromkeys((self.default, self.pint, self.tempo2, self.tempo, *self.also)))

    def of(self, dialect: str) -> str:
        """Return the word of a dialect, one of `DIALECTS`."""
        return {"jug": self.default, "pint": self.pint, "tempo2": self.tempo2, "tempo": self.tempo}[dialect]

    def applies(self, par: ParFile) -> bool:
        """Tell whether the convention matters for a par file; one that concerns only the tim file always does.

        Parameters
        ----------
        par : ParFile

        Returns
        -------
        bool
        """
        if self.beside and not has_line(par, self.beside):
            return False
        return not self.about or has_line(par, self.about, self.words_of_line) != self.absent


def has_line(par: ParFile, pattern: str, word: str = "") -> bool:
    """Tell whether a par file has a line whose keyword matches a regular expression as a whole.

    Parameters
    ----------
    par : ParFile
    pattern : str
    word : str
        Regular expression that the words of the line, in capitals, have to match; empty for any line.

    Returns
    -------
    bool
    """
    lines = [line for line in par if re.fullmatch(pattern, line.key)]
    return any(not word or re.fullmatch(word, " ".join(line.args).upper()) for line in lines)
