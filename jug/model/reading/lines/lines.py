"""One line of a par file: its selector, and value, fit flag and uncertainty of each of its parameters."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from jug.core.doubledouble import DoubleDouble, double_double
from jug.errors import ParError
from jug.io.codecs import CODECS, EXACT, plain_word
from jug.io.par import ParFile, ParLine
from jug.model.declare import Param
from jug.model.parameters import MJD_MOST, TINY_BEYOND, Entry, why_not_fitted
from jug.model.reading.lines.extra_words import check_one_word
from jug.model.slots import Slot
from jug.obs.selection import Selector, split_selector

RANGE_ENDS = ("DMXR1", "DMXR2", "CMXR1", "CMXR2", "SWXR1", "SWXR2")
"""Dates whose lines have fit flags in files of tempo2, which does not follow them."""


class LineNumbers(NamedTuple):
    """Value, fit flag and uncertainty of one parameter, as a line has them.

    Parameters
    ----------
    value : DoubleDouble
        In par units.
    flag : bool or None
        None where the line has no fit flag.
    error : float or None
        Uncertainty in the unit of the value; None where the line has none.
    """

    value: DoubleDouble[float]
    flag: bool | None
    error: float | None


def read_line(par: ParFile, line: ParLine, slot: Slot, n_same: int) -> list[Entry]:
    """Read the parameters of a line.

    Parameters
    ----------
    par : ParFile
        The file, for messages.
    line : ParLine
    slot : Slot
        The parameters of its keyword.
    n_same : int
        Number of earlier lines of the same family, for families that are numbered in file order.

    Returns
    -------
    list of Entry
        One for each value of the line.

    Raises
    ------
    ParError
        A value is missing or cannot be read, there are too many words, or a fit flag on a parameter without a fit.
    """
    if slot.param.codec == "str":
        if not line.args:
            raise ParError(f"{line.key} has no value", par.where(line))
        check_one_word(par, line)
        word = plain_word(line.args[0]).upper()
        return [Entry(slot.param.name, slot.param, None, double_double(0.0), line=line, word=word)]
    if line.args and line.args[0].upper() in slot.param.links:
        check_one_word(par, line)
        return [Entry(slot.param.name, slot.param, None, double_double(0.0), line=line, word=line.args[0].upper())]
    selector, words = _split_selector(par, line, slot.param)
    numbers = read_numbers(par, line, slot.params, words)
    return [
        _entry(par, line, slot._replace(params=(param,)), own, selector, n_same)
        for param, own in zip(slot.params, numbers, strict=True)
    ]


def _entry(par: ParFile, line: ParLine, slot: Slot, own: LineNumbers, selector: Selector | None, n_same: int) -> Entry:
    """The entry of one parameter, with its name and its place in the family."""
    param, family = slot.param, slot.param.family
    end_of_range = param.name in RANGE_ENDS
    if own.flag and not param.fit and not param.frees and not param.sampled and not end_of_range:
        raise ParError(f"{line.key} cannot be fitted{why_not_fitted(param)}", par.where(line), "set its fit flag to 0")
    free = bool(own.flag) and param.fit
    flag_not_used = bool(own.flag) and (param.sampled or end_of_range)
    name, order, member = param.name, None, None
    if family is None:
        pass
    elif family.kind == "selected":
        name, order = f"{param.name}{n_same + 1}", n_same
    elif family.counted:
        name, member = f"{param.name}{n_same + 1}", n_same + 1
    elif family.kind == "series":
        name, order = f"{param.name}{slot.digits}", slot.number - family.first
    else:
        name, member = f"{param.name}{family.separator}{slot.digits}", slot.number
    return Entry(name, param, order, own.value, own.error, free, line, selector, member, flag_not_used=flag_not_used)


def frees_families(line: ParLine, param: Param) -> bool:
    """Whether a line has a fit flag that frees the members of other families (`Param.frees`).

    Parameters
    ----------
    line : ParLine
    param : Param
        The parameter of the line.

    Returns
    -------
    bool
    """
    return bool(param.frees) and len(line.args) > 1 and line.args[1] in ("1", "2")


def has_fit_flag(par: ParFile, line: ParLine, params: tuple[Param, ...]) -> bool:
    """Whether a line has a fit flag, 0 or 1.

    Parameters
    ----------
    par : ParFile
        The file, for messages.
    line : ParLine
    params : tuple of Param
        The parameters of the line.

    Returns
    -------
    bool
    """
    words = _split_selector(par, line, params[0])[1]
    return any(own.flag is not None for own in read_numbers(par, line, params, words))


def _split_selector(par: ParFile, line: ParLine, param: Param) -> tuple[Selector | None, tuple[str, ...]]:
    """The selector of a selected family's line, and the words after it."""
    if param.family is None or param.family.kind != "selected":
        return None, line.args
    where = par.where(line)
    try:
        selector, words = split_selector(line.args)
    except ValueError as reason:
        raise ParError(f"{line.key}: {reason}", where) from None
    if selector is None:
        forms = f"{param.family.line or param.name} -flag value, MJD a b, FREQ a b, TEL x or NAME x"
        raise ParError(f"{line.key} has no selector", where, f"write {forms}")
    return selector, tuple(words)


def read_numbers(par: ParFile, line: ParLine, params: tuple[Param, ...], words: tuple[str, ...]) -> list[LineNumbers]:
    """Read value, fit flag and uncertainty of each parameter of a line.

    After the values come a fit flag and then uncertainties, or either of the two. Where several values of a line can
    be fitted there is one flag for all or one for each, and an uncertainty for each. Where one of several can (a node,
    ``IFUNC1 MJD y``), a single word is its uncertainty, also if it is 0 or 1 (tempo2); two are a flag and an
    uncertainty.

    Parameters
    ----------
    par : ParFile
        The file, for messages.
    line : ParLine
    params : tuple of Param
        The parameters of the line, in the order of their values.
    words : tuple of str
        The words of the line after keyword and selector.

    Returns
    -------
    list of LineNumbers
        One for each parameter.

    Raises
    ------
    ParError
        A value or uncertainty is missing or not a number, or there are words that are neither.
    """
    where, k = par.where(line), len(params)
    if len(words) < k:
        missing = f"{len(words)} of its {k} values" if k > 2 and words else f"no {'second ' if words else ''}value"
        raise ParError(f"{line.key} has {missing}", where)
    fitted = [i for i, p in enumerate(params) if p.fit or k == 1]
    rest = words[k:]
    n_flags = 0 if k > len(fitted) == len(rest) else _count_flags(rest, len(fitted))
    if n_flags is None:
        most = k + 2 * len(fitted)
        if len(words) <= most and k == 1:
            raise ParError(f"{line.key}: {_why_no_flags(params[0], words)}", where, _form(words))
        if len(words) > most:
            why = f"{line.key} has {len(words)} words where at most {_COUNT_WORDS[most]} belong"
            raise ParError(why, where, "put '#' before a comment")
        hint = "write: keyword, values, fit flag (0 or 1), an uncertainty for each value"
        raise ParError(
            f"{line.key} has {len(rest)} words after its values, neither flags nor uncertainties", where, hint
        )
    flags, tail = rest[:n_flags], rest[n_flags:]
    found = []
    for i, param in enumerate(params):
        place = fitted.index(i) if i in fitted else None
        try:
            value = read_value(param, words[i])
            error = read_value(param, tail[place], codec="float") if tail and place is not None else double_double(0.0)
        except ValueError as reason:
            raise ParError(f"{line.key}: {reason}", where, _form(words)) from None
        if error.hi < 0.0:
            raise ParError(f"{line.key} has a negative uncertainty", where)
        flag = None if not flags or place is None else flags[place if len(flags) > 1 else 0] != "0"
        found.append(LineNumbers(value, flag, CODECS[param.codec].error_read(error) or None))
    return found


def _form(words: Sequence[str]) -> str:
    """Advice on what to write; it names a character that looks like one of a number, as the typographic minus."""
    odd = [char for word in words for char in word if not char.isascii()]
    form = "write: keyword, value, fit flag (0 or 1), uncertainty"
    return f"U+{ord(odd[0]):04X} is not a character of a number, such as - and .; {form}" if odd else form


_COUNT_WORDS = {3: "three", 4: "four", 5: "five", 6: "six"}
"""Words for small numbers in messages."""


def _why_no_flags(param: Param, words: tuple[str, ...]) -> str:
    """What is wrong with the words of a line of one parameter: the value, or the words after the value."""
    try:
        read_value(param, words[0])
    except ValueError as reason:
        return str(reason)
    return f"{words[1]!r} is not a fit flag (0 or 1)"


def _count_flags(rest: tuple[str, ...], n: int) -> int | None:
    """The number of fit flags among the words after the values, for ``n`` values that can be fitted.

    None where the words cannot be flags and uncertainties of that number of values.
    """
    leading = next((i for i, word in enumerate(rest) if word not in ("0", "1", "2")), len(rest))
    for count in sorted({n, 1, 0}, reverse=True):
        if count <= leading and len(rest) - count in (0, n):
            return count
    return None


def read_value(param: Param, word: str, codec: str = "") -> DoubleDouble[float]:
    """Read a value; a ``tiny`` parameter written above 1e-7 is in small units.

    Parameters
    ----------
    param : Param
    word : str
        As in a par file.
    codec : str, optional
        How the word is written, a key of `CODECS`; as the values of the parameter when left out.

    Returns
    -------
    DoubleDouble
        In par units.

    Raises
    ------
    ValueError
        Not a number, or not a date.
    """
    codec = codec or param.codec
    value: DoubleDouble[float] = CODECS[codec].parse(word)
    if codec == "mjd" and abs(value.hi) > MJD_MOST:
        raise ValueError("not a date")
    if param.tiny and abs(value.hi) > TINY_BEYOND:
        scaled = Decimal(word.upper().replace("D", "E")).scaleb(-param.tiny, EXACT)
        value = CODECS[codec].parse(str(scaled))
    return value
