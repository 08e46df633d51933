"""The checksum of a record: sha256 of its columns and metadata, by which a damaged file is recognised."""

import hashlib
from collections.abc import Mapping

import numpy as np

from jug.core.array import Array
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

CHECKSUM_KEY = "sha256"
"""Its key in the part ``extra`` of the metadata, which readers of the layout ignore."""


def checksum(columns: Mapping[str, Array], meta: JsonObject) -> str:
    """Return the checksum of a record.

    It depends on the numbers and words, not on the bytes of the file: it is the same if a program writes the record
    with another order or compression.

    Parameters
    ----------
    columns : dict of str to (n,) array
        The columns of the record, in their units.
    meta : dict
        Its checksum, if it has one, is left out.

    Returns
    -------
    str
        sha256 in hexadecimal.
    """
    found = hashlib.sha256()
    for name in sorted(columns):
        found.update(name.encode() + b"\0")
        column = columns[name]
        words = column.dtype.kind in "UO"
        found.update("\0".join(map(str, column)).encode() if words else np.ascontiguousarray(column, "<f8").tobytes())
        found.update(b"\0")
    found.update(json_text(without_checksum(meta), sort_keys=True).encode())
    return found.hexdigest()


def with_checksum(columns: Mapping[str, Array], meta: JsonObject) -> JsonObject:
    """Return the metadata with the checksum in its part ``extra``.

    Parameters
    ----------
    columns : dict of str to (n,) array
        The columns of the record, in their units.
    meta : dict

    Returns
    -------
    dict
    """
    extra = meta["extra"] if isinstance(meta["extra"], dict) else {}
    return {**meta, "extra": {**extra, CHECKSUM_KEY: checksum(columns, meta)}}


def without_checksum(meta: JsonObject) -> JsonObject:
    """Return the metadata without a checksum.

    Parameters
    ----------
    meta : dict

    Returns
    -------
    dict
    """
    extra = meta.get("extra")
    if not isinstance(extra, dict):
        return meta
    return {**meta, "extra": {key: value for key, value in extra.items() if key != CHECKSUM_KEY}}


def is_damaged(columns: Mapping[str, Array], meta: JsonObject) -> bool:
    """Whether a record has a checksum that differs from that of its content.

    Parameters
    ----------
    columns : dict of str to (n,) array
        The columns of the record, in their units.
    meta : dict

    Returns
    -------
    bool
        False for a file of another program, which has no checksum.
    """
    extra = meta.get("extra")
    return isinstance(extra, dict) and CHECKSUM_KEY in extra and extra[CHECKSUM_KEY] != checksum(columns, meta)
