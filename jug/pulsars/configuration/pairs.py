"""Which tim file belongs to which par file: by name, in one folder."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from jug.errors import Problem, Where

LONGEST_NAME = 255 - len(".feather")
"""Longest name of a folder, bytes. A file in it has the same name with an ending."""

_ENDING = re.compile(r"(?i)([._-](gls|wb|nb|basic|ml|pint|tempo2|par|dmx[\d.]*))+$")


class ParAndTim(NamedTuple):
    """A par file, and the tim file that belongs to it.

    Attributes
    ----------
    par, tim : Path
    """

    par: Path
    tim: Path


def par_files(folder: Path) -> list[Path]:
    """List the par files of a folder, or of its subfolders if it has none itself, sorted by name.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of Path
    """
    own = [path for path in folder.glob("*.par") if _is_par_file(path)]
    return sorted(own or (path for path in folder.glob("*/*.par") if _is_par_file(path)))


def _is_par_file(path: Path) -> bool:
    """Whether a path is a file or a broken link. With a broken link the pulsar fails, and the table shows it."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def with_tim_files(pars: Iterable[Path]) -> Iterator[ParAndTim | Problem]:
    """Find the tim file of each par file, in the folder of the par file.

    The rules are tried in this order. The tim file has the name of the par file; the names are equal without endings
    such as ``.gls`` and ``_wb``; one name begins with the other; the name begins with that of the pulsar (PSR) in the
    par file; it is the only tim file in a folder with this par file alone.

    Parameters
    ----------
    pars : iterable of Path

    Yields
    ------
    ParAndTim or Problem
        A problem for each par file with no tim file, or with more than one.
    """
    listed: dict[Path, list[Path]] = {}
    several = list(pars)
    for par in several:
        tims = listed.setdefault(par.parent, sorted(path for path in par.parent.glob("*.tim") if path.is_file()))
        found = _tims_of(par, tims, alone=sum(other.parent == par.parent for other in several) == 1)
        where = Where(str(par))
        if len(found) == 1:
            yield ParAndTim(par, found[0])
        elif found:
            names = ", ".join(tim.name for tim in found[:5])
            yield Problem(f"{len(found)} tim files suit this par file ({names})", where, _TIM_BY_NAME)
        else:
            yield Problem("no tim file belongs to this par file", where, _TIM_BY_NAME)


_TIM_BY_NAME = "give it the par file's name, or list the pair in a configuration ([pulsar.NAME] par = ..., tim = ...)"


def _tims_of(par: Path, tims: list[Path], *, alone: bool) -> list[Path]:
    """The tim files that suit a par file by the first rule that finds one."""
    if same := [tim for tim in tims if tim.stem == par.stem]:
        return same
    stem = _ENDING.sub("", par.stem)
    if shorter := [tim for tim in tims if _ENDING.sub("", tim.stem) == stem]:
        return shorter
    if begun := [tim for tim in tims if par.stem.startswith(tim.stem) or tim.stem.startswith(stem)]:
        return begun
    name = pulsar_name(par)
    if name and (named := [tim for tim in tims if tim.stem.lstrip("BJ").startswith(name.lstrip("BJ"))]):
        return named
    return tims if alone else []


def pulsar_name(par: Path) -> str:
    """Return the name of the pulsar in a par file; empty if it has none or cannot be read.

    Parameters
    ----------
    par : Path

    Returns
    -------
    str
    """
    try:
        text = par.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"(?mi)^\s*PSR[JB]?\s+(\S+)", text)
    return found[1] if found else ""


def folder_names(pairs: Iterable[ParAndTim]) -> dict[ParAndTim, str]:
    """Choose the name of the folder of each pulsar: that of the pulsar, or of the par file if two pulsars share it.

    Parameters
    ----------
    pairs : iterable of ParAndTim

    Returns
    -------
    dict of ParAndTim to str
    """
    several = list(pairs)
    names = {pair: pulsar_name(pair.par) for pair in several}
    counted = [name.lower() for name in names.values()]
    return {
        pair: safe_name(name if name and counted.count(name.lower()) == 1 else pair.par.stem)
        for pair, name in names.items()
    }


def safe_name(name: str) -> str:
    """Return a name for a folder, in which ``_`` replaces all but letters, digits, ``+``, ``-``, ``_`` and ``.``.

    Parameters
    ----------
    name : str

    Returns
    -------
    str
    """
    safe = re.sub(r"[^\w+.-]", "_", name).strip(".") or "pulsar"
    return safe.encode()[:LONGEST_NAME].decode(errors="ignore")
