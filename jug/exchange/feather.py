"""Writing and reading a record of a pulsar as a feather file; pyarrow is imported only here."""

import io
from os import PathLike, fspath
from typing import Any, cast

import numpy as np

from jug.core.arguments.kinds import path_text
from jug.core.array import Array
from jug.core.execution.memory import require_space_for_arrow
from jug.errors import InputError, JugError, Where
from jug.exchange.checksum import is_damaged, with_checksum, without_checksum
from jug.exchange.record import PulsarRecord, pulsar_record
from jug.exchange.record_layout import columns_of, metadata_of, record_of
from jug.fitting.result.fit_result import FitResult
from jug.io.files import read_bytes, write_bytes
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text, read_json_text

METADATA_KEY = b"json"


def export(source: TimingModel | FitResult, toas: TOAs, path: str | PathLike[str]) -> PulsarRecord:
    """Write a pulsar as the feather file that enterprise, discovery and psrdata read.

    Parameters
    ----------
    source : TimingModel or FitResult
        Residuals and design matrix are evaluated at its values.
    toas : TOAs
    path : path-like
        As ``J1713+0747.feather``.

    Returns
    -------
    PulsarRecord
        The record that was written.

    Raises
    ------
    InputError
        The model has no record (`jug.pulsar_record`), or the file cannot be written.
    JugError
        pyarrow is missing.

    Examples
    --------
    >>> import jug, tempfile
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = jug.export(model, toas, f"{folder}/J1748-2021E.feather")
    >>> len(record)
    62
    """
    name = path_text(path)
    record = pulsar_record(source, toas)
    write_bytes(name, feather_bytes(record))
    return record


def feather_bytes(record: PulsarRecord) -> bytes:
    """Return the content of the feather file of a record.

    Parameters
    ----------
    record : PulsarRecord

    Returns
    -------
    bytes

    Raises
    ------
    JugError
        pyarrow is missing.
    """
    pyarrow, feather = _arrow()
    columns = {name: np.ascontiguousarray(column) for name, column in columns_of(record).items()}
    meta = {METADATA_KEY: json_text(with_checksum(columns, metadata_of(record))).encode()}
    out = io.BytesIO()
    feather.write_feather(pyarrow.Table.from_pydict(columns, metadata=meta), out)
    return out.getvalue()


def read_record(path: str | PathLike[str]) -> PulsarRecord:
    """Read a record from a feather file.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    PulsarRecord

    Raises
    ------
    InputError
        The file is missing, is not a feather file, has another schema, is cut off, or is damaged.
    JugError
        pyarrow is missing.
    """
    pyarrow, feather = _arrow()
    where = Where(fspath(path))
    content = read_bytes(path, "feather file", InputError)
    try:
        found = feather.read_table(io.BytesIO(content))
        columns = {name: _column(found[name]) for name in found.column_names}
    except (pyarrow.ArrowException, OSError, ValueError) as reason:
        why = str(reason).splitlines()[0] if str(reason) else type(reason).__name__
        raise InputError(f"this is not a feather file ({why})", where, "jug export writes such files") from None
    try:
        meta = read_json_text((found.schema.metadata or {})[METADATA_KEY].decode())
        meta = cast(JsonObject, meta)
        record = record_of(columns, without_checksum(meta), where)
        damaged = is_damaged(columns, meta)
    except (KeyError, ValueError, TypeError, AttributeError) as reason:
        why = f"its metadata cannot be read: {reason}"
        raise InputError(f"this is not a record of a pulsar ({why})", where, "jug export writes such files") from None
    if damaged:
        raise InputError("the file is damaged: its checksum is another", where, "export the pulsar again")
    return record


def _column(column: Any) -> Array:
    """A column in NumPy; words as strings of one width."""
    values = column.to_numpy()
    return cast(Array, values.astype(np.str_) if values.dtype == object else values)


def _arrow() -> tuple[Any, Any]:
    require_space_for_arrow()
    try:
        import pyarrow
        from pyarrow import feather
    except ImportError as reason:
        raise JugError(f"a feather file needs pyarrow ({reason}); pip install 'jug-timing[arrow]'") from reason
    return pyarrow, feather
