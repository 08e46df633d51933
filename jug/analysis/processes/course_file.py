"""The values of noise processes at the TOAs as a table in a file."""

from collections.abc import Mapping
from os import PathLike

from jug.analysis.toa_columns.files import file_bytes, format_of
from jug.core.array import Float, Toa
from jug.io.files import write_bytes
from jug.text.text_table import table


def write_courses(path: str | PathLike[str], columns: Mapping[str, Float[Toa]]) -> None:
    """Write columns as feather, parquet, CSV, FITS or text, depending on the ending of the file's name.

    Parameters
    ----------
    path : path-like
    columns : mapping of str to (n_toa,) array
        ``mjd`` in d; the others in s.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    units = {name: "d" if name == "mjd" else "s" for name in columns}
    texts = {name: [_text_of(name, value) for value in column.tolist()] for name, column in columns.items()}

    def plain() -> str:
        rows = zip(*texts.values(), strict=True)
        return table([f"{name} [{unit}]" for name, unit in units.items()], rows, ">" * len(columns))

    write_bytes(path, file_bytes(columns, units, texts, format_of(path), plain))


def _text_of(name: str, value: float) -> str:
    return f"{value:.10f}" if name == "mjd" else f"{value:.9g}"
