"""What the studies of mutated files compare: what a file says, what jug makes of it, and what it tells."""

import re
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import jug
from jug.errors import InputError, InputWarning
from jug.io.tim.formats import TIM_COMMANDS
from jug.io.tim.raw_toas import RawTOAs
from jug.io.tim.read import read_tim
from jug.model.reading.lines.keywords import BIN_DESCRIPTIONS, DESCRIPTIVE, SETTINGS
from jug.model.reading.settings import IAU2000
from jug.model.timing_model import TimingModel

RATES = {
    **{
        "POSEPOCH": "PM.*",
        "DMEPOCH": r"DM[1-9]\d*",
        "WAVEEPOCH": r"WAVE\d+",
        "SWEPOCH": r"NE_SW\d+",
        "CMEPOCH": "CM.*",
    },
    **{"WXEPOCH": "WX.*_.*", "DMWXEPOCH": "DMWX.*_.*", "CMWXEPOCH": "CMWX.*_.*", "ORBWAVE_EPOCH": "ORBWAVE[CS].*"},
}
"""Epochs, and what counts from them."""

SUPERSEDED = {"TNREDAMP": {"RNAMP", "RNIDX"}}
"""Lines that are not used, which is told, where another one is given."""

DEFAULTS = {
    *(("PLANET_SHAPIRO", "N"), ("DILATEFREQ", "N"), ("CORRECT_TROPOSPHERE", "N"), ("UNITS", "TDB")),
    *(("TIMEEPH", "FB90"), *(("T2CMETHOD", word) for word in (*IAU2000, "TEMPO"))),
    *(
        *((key, "0") for key in ("CORRECT_TROPOSPHERE", "PLANET_SHAPIRO", "DILATEFREQ")),
        ("TZRSITE", "@"),
        ("TZRFRQ", "INFINITY"),
        *((key, "0") for key in ("TZRFRQ", "PMRA", "PMDEC", "PX")),
    ),
}
"""Lines that say what holds without them, in capitals; of UNITS and T2CMETHOD TEMPO a warning says so."""


WORDS = {*SETTINGS, "CORRECT_TROPOSPHERE", "BINARY"}
"""Keywords whose word may be in upper or lower case."""


class Reading(NamedTuple):
    """What jug makes of a file: values, in a form that can be compared, and its messages without line numbers."""

    values: Any
    said: Counter[str]


def joined_or_split(text: str, rng: Random) -> str:
    """A text with two lines joined by a blank, or with one line split at a blank."""
    lines = text.split("\n")
    if rng.random() < 0.5 and len(lines) > 1:
        i = rng.randrange(len(lines) - 1)
        lines[i : i + 2] = [f"{lines[i]} {lines[i + 1]}"]
        return "\n".join(lines)
    can = [i for i, line in enumerate(lines) if len(line.split()) > 1]
    if can:
        i = rng.choice(can)
        at = rng.choice([blank.start() for blank in re.finditer(r"(?<=\S)\s+(?=\S)", lines[i])])
        lines[i : i + 1] = [lines[i][:at], lines[i][at:].lstrip() if rng.random() < 0.7 else lines[i][at:]]
    return "\n".join(lines)


def read(path: Path) -> Reading:
    """Read a par or a tim file; an error is a message and gives no values."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        try:
            values = toa_values(read_tim(path)) if path.suffix == ".tim" else model_values(jug.load_model(path))
        except InputError as error:
            return Reading(None, Counter([str(error)]))
    return Reading(values, Counter(re.sub(r":\d+:|\(lines? [\d, and]+\)", ":", str(one.message)) for one in found))


def model_values(model: TimingModel) -> Any:
    """Parameters with fit flags, uncertainties and selections, settings, components."""
    entries = {
        name: (e.value.hi, e.value.lo, e.word, e.error, e.free, e.flag_not_used, repr(e.selector))
        for name, e in model.entries.items()
    }
    settings = {key: repr(value) for key, value in vars(model.settings).items() if key != "lines"}
    return entries, settings, tuple(c.name for c in model.components)


def toa_values(raw: RawTOAs) -> Any:
    """Times, offsets, uncertainties, frequencies, sites, names, flags, in the order of the file; deleted TOAs too."""
    columns = [raw.times.day, raw.times.sec.hi, raw.times.sec.lo, raw.offset_s, raw.error_s, raw.freq_hz]
    flags = {key: column.array().tolist() for key, column in raw.flags.items()}
    deleted = toa_values(raw.deleted) if raw.deleted is not None else None
    commented = 0 if raw.commented is None else int(raw.commented.sum())
    return [column.tolist() for column in columns], raw.site.array().tolist(), raw.name, flags, deleted, commented


def par_meaning(text: str) -> set[tuple[str, ...]]:
    """The lines that may change a model, as words, numbers by their value.

    Left out are comments, descriptions, lines that say what holds without them, lines in whose place another one is
    used, and epochs that no rate counts from.
    """
    bare = (re.sub(r"(^|\s)#.*", "", line).split() for line in text.split("\n"))
    lines = {(w[0].upper(), *map(_number, w[1:])) for w in bare if w and w[0] not in ("C", "c")}
    keys = {line[0] for line in lines}
    lines = {line for line in lines if not any(line[0] in SUPERSEDED.get(key, ()) for key in keys)}
    idle = {epoch for epoch, rates in RATES.items() if not any(re.fullmatch(rates, key) for key in keys)}
    kept = {line for line in lines if line[0] not in DESCRIPTIVE | idle and not BIN_DESCRIPTIONS.fullmatch(line[0])}
    reference = {line[1:2] for line in kept if line[0] == "PEPOCH"}
    kept = {_without_zeros(line) for line in kept if line[0] not in RATES or line[1:2] not in reference}
    kept = {line if line[0] not in WORDS else tuple(map(str.upper, line[:2])) for line in kept}
    return kept - DEFAULTS


def tim_meaning(text: str) -> list[list[str]]:
    """The lines with TOAs, as words, numbers by their value; not those between SKIP and NOSKIP or after END.

    In fixed columns a plus sign may stand where a blank did, between a frequency and an MJD.
    A command is no meaning of its own: what it does shows in the values of the TOAs.
    """
    found: list[list[str]] = []
    skipped = False
    for words in filter(None, map(str.split, text.split("\n"))):
        command = words[0].upper()
        if command == "END" and not skipped:
            break
        skipped = command != "NOSKIP" if skipped else command == "SKIP"
        if not (skipped or command in ("C", "CC") or command[0] == "#" or command in TIM_COMMANDS):
            numbers = [_number(part) for word in words for part in re.split(r"(?<=\d)\+(?=\d{5}\.)", word)]
            found.append(numbers[:-1] if numbers[-1] == "0" else numbers)
    return found


def toas_written(text: str) -> int:
    """Number of MJDs with five decimals or more, outside comments and SKIP, and before END."""
    count = 0
    skipped = False
    for line in filter(str.strip, text.split("\n")):
        command = line.split()[0].upper()
        if command == "END" and not skipped:
            break
        skipped = command != "NOSKIP" if skipped else command == "SKIP"
        bare = re.split(r"(?:^|\s)(?:#|CC?\s)", line)[0]
        count += 0 if skipped else len(re.findall(r"[3-6]\d{4}\.\d{5,}", bare))
    return count


def toas_read(values: Any) -> int:
    """Number of TOAs of `toa_values`, deleted ones too, but not comments, which `toas_written` does not count."""
    return len(values[2]) + (toas_read(values[4]) if values[4] else 0) - values[5]


def command_joined(text: str, rng: Random, commands: list[str]) -> str:
    """A text with a command put in front of a line, on the same line.

    In front of a comment or of nothing it would be a whole command, as `mutated` of `test_fuzz` inserts them, and do
    what it says.
    """
    lines = text.split("\n")
    i = rng.choice([i for i, line in enumerate(lines) if line.split()[:1] not in ([], ["C"], ["CC"])])
    lines[i] = f"{rng.choice(commands)} {lines[i]}"
    return "\n".join(lines)


def _without_zeros(line: tuple[str, ...]) -> tuple[str, ...]:
    """A line without fit flags and uncertainties of zero at its end; a fit flag 2 counts as 1."""
    line = (*line[:2], *("1" if word == "2" else word for word in line[2:3]), *map(_float, line[3:]))
    return line if len(line) < 3 or line[-1] != "0" else _without_zeros(line[:-1])


def _float(word: str) -> str:
    """A word, or the text of its number with 64 bits, which an uncertainty has."""
    try:
        return repr(float(word)) if float(word) else "0"
    except ValueError:
        return word


def _number(word: str) -> str:
    """A word without its plus sign, or the shortest text of its number; of an angle, of its seconds."""
    if ":" in word:
        head, _, seconds = word.rpartition(":")
        head = re.sub(r"(?<!\d)0+(?=\d)", "", head.lstrip("+"))
        return f"{head}:{_number(seconds)}"
    try:
        number = Decimal(re.sub("[dD]", "e", word))
        return str(number.normalize()) if number else "0"
    except ArithmeticError:
        return word.lstrip("+")
