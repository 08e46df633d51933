"""New values of parameters, words of options and settings, on the lines of a model."""

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from typing import TypeAlias

from jug.core.arguments.kinds import as_number
from jug.core.doubledouble import DoubleDouble
from jug.errors import InputError
from jug.io.codecs import CODECS
from jug.io.par import ParFile, ParLine
from jug.model.editing.names import entries_named
from jug.model.editing.reassembly import given_entries, reassemble
from jug.model.editing.setting_lines import is_setting, with_setting, with_settings_of, with_words
from jug.model.parameters import Entry
from jug.model.parts import ModelParts
from jug.model.reading.lines.lines import read_line, read_value
from jug.model.slots import Slot
from jug.model.value_text import refused_value

Value: TypeAlias = float | str | DoubleDouble[float]
"""A number in par units, or text as a par file has it."""


def with_new_values(model: ModelParts, values: Mapping[str, Value]) -> ModelParts:
    """Give parameters, options and settings other values.

    Parameters
    ----------
    model : ModelParts
    values : dict of str to float, str or DoubleDouble
        By name (`jug.model.editing.names.entries_named`) or by the keyword of a setting. Numbers in par units; text as
        in a par file, with all its digits.

    Returns
    -------
    ModelParts
        Fit flags and uncertainties are the model's.

    Raises
    ------
    InputError
        A name that is not in the model, a name of several parameters, or a value that is not one.
    """
    par, entries = model.par, given_entries(model.entries)
    for name, value in values.items():
        if is_setting(name):
            par = with_setting(par, name, str(value))
            continue
        e = _single_entry(model, name)
        if _is_word(e, value):
            line, e = _with_word(par, e, str(value))
            par = replace(par, lines=tuple(line if own.number == line.number else own for own in par.lines))
            entries[e.name] = e
        else:
            entries[e.name] = replace(e, value=number_of(e, value))
    settings, findings = with_settings_of(model, par)
    return reassemble(model, par, entries, settings, findings)


def number_of(e: Entry, value: Value) -> DoubleDouble[float]:
    """Read the value of a parameter.

    Parameters
    ----------
    e : Entry
        The parameter.
    value : float, str or DoubleDouble
        In par units; text as in a par file. A float is the decimal number that Python shows for it.

    Returns
    -------
    DoubleDouble
        In par units.

    Raises
    ------
    InputError
        Not a finite number.
    """
    if isinstance(value, DoubleDouble):
        if isfinite(value.hi):
            return value
        value = value.hi
    try:
        if isinstance(value, str):
            number = read_value(e.param, value.strip())
        else:
            number = CODECS["float"].parse(repr(as_number(value, e.name, e.unit)))
    except ValueError as reason:
        raise refused_value(e, value, reason) from None
    return number


def _single_entry(model: ModelParts, name: str) -> Entry:
    found = entries_named(model.entries, name)
    if len(found) > 1:
        raise InputError(f"{name!r} stands for {', '.join(e.name for e in found[:6])}", hint="set one of them")
    return found[0]


def _is_word(e: Entry, value: Value) -> bool:
    """Whether the parameter has a word (an option, or a link as SINI KIN), or gets a link."""
    return bool(e.word) or (isinstance(value, str) and value.strip().upper() in e.param.links)


def _with_word(par: ParFile, e: Entry, word: str) -> tuple[ParLine, Entry]:
    """The line of an option with another word, and its entry."""
    if e.line is None or len(word.split()) != 1:
        raise InputError(f"{e.name} takes one word, not {word!r}")
    line = with_words(e.line, word.strip())
    [new] = read_line(par, line, Slot((e.param,)), 0)
    return line, new
