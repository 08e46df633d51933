"""Tim files out, in FORMAT 1: what is written reads back the same to the last bit."""

import math
from collections.abc import Iterator
from decimal import Decimal
from os import PathLike, fspath
from typing import Protocol

import numpy as np

from jug import double
from jug.errors import InputError, Where
from jug.io import files
from jug.io.rawtoas import FlagColumn, RawTOAs
from jug.io.timformats import COMMANDS, NOT_YET
from jug.times import format_mjds


class HasRaw(Protocol):
    """Anything that carries the TOAs as read, like the prepared TOAs."""

    @property
    def raw(self) -> RawTOAs:
        """The TOAs as read."""


def write_tim(toas: RawTOAs | HasRaw, path: str | PathLike[str]) -> None:
    """Write TOAs as one tim file in FORMAT 1, as a whole or not at all.

    Site arrival times as they were read go out, with the TIME commands that held for them as -to flags;
    comments and the division into files do not.

    Raises
    ------
    InputError
        If a name, site or flag cannot be written as one word, or the file cannot be written.
    """
    raw = toas if isinstance(toas, RawTOAs) else toas.raw
    files.write_text(path, "FORMAT 1\n" + "".join(_lines(raw, fspath(path))))


def _lines(raw: RawTOAs, path: str) -> Iterator[str]:
    flags = {f"-{key}": column for key, column in raw.flags.items() if key != "to"}
    words = {word for column in (*flags.values(), raw.site) for word in column.values}
    bad = next((w for w in (*raw.name, *raw.site.values, *words, *flags) if len(w.split()) > 1), None)
    if bad is not None:
        raise InputError(f"cannot write {bad!r} as one word of a tim file", Where(path))
    reserved = next((w for w in raw.name if not w or w[0] == "#" or w.upper() in COMMANDS | NOT_YET), None)
    if reserved is not None:
        raise InputError(f"cannot write a TOA with the name {reserved!r}", Where(path), "give it another name")
    to = raw.flags.get("to", FlagColumn(np.full(len(raw), -1), ()))
    columns = [(key, column.values, column.codes.tolist()) for key, column in flags.items()]
    mjds = format_mjds(raw.times)
    errors, frequencies, offsets = raw.error_s.tolist(), raw.freq_hz.tolist(), raw.offset_s.tolist()
    sites = raw.site.codes.tolist()
    for i, name in enumerate(raw.name):
        frequency = "0" if math.isinf(frequencies[i]) else _scaled(frequencies[i], -6)
        line = f" {name} {frequency} {mjds[i]} {_scaled(errors[i], 6)} {raw.site.values[sites[i]]}"
        line += _offset(offsets[i], to.word(i))
        for key, values, codes in columns:
            if codes[i] >= 0:
                line += f" {key} {values[codes[i]]}".rstrip()
        yield _kept_from_parkes(line) + "\n"


def _offset(seconds: float, written: str) -> str:
    """The -to flag of a TOA: as it was written, if that is all there is to its offset."""
    if written and float(double.to_decimal(written)) == seconds:
        return f" -to {written}"
    return f" -to {seconds!r}" if seconds else ""


def _scaled(value: float, power: int) -> str:
    """A float64 times a power of ten as the shortest decimal that stands for it."""
    return format(Decimal(repr(value)).scaleb(power).normalize(), "f")


def _kept_from_parkes(line: str) -> str:
    """A blank more in front if a point falls in column 42, where PINT would see Parkes format."""
    return f" {line}" if line[41:42] == "." else line
