"""Flags set on TOAs, and whole turns added to them."""

from dataclasses import replace

import numpy as np

from jug.core.arguments.kinds import one_text
from jug.core.arguments.whole_numbers import whole_numbers
from jug.core.array import Bool, Int, Toa
from jug.errors import InputError
from jug.io.tim.flag_column import FlagColumn, encode_numbers
from jug.io.tim.flags import is_flag
from jug.io.tim.raw_toas import RawTOAs
from jug.text.name_lists import toa_count


def with_flag(raw: RawTOAs, mask: Bool[Toa], key: str, value: str) -> RawTOAs:
    """Set a flag of some TOAs; the others keep theirs.

    Parameters
    ----------
    raw : RawTOAs
    mask : (n,) bool array
    key : str
        With or without its dash.
    value : str

    Returns
    -------
    RawTOAs

    Raises
    ------
    InputError
        A key or value that a tim file cannot hold.
    """
    name = one_text(key, "the key of a flag").lstrip("-")
    one_text(value, "the value of a flag, the same for all TOAs of the selection,")
    if not is_flag(f"-{name}") or len(value.split()) != 1:
        raise InputError(f"a tim file cannot hold the flag {key!r} with the value {value!r}", hint="as in: -cut bad")
    return replace(raw, flags={**raw.flags, name: _with_word(raw, name, mask, value)})


def without_flag(raw: RawTOAs, mask: Bool[Toa], key: str) -> RawTOAs:
    """Remove a flag from some TOAs.

    Parameters
    ----------
    raw : RawTOAs
    mask : (n,) bool array
    key : str
        With or without its dash.

    Returns
    -------
    RawTOAs
    """
    name = one_text(key, "the key of a flag").lstrip("-")
    if name not in raw.flags:
        return raw
    column = raw.flags[name]
    left = FlagColumn(np.where(mask, np.int32(-1), column.codes).astype(np.int32), column.values)
    flags = {own: left if own == name else other for own, other in raw.flags.items()}
    return replace(raw, flags=flags if (left.codes >= 0).any() else {k: v for k, v in flags.items() if k != name})


def with_pulse_numbers(raw: RawTOAs, numbers: Int[Toa]) -> RawTOAs:
    """Set the flags -pn and remove -pnadd, which the numbers contain; -phase, -padd and -radd still act on residuals.

    Parameters
    ----------
    raw : RawTOAs
    numbers : (n,) int array
        Pulse numbers, turns.

    Returns
    -------
    RawTOAs

    Raises
    ------
    InputError
        There is not one number for each TOA.
    """
    numbers = whole_numbers(numbers, "pulse numbers")
    if len(numbers) != len(raw):
        raise InputError(f"{len(numbers)} pulse numbers for {toa_count(len(raw))}")
    flags = {key: column for key, column in raw.flags.items() if key != "pnadd"}
    return replace(raw, flags={**flags, "pn": encode_numbers(numbers)})


def with_turns(raw: RawTOAs, mask: Bool[Toa], turns: int) -> RawTOAs:
    """Add whole turns to the residuals of some TOAs, by their flags -phase.

    Parameters
    ----------
    raw : RawTOAs
    mask : (n,) bool array
    turns : int

    Returns
    -------
    RawTOAs
    """
    turns = int(whole_numbers(turns, "turns")[0])
    column, before = raw.flags.get("phase"), raw.flag("phase")
    out = replace(raw, flags={**raw.flags, "phase": column or _absent(raw)})
    for word in sorted(set(before[mask].tolist())):
        total = float(word or "0") + turns
        text = str(int(total)) if total == int(total) else repr(total)
        own = mask & (before == word)
        out = replace(out, flags={**out.flags, "phase": _with_word(out, "phase", own, text)})
    return out


def _with_word(raw: RawTOAs, name: str, mask: Bool[Toa], value: str) -> FlagColumn:
    """A column of flags with another value on some TOAs."""
    column = raw.flags.get(name) or _absent(raw)
    values = column.values if value in column.values else (*column.values, value)
    return FlagColumn(np.where(mask, np.int32(values.index(value)), column.codes).astype(np.int32), values)


def _absent(raw: RawTOAs) -> FlagColumn:
    """The column of a flag that no TOA has."""
    return FlagColumn(np.full(len(raw), -1, np.int32), ())
