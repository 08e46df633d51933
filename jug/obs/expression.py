"""Selections of TOAs written as expressions: ``-fe L-wide & (mjd > 55000 | freq < 500)``.

    expression = term { "|" term }
    term       = factor { "&" factor }
    factor     = "~" factor | "(" expression ")" | test
    test       = -flag [word] | -flag (== | !=) word | -flag (< | <= | > | >=) number
               | quantity (< | <= | > | >= | == | !=) number | quantity number number
               | (site | obs | tel | name) [== | !=] word

A quantity is mjd (clock-corrected UTC), freq (MHz at the observatory), error (us, of the tim file) or n (the number
of the TOA among these, from 1). Two numbers are a range with both ends. A flag alone selects the TOAs that have it.
Words with blanks or with any of ``()&|~<>=!`` stand in quotation marks. No part of an expression is evaluated as
Python.
"""

import operator
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from jug.core.array import Bool, Float, Str, Toa
from jug.core.decimal_text import is_number
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning
from jug.obs.expression_hints import BY_RESIDUALS, RESIDUAL_NAMES, YEARS_FOR_MJD, HasFlags, absent_flag, year_as_mjd
from jug.obs.no_toas import COLUMNS_OF_NO_TOA

TOKEN = re.compile(r"""\s*(?:(<=|>=|==|!=|<|>)|([()&|~])|"([^"]*)"|'([^']*)'|([^\s()&|~<>=!'"]+))""")

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

NUMBER_NAMES = ("mjd", "freq", "error", "n")
TEXT_NAMES = {"site": "site", "obs": "site", "tel": "site", "name": "name"}
WHAT = f"a flag such as -fe, {', '.join(NUMBER_NAMES)}, site, obs, tel or name"


class Token(NamedTuple):
    """A word of an expression: ``kind`` is ``"op"``, ``"sign"``, ``"word"``, ``"quoted"`` or ``"end"``."""

    kind: str
    text: str
    at: int


class ToaColumns(Protocol):
    """The attributes and methods of TOAs that an expression uses."""

    @property
    def raw(self) -> HasFlags:
        """The TOAs as read, with their flags."""

    @property
    def mjd(self) -> Float[Toa]:
        """Clock-corrected UTC, MJD."""

    @property
    def freq_hz(self) -> Float[Toa]:
        """Frequency at the site, Hz."""

    @property
    def error_s(self) -> Float[Toa]:
        """Uncertainty as the tim file gives it, s."""

    @property
    def names(self) -> Sequence[str]:
        """First column of the tim file."""

    def flag(self, key: str) -> Str[Toa]:
        """The values of a flag, empty where absent."""

    def flag_is_there(self, key: str) -> Bool[Toa]:
        """Which TOAs have a flag, with a value or without."""

    def at_site(self, name: str) -> Bool[Toa]:
        """Mask of the TOAs of a site."""


def selected_toas(toas: ToaColumns, text: str) -> Bool[Toa]:
    """Find the TOAs that an expression selects.

    Parameters
    ----------
    toas : TOAs
    text : str

    Returns
    -------
    (n,) bool

    Raises
    ------
    InputError
        The text is not an expression; the message names the character.

    Warns
    -----
    InputWarning
        A flag that no TOA has; a year in the place of an MJD.
    """
    parser = _ExpressionParser(toas, text)
    found = parser.whole()
    for year in dict.fromkeys(parser.years):
        give_warning(InputWarning(f"selection {text!r}: {year_as_mjd(year)}"))
    for key in dict.fromkeys(parser.absent):
        give_warning(InputWarning(f"selection {text!r}: {absent_flag(toas.raw, key)}"))
    return found


def check_expression(text: str) -> None:
    """Check that a text is an expression, without TOAs.

    Parameters
    ----------
    text : str

    Raises
    ------
    InputError
        The text is not an expression; the message names the character.
    """
    _ExpressionParser(COLUMNS_OF_NO_TOA, text).whole()


class _ExpressionParser:
    """Recursive descent, with one method for each line of the grammar."""

    def __init__(self, toas: ToaColumns, text: str) -> None:
        self.toas, self.text = toas, text
        self.tokens, self.i = self._tokens(), 0
        self.absent: list[str] = []
        self.years: list[int] = []

    def _tokens(self) -> list[Token]:
        found, at = [], 0
        while self.text[at:].strip():
            match = TOKEN.match(self.text, at)
            if match is None:
                where = at + len(self.text[at:]) - len(self.text[at:].lstrip())
                raise self.wrong(where, f"{self.text[where]!r} does not belong here")
            kind = {1: "op", 2: "sign", 3: "quoted", 4: "quoted", 5: "word"}[match.lastindex or 5]
            found.append(Token(kind, match.group(match.lastindex or 5), match.start(match.lastindex or 5)))
            at = match.end()
        return [*found, Token("end", "", len(self.text))]

    def wrong(self, at: int, why: str) -> InputError:
        """The error at a character, counted from 1."""
        hint = f"write {WHAT}, joined by & | ~ ( ), as in -fe L-wide & mjd > 55000"
        return InputError(f"selection {self.text!r}, character {at + 1}: {why}", hint=hint)

    @property
    def next(self) -> Token:
        return self.tokens[self.i]

    def take(self) -> Token:
        self.i += 1
        return self.tokens[self.i - 1]

    def whole(self) -> Bool[Toa]:
        found = self.either()
        if self.next.kind != "end":
            raise self.wrong(self.next.at, f"{self.next.text!r} does not belong here")
        return found

    def either(self) -> Bool[Toa]:
        found = self.both()
        while self.next[:2] == ("sign", "|"):
            self.take()
            found = found | self.both()
        return found

    def both(self) -> Bool[Toa]:
        found = self.factor()
        while self.next[:2] == ("sign", "&"):
            self.take()
            found = found & self.factor()
        return found

    def factor(self) -> Bool[Toa]:
        token = self.take()
        if token[:2] == ("sign", "~"):
            return np.asarray(~self.factor())
        if token[:2] == ("sign", "("):
            found = self.either()
            if self.next[:2] != ("sign", ")"):
                raise self.wrong(self.next.at, f"')' is missing for '(' at character {token.at + 1}")
            self.take()
            return found
        key = token.text.lower()
        if token.kind == "word" and token.text.startswith("-") and not is_number(token.text):
            return self.of_flag(token)
        if token.kind == "word" and key in NUMBER_NAMES:
            return self.of_quantity(key)
        if token.kind == "word" and key in TEXT_NAMES:
            return self.of_word(TEXT_NAMES[key])
        if token.kind == "word" and key in RESIDUAL_NAMES:
            raise InputError(f"selection {self.text!r}: TOAs have no residuals", hint=BY_RESIDUALS)
        raise self.wrong(token.at, f"{token.text!r} is not {WHAT}" if token.text else "the expression ends too early")

    def of_flag(self, flag: Token) -> Bool[Toa]:
        key = flag.text.lstrip("-")
        if key not in self.toas.raw.flags:
            self.absent.append(key)
        if self.next.kind == "op":
            sign = self.take().text
            if sign in ("==", "!="):
                return self._equal(self.toas.flag(key), self.word(), sign)
            limit = self.number()
            return self._compare(key, sign, limit, flag.at)
        if self.next.kind in ("word", "quoted"):
            return self._equal(self.toas.flag(key), self.word(), "==")
        return self.toas.flag_is_there(key)

    def _equal(self, found: Str[Toa], word: str, sign: str) -> Bool[Toa]:
        return np.asarray(found == word if sign == "==" else found != word)

    def _compare(self, key: str, sign: str, limit: float, at: int) -> Bool[Toa]:
        """A flag as numbers; TOAs without it are not selected."""
        words, codes = np.unique(self.toas.flag(key), return_inverse=True)
        if bad := [word for word in words.tolist() if word and not is_number(word)]:
            raise self.wrong(at, f"the flag -{key} has the value {bad[0]!r}, which is not a number")
        values = np.array([float(word) if word else np.nan for word in words.tolist()])[codes]
        return np.asarray(COMPARE[sign](values, limit) & np.isfinite(values))

    def of_quantity(self, key: str) -> Bool[Toa]:
        value = self._quantity(key)
        if self.next.kind != "op":
            low, high = sorted((self._limit(key), self._limit(key)))
            return np.asarray((value >= low) & (value <= high))
        return np.asarray(COMPARE[self.take().text](value, self._limit(key)))

    def _quantity(self, key: str) -> Float[Toa]:
        if key == "n":
            return np.arange(1.0, len(self.toas.mjd) + 1.0)
        if key == "freq":
            return self.toas.freq_hz / 1e6
        return self.toas.mjd if key == "mjd" else self.toas.error_s * 1e6

    def _limit(self, key: str) -> float:
        """The number to compare with; one after mjd that is a year is noted."""
        limit = self.number()
        if key == "mjd" and YEARS_FOR_MJD[0] <= limit <= YEARS_FOR_MJD[1]:
            self.years.append(int(limit))
        return limit

    def of_word(self, key: str) -> Bool[Toa]:
        sign = "=="
        if self.next.kind == "op":
            token = self.take()
            sign = token.text
            if sign not in ("==", "!="):
                raise self.wrong(token.at, f"{sign!r} cannot compare words; == and != can")
        word = self.word()
        found = self.toas.at_site(word) if key == "site" else np.array([n == word for n in self.toas.names], dtype=bool)
        return np.asarray(found if sign == "==" else ~found)

    def word(self) -> str:
        token = self.take()
        if token.kind not in ("word", "quoted"):
            raise self.wrong(token.at, "a word is expected")
        return token.text

    def number(self) -> float:
        token = self.take()
        if token.kind != "word" or not is_number(token.text):
            instead = f", not {token.text!r}" if token.text else ""
            raise self.wrong(token.at, f"a number is expected{instead}")
        return float(token.text)
