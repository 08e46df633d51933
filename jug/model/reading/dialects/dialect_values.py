"""Values of a par file in the units and angles of another program, changed to those that jug reads.

Each function takes the par file and the word of its convention, and gives the new text of lines by their number; an
empty text leaves a line out, and `NEW` and numbers below it are those of lines that are added.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from math import factorial

from jug.core.whole_number import is_whole_number
from jug.io.codecs import EXACT
from jug.io.par import ParFile, ParLine
from jug.obs.clock_words import is_laboratory

Texts = Mapping[int, str]

NEW = 0
"""Number of the first line that is added; further ones have numbers below it."""

MOST_ORDER = 99
"""Largest n of CMn: a par file has two digits."""


def setting_line(key: str, value: object) -> str:
    """Format a line of one word.

    Parameters
    ----------
    key : str
        The keyword.
    value : object
        Its text is the word.

    Returns
    -------
    str
    """
    return f"{key:<15} {value}"


def decimal_number(word: str) -> Decimal | None:
    """Read a number of a par file.

    Parameters
    ----------
    word : str
        With E or D before an exponent.

    Returns
    -------
    Decimal or None
        None for a word that is not a number.
    """
    try:
        return Decimal(word.upper().replace("D", "E"))
    except InvalidOperation:
        return None


def is_tempo1(args: tuple[str, ...]) -> bool:
    """Whether tempo2 works as tempo with the words of a line EPHVER: TEMPO1, or a number below 5.

    Parameters
    ----------
    args : tuple of str
        The words after the keyword.

    Returns
    -------
    bool
    """
    value = decimal_number(args[0]) if args else None
    return args[:1] == ("TEMPO1",) or (value is not None and value < 5)


def with_value(line: ParLine, change: Callable[[Decimal], Decimal], error: Decimal = Decimal(1)) -> str | None:
    """Format a line with another value.

    Parameters
    ----------
    line : ParLine
    change : callable
        From the old value to the new one.
    error : Decimal
        Factor of the uncertainty.

    Returns
    -------
    str or None
        None where the line has no number.
    """
    value = decimal_number(line.args[0]) if line.args else None
    if value is None:
        return None
    rest = list(line.args[1:])
    if rest and (len(rest) > 1 or rest[0] not in ("0", "1", "2")) and (sigma := decimal_number(rest[-1])) is not None:
        rest[-1] = str(EXACT.multiply(sigma, error))
    return " ".join((f"{line.key:<15}", str(change(value)), *rest, line.comment)).rstrip()


def _scale_values(*keys: str, power: int) -> Callable[[ParFile, str], Texts]:
    """Values of these keywords in units of 10^power, also those that jug reads in units of 1."""

    def texts(par: ParFile, word: str) -> Texts:
        unit = Decimal(1).scaleb(power)
        found = {}
        for line in (q for key in keys for q in par.find(key)):
            text = with_value(line, lambda v: EXACT.multiply(v, unit), unit)
            value = decimal_number(line.args[0]) if line.args else None
            if text is not None and value:
                found[line.number] = text
        return found

    return texts


def _obliquity(par: ParFile, word: str) -> Texts:
    own = par.find("ECL")
    line = setting_line("ECL", word)
    return {q.number: line for q in own if q.args[:1] != (word,)} if own else {NEW: line}


def _laboratory_clock(par: ParFile, word: str) -> Texts:
    lines = (q for key in ("CLK", "CLOCK") for q in par.find(key) if q.args and is_laboratory(q.args[0]))
    return {q.number: setting_line(q.key, "TT(TAI)") for q in lines}


def _powers(par: ParFile, word: str) -> Texts:
    """CM1, CM2, ... of tempo2 2023.05.1: no factorials, DMEPOCH as epoch, CM itself left out."""
    found = {q.number: "" for key in ("CM", "CM0", "CMEPOCH") for q in par.find(key)}
    for line in par:
        order = line.key.removeprefix("CM")
        if line.key.startswith("CM") and is_whole_number(order) and 1 < int(order) <= MOST_ORDER:
            factor = Decimal(factorial(int(order)))
            text = with_value(line, lambda v, factor=factor: EXACT.multiply(v, factor), factor)  # type: ignore[misc]
            found.update({line.number: text} if text else {})
    epoch = [*par.find("DMEPOCH"), *par.find("PEPOCH")]
    return {**found, NEW: setting_line("CMEPOCH", epoch[0].args[0])} if epoch and epoch[0].args else found


def _span(par: ParFile, word: str) -> Texts:
    """TNREDTSPAN, ... from START and FINISH, in years of 365.25 d."""
    ends = [decimal_number(q.args[0]) for key in ("START", "FINISH") for q in par.find(key)[:1] if q.args]
    kinds = [k for k in ("RED", "DM", "CHROM") if par.find(f"TN{k}AMP") and not par.find(f"TN{k}TSPAN")]
    if len(ends) < 2 or ends[0] is None or ends[1] is None or not ends[1] > ends[0]:
        return {}
    years = EXACT.divide(ends[1] - ends[0], Decimal("365.25"))
    return {NEW - i: setting_line(f"TN{kind}TSPAN", f"{years:.17g}") for i, kind in enumerate(kinds)}


def _without_stigma(par: ParFile, word: str) -> Texts:
    return {q.number: "" for key in ("STIGMA", "STIG", "VARSIGMA") for q in par.find(key)}


def _without_tempo_jumps(par: ParFile, word: str) -> Texts:
    return {q.number: "" for q in par if q.key.startswith("JUMP_") and q.args and decimal_number(q.args[0]) is not None}


VALUES: dict[str, Callable[[ParFile, str], Texts]] = {
    "ECL": _obliquity,
    "NIST": _laboratory_clock,
    "E12": _scale_values("PBDOT", "XPBDOT", "A1DOT", "XDOT", "EDOT", power=-12),
    "EPSDOT": _scale_values("EPS1DOT", "EPS2DOT", power=-12),
    "CM": _powers,
    "SPAN": _span,
    "STIG": _without_stigma,
    "TIMJUMPS": _without_tempo_jumps,
    "E6": _scale_values("DTH", "DTHETA", "DR", "A0", "B0", power=-6),
}
"""The conventions of values and words that other lines express, by name."""
