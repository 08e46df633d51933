"""A table of columns as a file: text, CSV, FITS, parquet, feather."""

import csv
import io
import os
from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any

from jug.analysis.toa_columns import TABLE_FORMATS
from jug.analysis.toa_columns.quantities import Values1D
from jug.core.execution.memory import require_space_for_arrow
from jug.errors import InputError, JugError


def format_of(path: str | PathLike[str], format: str | None = None) -> str:
    """Choose the format of a file by its ending, unless the format is given.

    Parameters
    ----------
    path : path-like
    format : str or None

    Returns
    -------
    str
        One of `TABLE_FORMATS`.

    Raises
    ------
    InputError
        The format is not one of these.
    """
    ending = os.path.splitext(os.fspath(path))[1].lower().removeprefix(".")
    chosen = format or (ending if ending in TABLE_FORMATS else "text")
    if chosen not in TABLE_FORMATS:
        raise InputError(f"no format {chosen!r} of a table", hint=f"it may be {', '.join(TABLE_FORMATS)}")
    return chosen


def file_bytes(
    values: Mapping[str, Values1D],
    units: Mapping[str, str],
    texts: Mapping[str, list[str]],
    format: str,
    text: Callable[[], str],
) -> bytes:
    """Make the content of a file in a format.

    Parameters
    ----------
    values, units, texts : mapping
        As in `jug.analysis.toa_columns.table.ColumnTable`.
    format : str
        One of `TABLE_FORMATS`.
    text : callable
        Returns the table as text.

    Returns
    -------
    bytes
    """
    if format == "text":
        return (text() + "\n").encode()
    if format == "csv":
        return csv_text(texts).encode()
    return _fits(values, units) if format == "fits" else _arrow(values, units, format)


def csv_text(texts: Mapping[str, list[str]]) -> str:
    """Format columns as CSV, with the names in the first line.

    Parameters
    ----------
    texts : mapping of str to (n,) list of str

    Returns
    -------
    str
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(texts)
    writer.writerows(zip(*texts.values(), strict=True))
    return out.getvalue()


def _fits(values: Mapping[str, Values1D], units: Mapping[str, str]) -> bytes:
    """Make a FITS table; characters that FITS does not have are written as escape sequences."""
    import numpy as np
    from astropy.table import Table

    plain = {_ascii(name): column for name, column in values.items()}
    for name, column in plain.items():
        if np.asarray(column).dtype.kind == "U":
            plain[name] = np.array([_ascii(str(text)) for text in column.tolist()])
    made = Table(plain, units={_ascii(name): unit for name, unit in units.items() if unit})
    out = io.BytesIO()
    made.write(out, format="fits")
    return out.getvalue()


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("ascii")


def _arrow(values: Mapping[str, Values1D], units: Mapping[str, str], format: str) -> bytes:
    """Make a parquet or feather file, in which a column's unit is in the metadata of its field."""
    require_space_for_arrow()
    try:
        import pyarrow
        from pyarrow import feather, parquet
    except ImportError as reason:
        raise JugError(f"{format} needs pyarrow ({reason}); pip install 'jug-timing[arrow]'") from reason
    arrays = [pyarrow.array(column.tolist()) for column in values.values()]
    fields = [
        pyarrow.field(name, array.type, metadata={"unit": units[name]})
        for name, array in zip(values, arrays, strict=True)
    ]
    made: Any = pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields))
    out = io.BytesIO()
    if format == "parquet":
        parquet.write_table(made, out)
    else:
        feather.write_feather(made, out)
    return out.getvalue()
