"""Par files that give the pulse period: ``P0`` and ``P1`` become ``F0`` and ``F1``, uncertainties too.

F0 = 1/P0,   F1 = -P1/P0^2
sigma(F0) = sigma(P0)/P0^2,   sigma(F1)^2 = (sigma(P1)/P0^2)^2 + (2 P1 sigma(P0)/P0^3)^2

P0 and P1 are taken as uncorrelated, since a par file gives no covariance. Values have 31 digits. A P1 above 1e-7 is in
tempo's unit of 1e-15.
"""

from dataclasses import replace
from math import hypot

from jug.core.decimal_text import format
from jug.core.doubledouble import DoubleDouble, div, double_double, mul, neg
from jug.errors import ParError
from jug.io.par import ParFile, ParLine
from jug.model.declare import Param
from jug.model.reading.findings import Findings
from jug.model.reading.lines.lines import LineNumbers, read_numbers

PERIOD_WORDS = ("P", "P0")
DERIVATIVE_WORDS = ("P1", "PDOT")

TEMPO_UNIT_BEYOND = 1e-7
"""P1 above which the unit is 1e-15: no pulsar slows down by more than 1e-9 s/s, and tempo writes 0.1 or more."""


def with_frequencies(par: ParFile, findings: Findings) -> ParFile:
    """Replace the lines ``P0`` and ``P1`` of a par file by lines ``F0`` and ``F1`` at the same place.

    Parameters
    ----------
    par : ParFile
    findings : Findings
        Gets a period that is not positive; P1 without P0; P0 with F0. The lines are then left out.

    Returns
    -------
    ParFile
        The same object where the file gives no period.
    """
    found = [line for line in par if line.key in PERIOD_WORDS + DERIVATIVE_WORDS]
    if not found:
        return par
    with findings.collect_errors("F0", "F1"):
        return _with_frequencies(par, found, findings)
    return replace(par, lines=tuple(line._replace(key="") if line in found else line for line in par.lines))


def _with_frequencies(par: ParFile, found: list[ParLine], findings: Findings) -> ParFile:
    """The par file with the frequencies of these lines."""
    period = next((line for line in found if line.key in PERIOD_WORDS), None)
    if period is None:
        raise ParError(f"{found[0].key} without P0", par.where(found[0]), "give F0 and F1, or P0 and P1")
    for line in par:
        if line.key in ("F0", "F1"):
            raise ParError(f"{line.key} with {found[0].key}", par.where(line), "keep F0, F1 or P0, P1")
    p0 = _read_period(par, period)
    if not p0.value.hi > 0.0:
        raise ParError("the period is not positive", par.where(period), "P0 is in s")
    f0 = div(double_double(1.0), p0.value)
    new = {period.number: _frequency_line(period, "F0", f0, p0, _divide_error(p0.error, p0.value.hi**2))}
    for line in found:
        if line.number in new:
            continue
        if line.key in PERIOD_WORDS or len(new) > 1:
            raise ParError(f"{line.key} is given twice", par.where(line), "keep one of them")
        p1 = _read_period(par, line)
        p1 = _from_tempo(par, line, p1, findings) if abs(p1.value.hi) > TEMPO_UNIT_BEYOND else p1
        by_p0, by_p1 = _divide_error(p0.error, p0.value.hi**3) or 0.0, _divide_error(p1.error, p0.value.hi**2) or 0.0
        error = hypot(by_p1, 2.0 * p1.value.hi * by_p0)
        f1 = neg(div(p1.value, mul(p0.value, p0.value)))
        new[line.number] = _frequency_line(line, "F1", f1, p1, error or None)
    return replace(par, lines=tuple(new.get(line.number, line) for line in par.lines))


def _read_period(par: ParFile, line: ParLine) -> LineNumbers:
    return read_numbers(par, line, (Param(line.key, "s", "", 1),), line.args)[0]


def _divide_error(error: float | None, divisor: float) -> float | None:
    return None if error is None else error / divisor


def _from_tempo(par: ParFile, line: ParLine, p1: LineNumbers, findings: Findings) -> LineNumbers:
    why = f"{line.key} is taken in units of 1e-15, as tempo writes it"
    findings.warn(why, par.where(line))
    error = None if p1.error is None else p1.error * 1e-15
    return p1._replace(value=div(p1.value, double_double(1e15)), error=error)


def _frequency_line(
    line: ParLine, key: str, value: DoubleDouble[float], period: LineNumbers, error: float | None
) -> ParLine:
    """A line with a frequency in the place of one with a period; fit flag and comment stay."""
    words = [format(value), str(int(bool(period.flag)))]
    words += [repr(error)] if error is not None else []
    text = f"{key:<15} {words[0]:>26} {' '.join(words[1:])}"
    text = f"{text}  {line.comment}" if line.comment else text
    return line._replace(text=text, key=key, args=tuple(words), own_text=line.text)
