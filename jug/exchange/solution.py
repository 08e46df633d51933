"""`jug.export_solution`: the values and uncertainties of a solution, for the pulsar catalogue or as JSON."""

from os import PathLike

from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import path_text
from jug.errors import InputError
from jug.exchange.catalogue import catalogue_record
from jug.exchange.solution_json import meaningful_errors, solution_json
from jug.fitting.result.fit_result import FitResult
from jug.io.files import write_text
from jug.model.timing_model import TimingModel
from jug.text.strict_json import json_text

SOLUTION_FORMATS = {"psrcat": (".psrcat", ".db"), "json": (".json",)}
"""Formats, and the endings of files from which they are recognised."""


def export_solution(
    source: TimingModel | FitResult, path: str | PathLike[str], format: str | None = None
) -> tuple[str, ...]:
    """Write the values and uncertainties of a solution, for the pulsar catalogue or as JSON.

    Parameters
    ----------
    source : TimingModel or FitResult
        The uncertainties are those of the fit, or those of the par file.
    path : path-like
        As ``J1713+0747.psrcat`` or ``J1713+0747.json``.
    format : {"psrcat", "json"}, optional
        By default it follows from the ending of ``path``.

    Returns
    -------
    tuple of str
        Measured parameters for which the catalogue has no keyword; empty for JSON.

    Raises
    ------
    InputError
        The format is unknown; the model has no name or position, for the catalogue; the file cannot be written.

    Examples
    --------
    >>> import jug, pathlib, tempfile
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "J1748-2021E.psrcat")
    ...     left_out = jug.export_solution(model, path)
    ...     print(path.read_text().splitlines()[5])
    F0       61.4854765540            5
    """
    form = solution_format(path_text(path)) if format is None else format
    if form not in SOLUTION_FORMATS:
        known = ", ".join(SOLUTION_FORMATS)
        raise InputError(f"no format {form!r} of a solution", hint=f"it may be {known}; or name the file so: X.json")
    if form == "json":
        write_text(path, json_text(solution_json(source)) + "\n")
        return ()
    record = catalogue_record(model_of(source), meaningful_errors(source))
    write_text(path, record.text + "\n")
    return record.left_out


def solution_format(path: str) -> str:
    """Recognise the format of a solution by the ending of its file.

    Parameters
    ----------
    path : str

    Returns
    -------
    str
        A key of `SOLUTION_FORMATS`; the ending itself if it is unknown.
    """
    ending = "." + path.rpartition(".")[2].lower()
    return next((name for name, endings in SOLUTION_FORMATS.items() if ending in endings), ending)
