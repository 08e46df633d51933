"""A small TOML file of priors: the name of a set, and the priors of single parameters or keywords.

set = "enterprise"

[priors]
EFAC = "uniform(0.5, 2)"
EQUAD2 = "log_uniform(0.01, 10)"
"""

import re
import tomllib
from os import PathLike, fspath
from typing import NamedTuple

from jug.errors import InputError, Where
from jug.io.files import read_text
from jug.sampling.prior_sets import PRIOR_SETS
from jug.sampling.prior_text import prior_of_text
from jug.sampling.priors import ParameterPrior


class PriorFile(NamedTuple):
    """The content of a file of priors.

    Parameters
    ----------
    prior_set : str or None
    priors : dict of str to ParameterPrior
    """

    prior_set: str | None
    priors: dict[str, ParameterPrior]


def read_priors(path: str | PathLike[str]) -> PriorFile:
    """Read a file of priors.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    PriorFile

    Raises
    ------
    InputError
        No such file, not TOML, an unknown key, or a text that is not a prior; with the line.
    """
    text = read_text(path, "file of priors", InputError)
    name, hint = fspath(path), 'write set = "enterprise" and [priors] with EFAC = "uniform(0.5, 2)"'
    try:
        content = tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        found_line = re.search(r"at line (\d+)", str(error))
        line = int(found_line[1]) if found_line else len(text.splitlines())
        raise InputError(f"this is not TOML ({error})", Where(name, line), hint) from None

    def where(key: str) -> Where:
        lines = [i for i, line in enumerate(text.splitlines(), 1) if key and key in line.split("=")[0]]
        return Where(name, lines[0] if lines else 1)

    for key in content:
        if key not in ("set", "priors"):
            raise InputError(f"a file of priors has no key {key!r}", where(key), hint)
    chosen, given = content.get("set"), content.get("priors", {})
    if chosen is not None and chosen not in PRIOR_SETS:
        raise InputError(f"{chosen!r} is not a set of priors", where("set"), f"there are {', '.join(PRIOR_SETS)}")
    if not isinstance(given, dict):
        raise InputError("priors is a table", where("priors"), hint)
    found = {}
    for key, value in given.items():
        if not isinstance(value, str):
            raise InputError(f"the prior of {key} is a text", where(key), hint)
        try:
            found[key] = prior_of_text(value)
        except InputError as reason:
            raise InputError(f"{key}: {reason.why}", where(key), hint) from None
    return PriorFile(chosen, found)
