"""Write tim files: in FORMAT 1, which reads back the same to the last bit, or in Princeton format."""

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from os import fspath
from typing import Protocol

import numpy as np

from jug.core.array import Bool, Toa
from jug.core.decimal_text import to_decimal
from jug.core.execution.given_warnings import give_warning
from jug.core.execution.progress import report
from jug.core.times import format_mjds
from jug.errors import InputError, InputWarning, Where
from jug.io import files
from jug.io.stream_names import TextTarget, Writable
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.flags import DELETION_FLAG, is_flag
from jug.io.tim.formats import OLD_DAYS, TIM_COMMANDS, UNSUPPORTED
from jug.io.tim.raw_toas import RawTOAs, merge_toas, rows_commented_out

TIM_FORMATS = ("tempo2", "princeton")

TOAS_PER_REPORT = 10_000
"""TOAs between two reports of progress."""


class HasRaw(Protocol):
    """An object that has the TOAs as read, such as `TOAs`."""

    @property
    def raw(self) -> RawTOAs:
        """The TOAs as read."""


def write_raw_toas(
    toas: RawTOAs | HasRaw, path: TextTarget, *, form: str = "tempo2", codes: Mapping[str, str] | None = None
) -> None:
    """Write TOAs as one tim file, as a whole or not at all, or to a text file that is open.

    Site arrival times are written as they were read, their TIME commands as -to flags (as commands for TOAs that have
    offset flags). Uncertainties are those after the commands of the file. Deleted TOAs become comments, those that jug
    deleted with ``-deleted_by jug``. Other comments and the division into files are not written.

    Parameters
    ----------
    toas : RawTOAs, or TOAs
    path : path, or an open text file
    form : {"tempo2", "princeton"}
        FORMAT 1, or the fixed columns of Princeton's format, which hold no flags, 1e-14 d and nine characters each for
        frequency and uncertainty: an `InputWarning` lists the losses.
    codes : mapping, optional
        One-letter code of each site, for Princeton's format; a site that is written with one letter needs none.

    Raises
    ------
    InputError
        A name, site, flag or number cannot be written, the file cannot be written, or ``form`` is unknown.
    """
    raw = toas if isinstance(toas, RawTOAs) else toas.raw
    where = Where("<tim>" if isinstance(path, Writable) else fspath(path))
    whole, deleted = _whole(raw)
    if form == "princeton":
        text = "".join(_princeton(whole, deleted, codes or {}, where))
    elif form == "tempo2":
        text = "FORMAT 1\n" + "".join(_free(whole, deleted, where))
    else:
        raise InputError(f"form is one of {', '.join(TIM_FORMATS)}, not {form!r}")
    files.write_text(path, text)


def _whole(raw: RawTOAs) -> tuple[RawTOAs, Bool[Toa]]:
    """All TOAs, deleted ones too, in the order of reading, and the mask of the deleted ones."""
    if raw.deleted is None:
        return raw, np.zeros(len(raw), dtype=bool)
    order = np.argsort(np.concatenate([raw.serial, raw.deleted.serial]), kind="stable")
    return merge_toas(raw, raw.deleted), order >= len(raw)


def _free(raw: RawTOAs, deleted: Bool[Toa], where: Where) -> Iterator[str]:
    """The lines of FORMAT 1."""
    flags = {f"-{key}": column for key, column in raw.flags.items() if key != "to"}
    info = flags.pop("-info") if _by_command(raw) else None
    _refuse(raw, flags, where)
    none = FlagColumn(np.full(len(raw), -1), ())
    to, addsat = raw.flags.get("to", none), raw.flags.get("addsat", none)
    columns = [(key, column.values, column.codes.tolist()) for key, column in flags.items()]
    mjds = [mjd if "." in mjd else f"{mjd}.0" for mjd in format_mjds(raw.times)]  # no point, no deleted TOA
    errors, frequencies, offsets = raw.error_s.tolist(), raw.freq_hz.tolist(), raw.offset_s.tolist()
    sites = raw.site.codes.tolist()
    last_info, in_force, commented = "", 0.0, rows_commented_out(raw).tolist()
    for i, (name, gone) in enumerate(zip(raw.name, deleted.tolist(), strict=True)):
        if i % TOAS_PER_REPORT == 0:
            report("TOAs written", i, len(raw))
        if info and info.word(i) != last_info:
            last_info = info.word(i)
            yield f"INFO {last_info}\n"
        frequency = "0" if math.isinf(frequencies[i]) else _scale_decimal(frequencies[i], -6)
        line = f" {name} {frequency} {mjds[i]} {_scale_decimal(errors[i], 6)} {raw.site.values[sites[i]]}"
        command, written, same = _offset(offsets[i], to.word(i), addsat.word(i))
        line += written
        for key, values, codes in columns:
            if codes[i] >= 0 and (same or key != "-addsat"):
                line += f" {key} {values[codes[i]]}".rstrip()
        if gone and not commented[i]:
            line += f" {' '.join(DELETION_FLAG)}"
        line = ("C" if gone else "") + _distinguish_from_parkes(line) + "\n"
        if command != in_force:  # the old one is taken back first: only sums from 0 and to 0 are exact
            yield "".join(f"TIME {step!r}\n" for step in (-in_force, command) if step)
            in_force = command
        yield line


def _by_command(raw: RawTOAs) -> bool:
    """Whether INFO must be written as a command: it has values that look like flags, and applies up to the last TOA."""
    column = raw.flags.get("info")
    if column is None or not any(is_flag(word) for word in column.values):
        return False
    there = np.array([*(word != "" for word in column.values), False])[column.codes]
    return bool(there.any() and there[int(there.argmax()) :].all())


def _refuse(raw: RawTOAs, flags: Mapping[str, FlagColumn], where: Where) -> None:
    """InputError for a word that would be read back as something else."""
    words = {word for column in (*flags.values(), raw.site) for word in column.values}
    bad = next((w for w in (*raw.name, *raw.site.values, *words, *flags) if len(w.split()) > 1), None)
    if bad is not None:
        raise InputError(f"cannot write {bad!r} as one word of a tim file", where)
    bad = next((word for column in flags.values() for word in column.values if is_flag(word)), None)
    if bad is not None:
        hint = "it would be read back as a flag; give it another value"
        raise InputError(f"cannot write {bad!r} as the value of a flag", where, hint)
    reserved = next((w for w in raw.name if not w or w[0] == "#" or w.upper() in TIM_COMMANDS | UNSUPPORTED), None)
    if reserved is not None:
        raise InputError(f"cannot write a TOA with the name {reserved!r}", where, "give it another name")


def _offset(seconds: float, to: str, addsat: str) -> tuple[float, str, bool]:
    """The TIME command and the -to flag of a TOA, and whether -addsat may stay, so that they add up to its offset.

    Flags stay as they were written. A TIME command around the TOA has the rest of the offset. If rounding prevents an
    exact sum, one -to flag has the whole offset.
    """
    if to or addsat:
        first, second = (float(to_decimal(text)) if text else 0.0 for text in (to, addsat))
        rest = seconds - first - second
        near = (rest, *(float(f"{rest:.{digits}g}") for digits in (16, 15, 14)), math.nextafter(rest, math.inf))
        for time in (0.0, *near, math.nextafter(rest, -math.inf)):
            if time + first + second == seconds:
                return time, (f" -to {to}" if to else ""), True
    return 0.0, (f" -to {seconds!r}" if seconds else ""), False


def _scale_decimal(value: float, power: int) -> str:
    """The shortest decimal of a float64, times a power of ten."""
    return format(Decimal(repr(value)).scaleb(power).normalize(), "f")


def _distinguish_from_parkes(line: str) -> str:
    """Put one more blank in front of a line with a point in column 42, which PINT would read as Parkes format."""
    return f" {line}" if line[41:42] == "." else line


def _princeton(raw: RawTOAs, deleted: Bool[Toa], codes: Mapping[str, str], where: Where) -> Iterator[str]:
    """The lines of Princeton's format; a TIME command around a TOA that has an offset."""
    lost = [f"-{key}" for key in raw.flags if key not in ("to", "addsat", "dmo")]
    letters = [site if len(site) == 1 else codes.get(site, "") for site in raw.site.values]
    letters = ["c" if letter == "C" else letter for letter in letters]  # C would make it a comment
    rounded = cut = 0
    for i, mjd in enumerate(format_mjds(raw.times)):
        place = int(raw.site.codes[i])
        if len(letters[place]) != 1 or letters[place] in "# ":
            why = f"the site {raw.site.values[place]!r} has no one-letter code, so Princeton's format cannot hold it"
            raise InputError(why, where, "write tempo2's format")
        frequency = "0" if math.isinf(raw.freq_hz[i]) else _scale_decimal(float(raw.freq_hz[i]), -6)
        whole = (frequency, mjd, _scale_decimal(float(raw.error_s[i]), 6))
        fields = [_round_to_width(text, width) for text, width in zip(whole, (9, 20, 9), strict=True)]
        fits = all(fields) and fields[1].find(".") in (5, 6) and float(fields[2])
        if not fits or raw.times.day[i] < OLD_DAYS or (frequency != "0" and not float(fields[0])):
            raise InputError(
                f"Princeton's columns cannot hold TOA number {i + 1} ({mjd})", where, "write tempo2's format"
            )
        rounded += any(Decimal(field) != Decimal(text) for field, text in zip(fields, whole, strict=True))
        cut += len(raw.name[i]) > 13
        frequency, time, error = fields[0].rjust(9), fields[1].ljust(20), fields[2].rjust(9)
        name = raw.name[i][:13] if raw.name[i] != "unknown" else ""
        shift = raw.flags["dmo"].word(i) if "dmo" in raw.flags else ""
        if len(shift) > 10:
            raise InputError(f"Princeton's columns cannot hold -dmo {shift} of TOA number {i + 1}", where)
        line = f"{letters[place]} {name:<13}{frequency}{time}{error}{'':15}{shift:>10}".rstrip() + "\n"
        offset = float(raw.offset_s[i])
        line = f"C {line}" if deleted[i] else line
        yield f"TIME {offset!r}\n{line}TIME {-offset!r}\n" if offset else line
    losses = [f"flags {', '.join(lost)}"] * bool(lost) + [f"digits of {rounded} TOA(s)"] * bool(rounded)
    losses += [f"ends of {cut} name(s)"] * bool(cut)
    if losses:
        give_warning(InputWarning(f"{where}: Princeton's format leaves out {' and '.join(losses)}"))


def _round_to_width(text: str, width: int) -> str:
    """A decimal rounded to fit a width; empty where its whole part does not fit."""
    whole, dot, _ = text.partition(".")
    if len(text) <= width:
        return text if dot or width < 20 else f"{text}.0"
    places = width - len(whole) - 1
    return f"{Decimal(text):.{places}f}"[:width] if places >= 0 else ""
