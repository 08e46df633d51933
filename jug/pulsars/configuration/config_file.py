"""The configuration of a run, a file of TOML: which pulsars, and which steps with which options."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from jug.errors import InputError, Problem, Where
from jug.io.files import read_text
from jug.pulsars.configuration.pairs import ParAndTim, with_tim_files
from jug.pulsars.configuration.settings import STEP_OPTIONS, WrongOption, nearest_names_hint, wrong_options
from jug.pulsars.one_pulsar.excision import words_of
from jug.text.json_types import JsonObject
from jug.text.name_lists import comma_list

PLACES = {"pulsars": "par files", "pulsar": "a table for each pulsar"}
"""Keys at the top of a configuration, besides the steps."""

NO_PAR_FILES = (".toml", ".yaml", ".yml", ".tim", ".md", ".json")
"""Endings of files beside par files that are not par files."""

_FORMAT = "see docs/many_pulsars.md"
_LINE_NUMBER = re.compile(r"\(at line (\d+), column \d+\)")


class RunConfiguration(NamedTuple):
    """The content of a configuration.

    Attributes
    ----------
    pairs : tuple of ParAndTim
    names : dict of ParAndTim to str
        The name of the table of each pulsar whose table lists its files.
    settings : dict
        The options of each step, for all pulsars.
    own : dict of str to dict
        The options of single pulsars, by the name of their table.
    problems : tuple of Problem
        Everything that is wrong.
    lines : dict of str to Where
        Place of the table of each pulsar, by the name of the table.
    """

    pairs: tuple[ParAndTim, ...]
    names: dict[ParAndTim, str]
    settings: JsonObject
    own: dict[str, JsonObject]
    problems: tuple[Problem, ...]
    lines: dict[str, Where]


def read_config(path: Path) -> RunConfiguration:
    """Read a configuration.

    Parameters
    ----------
    path : Path
        Names of files in it are relative to its folder.

    Returns
    -------
    Configured

    Raises
    ------
    InputError
        The file cannot be read, or is not TOML.
    """
    text = read_text(path, "configuration", InputError)
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise InputError(f"this is not TOML ({error})", _place_of_error(path, text, str(error)), _FORMAT) from None
    except RecursionError:
        raise InputError("this TOML is nested too deeply", Where(str(path), 1), _FORMAT) from None
    problems: list[Problem] = []
    settings = {key: value for key, value in content.items() if key not in PLACES}
    tables = content.get("pulsar", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        problems.append(
            Problem("pulsar is a table of tables", _place_of_option(path, text, "pulsar"), "write [pulsar.NAME]")
        )
        tables = {}
    problems += (
        Problem(one.why, _place_of_option(path, text, one.name), one.hint) for one in _wrong_in_tables(settings, tables)
    )
    patterns = content.get("pulsars", [] if _pairs_are_listed(tables) else "*.par")
    found, wrong = _pairs_of_patterns(patterns, path.parent, _place_of_option(path, text, "pulsars"))
    names = dict(_own_pairs(tables, path.parent))
    problems += (*wrong, *_missing_files(names, lambda name: _place_of_option(path, text, f"pulsar.{name}")))
    others = [pair for pair in found if pair not in names]
    whole = {name: table for name, table in tables.items() if ("par" in table) == ("tim" in table)}
    own = {name: _without_files(table) for name, table in whole.items()}
    for options in (settings, *own.values()):
        _resolve_paths(options, path.parent)
    lines = {name: _place_of_option(path, text, f"pulsar.{name}") for name in own}
    return RunConfiguration((*names, *others), names, settings, own, tuple(problems), lines)


def _resolve_paths(settings: JsonObject, folder: Path) -> None:
    """Make the paths of an earlier release and of further tim files relative to the folder of the configuration."""
    step, load = settings.get("compare"), settings.get("load")
    if isinstance(step, dict) and isinstance(step.get("with"), str):
        step["with"] = str(folder / step["with"])
    if isinstance(load, dict) and "more_tims" in load:
        load["more_tims"] = [os.path.abspath(folder / word) for word in words_of(load["more_tims"])]


def _wrong_in_tables(settings: JsonObject, tables: Mapping[str, JsonObject]) -> Iterator[WrongOption]:
    for one in wrong_options(settings):
        near = nearest_names_hint(one.name, {**STEP_OPTIONS, **PLACES}) if one.is_unknown_step else one.hint
        yield one._replace(hint=near)
    for name, table in tables.items():
        yield from wrong_options(_without_files(table), f"pulsar.{name}.")
        for key in ("par", "tim"):
            if not isinstance(table.get(key, ""), str):
                whole = f"pulsar.{name}.{key}"
                yield WrongOption(whole, f"{whole} is {table[key]!r}", "it is the name of a file")
        if ("par" in table) != ("tim" in table):
            there, absent = ("par", "tim") if "par" in table else ("tim", "par")
            why = f"pulsar.{name} has {there} without {absent}"
            yield WrongOption(f"pulsar.{name}", why, "name both files, or neither")


def _without_files(table: Mapping[str, object]) -> JsonObject:
    return {key: value for key, value in table.items() if key not in ("par", "tim")}


def _pairs_are_listed(tables: Mapping[str, JsonObject]) -> bool:
    return any("par" in table for table in tables.values())


def _own_pairs(tables: Mapping[str, JsonObject], folder: Path) -> Iterator[tuple[ParAndTim, str]]:
    for name, table in tables.items():
        par, tim = table.get("par"), table.get("tim")
        if isinstance(par, str) and isinstance(tim, str):
            yield ParAndTim(folder / par, folder / tim), name


def _missing_files(names: Mapping[ParAndTim, str], table: Callable[[str], Where]) -> Iterator[Problem]:
    for pair, name in names.items():
        for path in pair:
            if not os.path.isfile(path):
                yield Problem(f"pulsar.{name}: there is no file {path}", table(name), "correct its name")


def _pairs_of_patterns(patterns: object, folder: Path, where: Where) -> tuple[list[ParAndTim], list[Problem]]:
    """The pairs of the par files that match patterns, and the problems with them."""
    words = [patterns] if isinstance(patterns, str) else patterns
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        return [], [Problem(f"pulsars is {patterns!r}", where, 'list par files: pulsars = ["*.par"]')]
    pars: dict[Path, None] = {}
    problems = []
    for word in words:
        found = _files_of(word, folder)
        if not found:
            problems.append(Problem(f"pulsars: no file is called {word!r}", where, "correct the pattern"))
        others = [path.name for path in found if path.suffix.lower() in NO_PAR_FILES]
        if others:
            why = f"pulsars: {word!r} names {comma_list(others, 3)} too, which {'is' if len(others) == 1 else 'are'} no"
            problems.append(Problem(f"{why} par file{'s' * (len(others) > 1)}", where, 'write "*.par"'))
        pars |= dict.fromkeys(path for path in found if path.suffix.lower() not in NO_PAR_FILES)
    every = list(with_tim_files(pars))
    pairs = [one for one in every if isinstance(one, ParAndTim)]
    return pairs, [*problems, *(one for one in every if isinstance(one, Problem))]


def _files_of(pattern: str, folder: Path) -> list[Path]:
    """The files that match a pattern, sorted; empty for an invalid pattern."""
    absolute = Path(pattern).is_absolute()
    root = Path(Path(pattern).anchor) if absolute else folder
    try:
        found = root.glob(str(Path(pattern).relative_to(root)) if absolute else pattern)
        return sorted(path for path in found if not path.is_dir())
    except (ValueError, IndexError, OSError):
        return []


def _place_of_error(path: Path, text: str, message: str) -> Where:
    """The line that the TOML reader names in its error; the last line if the text ends too early."""
    lines = text.splitlines()
    named = _LINE_NUMBER.search(message)
    number = int(named[1]) if named else len(lines)
    return Where(str(path), number, lines[number - 1] if 0 < number <= len(lines) else "")


def _place_of_option(path: Path, text: str, name: str) -> Where:
    """The line of an option or table, else that of the table around it, else the first line."""
    table, best, length = "", Where(str(path), 1), 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TOML_HEADER.match(line):
            table = here = _plain_key(header[1])
        else:
            key = _plain_key(line.partition("=")[0])
            here = f"{table}.{key}" if table and key else key
        if f"{here}.".startswith(f"{name}."):
            return Where(str(path), number, line)
        if len(here) > length and f"{name}.".startswith(f"{here}."):
            best, length = Where(str(path), number, line), len(here)
    return best


_TOML_HEADER = re.compile(r"\s*\[+(.*?)\]+\s*(?:#.*)?$")
_TOML_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_+-]+))\s*(?:\.|$)""")


def _plain_key(key: str) -> str:
    """A key of TOML without quotation marks and blanks; empty if it is not a key."""
    found, at = [], 0
    while at < len(key.rstrip()):
        match = _TOML_KEY.match(key, at)
        if match is None:
            return ""
        found.append(match[match.lastindex or 3])
        at = match.end()
    return ".".join(found)
