"""Changes since an earlier release: the difference of each parameter in units of its uncertainty."""

from os.path import isdir, isfile
from pathlib import Path

from jug.analysis.comparison.comparison import compare
from jug.analysis.comparison.comparison_result import Comparison
from jug.errors import InputError, Where
from jug.fitting.result.fit_result import FitResult
from jug.loading import load_model
from jug.obs.toas import TOAs


def earlier_par(folder: str, name: str) -> Path | None:
    """Find the par file of a pulsar in an earlier release: ``NAME/post.par``, ``NAME.par``, or ``NAME*.par``.

    Parameters
    ----------
    folder : str
        The folder of an earlier run or of par files, or the path of the par file itself.
    name : str
        Name of the pulsar's folder.

    Returns
    -------
    Path or None
        None if the earlier release does not have the pulsar.

    Raises
    ------
    InputError
        There is no such folder, or several par files begin with the name.
    """
    place = Path(folder)
    if isfile(place):
        return place
    if not isdir(place):
        raise InputError("there is no such folder", Where(folder), "correct compare.with")
    for path in (place / name / "post.par", place / f"{name}.par"):
        if isfile(path):
            return path
    found = sorted(path for path in place.glob("*.par") if path.name.startswith(name))
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise InputError(f"several par files begin with {name} ({names})", Where(folder), f"call one {name}.par")
    return found[0] if found else None


def changes_since(path: Path, result: FitResult, toas: TOAs, dialect: str) -> Comparison:
    """Compare a fit with the par file of an earlier release.

    Parameters
    ----------
    path : Path
    result : FitResult
    toas : TOAs
        The TOAs at which the residuals are compared.
    dialect : str
        The program as which the par file is read.

    Returns
    -------
    Comparison
        The first model is the earlier one.

    Raises
    ------
    JugError
        The par file cannot be read.
    """
    return compare(load_model(path, dialect=dialect), result.model, toas=toas)


def worst_change(changes: Comparison | None) -> float | None:
    """Return the largest difference in units of its uncertainty; None without an earlier release."""
    return None if changes is None else max((one.sigma for one in changes.values), default=0.0)
