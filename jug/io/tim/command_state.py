"""The settings that the commands of a tim file give to each TOA.

As in tempo and PINT 1.1.8 a setting stays in force in included files and after them (in tempo2 it ends with the
file). Which uncertainty results from EFAC and EQUAD:

    PINT (the default)   sigma^2 = (EFAC e)^2 + EQUAD^2
    tempo2               sigma^2 = EFAC^2 (e^2 + EQUAD^2)

SIGMA replaces e in these formulas; in tempo2's order EQUAD then has no effect. ESET replaces sigma. EFLOOR is a lower
limit of sigma. Only tempo2 has these three. EMIN and EMAX select TOAs by e (PINT) or by sigma (tempo2), FMIN and FMAX
by the frequency.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Toa
from jug.core.decimal_text import to_decimal
from jug.errors import TimError, Where
from jug.io.tim.flag_column import FlagColumn

IGNORED = {
    "MODE": ("1", "MODE other than 1 is ignored: jug always weights TOAs by their uncertainties"),
    "TRACK": ("0", "TRACK in a tim file is ignored, as in PINT and tempo2: write it in the par file"),
}
"""Commands without effect, each with the word that gives no warning and the warning for any other word."""

NOT_OF_PINT = {
    "SIGMA": "SIGMA replaces the uncertainties that follow, as in tempo2 (PINT ignores it)",
    "ESET": "ESET replaces the uncertainties that follow, after EFAC and EQUAD, as in tempo2 (PINT fails at it)",
    "EFLOOR": "EFLOOR is a lower limit of the uncertainties that follow, as in tempo2 (PINT fails at it)",
}
"""Commands that jug applies and PINT 1.1.8 does not, each with its warning."""

EFAC_ORDERS = ("pint", "tempo2")
"""The programs whose order of EFAC and EQUAD, EMIN and EMAX can be chosen."""


class ReaderState(NamedTuple):
    """The settings for a TOA; uncertainties in us, frequencies in MHz, as written; `time` in s, `phase` in turns."""

    time: float = 0.0
    efac: float = 1.0
    equad: float = 0.0
    sigma: float = 0.0
    eset: float = -1.0
    efloor: float = 0.0
    emin: float = 0.0
    emax: float = np.inf
    fmin: float = 0.0
    fmax: float = np.inf
    info: str = ""
    phase: float = 0.0
    jump: int = 0


NUMBER_UNITS = {
    "TIME": "seconds are expected",
    "PHASE": "turns are expected",
    "EFAC": "a positive factor is expected",
    "SIGMA": "microseconds are expected",
    **dict.fromkeys(("EQUAD", "EMIN", "EMAX", "ESET", "EFLOOR"), "microseconds are expected"),
    **dict.fromkeys(("FMIN", "FMAX"), "MHz are expected"),
}
"""Commands with a number, and the unit of the number, for messages."""


class StateHistory:
    """All states of the settings, and the number of the TOA from which each applies."""

    def __init__(self) -> None:
        self.starts = [0]
        self.states = [ReaderState()]
        self.n_jumps = 0

    @property
    def state(self) -> ReaderState:
        """The settings for the next TOA."""
        return self.states[-1]

    def set(self, name: str, text: str, row: int, where: Where) -> None:
        """Apply a command of `NUMBER_UNITS`, or INFO; TIME and PHASE add up.

        Parameters
        ----------
        name, text : str
            The command and what follows it.
        row : int
            Number of the first TOA to which it applies.
        where : Where
            The line, for messages.

        Raises
        ------
        TimError
            The text is not a number, or is negative (EFAC and SIGMA: or zero) where it must not be.
        """
        value: float | str = text
        if name in NUMBER_UNITS:
            value = command_number(name, text, where)
            if name in ("TIME", "PHASE"):
                value += getattr(self.state, name.lower())
            elif value < 0.0 or (name in ("EFAC", "SIGMA") and value == 0.0):
                raise TimError(f"{name} {text} is {'negative' if value < 0.0 else 'zero'}", where, NUMBER_UNITS[name])
        self.change(row, **{name.lower(): value})

    def jump(self, row: int) -> None:
        """Begin a range of TOAs at a JUMP before TOA number `row`, or end the current range."""
        self.n_jumps += not self.state.jump
        self.change(row, jump=0 if self.state.jump else self.n_jumps)

    def change(self, row: int, **fields: float | str) -> None:
        """Change some settings.

        Parameters
        ----------
        row : int
            Number of the first TOA to which they apply.
        **fields : float or str
            Fields of `ReaderState` and their new values.
        """
        self.starts.append(row)
        self.states.append(self.state._replace(**fields))  # type: ignore[arg-type]

    def column(self, field: str, n: int) -> Float[Toa]:
        """Return one numeric setting for each TOA.

        Parameters
        ----------
        field : str
            A field of `ReaderState`.
        n : int
            Number of TOAs.

        Returns
        -------
        (n,) float64
            In the unit of the command.
        """
        return repeat_for_rows(self.starts, [getattr(state, field) for state in self.states], n)

    def differs(self, *fields: str) -> bool:
        """Whether a command has changed one of these settings."""
        return any(getattr(state, field) != getattr(ReaderState(), field) for state in self.states for field in fields)

    def flag(self, field: str, n: int, own: FlagColumn | None) -> FlagColumn:
        """Return INFO, PHASE or JUMP as a flag; where a command set it, it replaces the flag on the line.

        Parameters
        ----------
        field : str
            ``"info"``, ``"phase"`` or ``"jump"``.
        n : int
            Number of TOAs.
        own : FlagColumn or None
            The flag on the lines, (n,); None if no line has it.

        Returns
        -------
        FlagColumn
            (n,)
        """
        own = own or FlagColumn(np.full(n, -1, np.int32), ())
        words = [str(getattr(state, field) or "") for state in self.states]
        table = dict.fromkeys((*own.values, *filter(None, words)))
        number = {word: code for code, word in enumerate(table)}
        codes = repeat_for_rows(self.starts, [number.get(word, -1) for word in words], n).astype(np.int32)
        return FlagColumn(np.where(codes >= 0, codes, own.codes), tuple(table))

    def weigh(self, error_s: Float[Toa], freq_hz: Float[Toa], order: str) -> tuple[Float[Toa], Bool[Toa]]:
        """Apply the commands to the uncertainties, and select TOAs by EMIN, EMAX, FMIN and FMAX.

        Parameters
        ----------
        error_s, freq_hz : (n,) float64
            As written; infinite for a frequency of 0.
        order : {"pint", "tempo2"}

        Returns
        -------
        error_s : (n,) float64
            Scaled uncertainties, s; rounded to 15 digits, because 1.2 times 1.674 is 2.0087999999999997 in float64.
        left_in : (n,) bool
            True for the TOAs that are selected.
        """
        n = len(error_s)
        left_in = np.ones(n, dtype=bool)
        if self.differs("fmin", "fmax"):
            mhz = freq_hz * 1e-6
            left_in &= (mhz >= self.column("fmin", n)) & (mhz <= self.column("fmax", n))
        if not self.differs("efac", "equad", "sigma", "eset", "efloor", "emin", "emax"):
            return error_s, left_in
        low, high, efac, equad, sigma, eset, floor = (
            self.column(field, n) for field in ("emin", "emax", "efac", "equad", "sigma", "eset", "efloor")
        )
        base = np.where(sigma > 0.0, sigma / 1e6, error_s)
        before, after = (1.0, efac) if order == "tempo2" else (efac, 1.0)
        equad = np.where(sigma > 0.0, 0.0, equad) if order == "tempo2" else equad
        scaled = np.hypot(base * before, equad / 1e6) * after
        scaled = np.where((efac == 1.0) & (equad == 0.0), base, _round_to_15_digits(scaled))
        scaled = np.maximum(np.where(eset >= 0.0, eset / 1e6, scaled), floor / 1e6)
        selecting = (scaled if order == "tempo2" else error_s) * 1e6
        return scaled, left_in & (selecting >= low * (1.0 - 1e-12)) & (selecting <= high * (1.0 + 1e-12))


def _round_to_15_digits(error_s: Float[Toa]) -> Float[Toa]:
    """Values rounded to 15 digits; exact powers of ten reach down to 10 ns."""
    power = 10.0 ** np.clip(14.0 - np.floor(np.log10(np.maximum(error_s, 1e-30))), 0.0, 22.0)
    return np.asarray(np.where((error_s >= 1e-8) & (error_s < 1.0), np.rint(error_s * power) / power, error_s))


def command_number(name: str, text: str, where: Where) -> float:
    """Read the number of a command or flag.

    Parameters
    ----------
    name, text : str
        The command and what follows it.
    where : Where

    Returns
    -------
    float
        In the unit of the command.

    Raises
    ------
    TimError
        The text is not a number.
    """
    try:
        return float(to_decimal(text))
    except ValueError as error:
        raise TimError(f"{name} {text}: {error}", where, NUMBER_UNITS.get(name, "a number is expected")) from None


def repeat_for_rows(starts: list[int], values: Sequence[float], n: int) -> Float[Toa]:
    """Repeat each value for the rows to which it applies.

    Parameters
    ----------
    starts : list of int
        First row of each value, not decreasing, from 0.
    values : sequence of float
        In any unit.
    n : int
        Number of rows.

    Returns
    -------
    (n,) float64
    """
    return np.repeat(np.array(values, dtype=np.float64), np.diff(np.array([*starts, n])))
