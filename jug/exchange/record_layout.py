"""The columns and the metadata of a record in the layout ``pulsardata-feather-v1``, and a record from them."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

import numpy as np

from jug.core.array import Array, Float, Toa
from jug.errors import InputError, Where
from jug.exchange.centering import residual_centering
from jug.exchange.parameter_facts import ParameterFact
from jug.exchange.record import PROGRAM, PulsarRecord
from jug.text.json_types import JsonObject

SCHEMA = "pulsardata-feather-v1"
DATA_SET = "single"
"""The name of the only data set of a record."""

PLAIN_COLUMNS = ("toas", "stoas", "toaerrs", "residuals", "freqs", "backend_flags", "telescope")
ENTERPRISE_KEYS = ("name", "dm", "dmx", "pdist", "_pdist", "pos", "phi", "theta", "fitpars", "setpars")
OTHER_KEYS = ("parameters", "partim_compatibility", "residual_centering", "extra")


def columns_of(record: PulsarRecord) -> dict[str, Array]:
    """List the columns of a record; readers read those of a block in this order.

    Parameters
    ----------
    record : PulsarRecord

    Returns
    -------
    dict of str to (n,) array
        In the units of `PulsarRecord`.
    """
    columns = {name: getattr(record, name) for name in PLAIN_COLUMNS}
    for name, block in (("Mmat", record.mmat), ("sunssb", record.sunssb), ("pos_t", record.pos_t)):
        columns |= {f"{name}_{i}": block[:, i] for i in range(block.shape[1])}
    bodies, six = record.planetssb.shape[1:]
    columns |= {f"planetssb_{i}_{j}": record.planetssb[:, i, j] for i in range(bodies) for j in range(six)}
    return columns | {f"flags_{key}": words for key, words in record.flags.items()}


def metadata_of(record: PulsarRecord) -> JsonObject:
    """Return the metadata of a record as values for JSON.

    Parameters
    ----------
    record : PulsarRecord

    Returns
    -------
    dict
    """
    return {
        "name": record.name,
        "dm": record.dm,
        "dmx": record.dmx,
        "pdist": list(record.pdist),
        "_pdist": list(record.pdist),
        "pos": record.pos.tolist(),
        "phi": record.phi,
        "theta": record.theta,
        "fitpars": list(record.fitpars),
        "setpars": list(record.setpars),
        **({"noisedict": dict(record.noisedict)} if record.noisedict else {}),
        "schema": SCHEMA,
        "parameters": {name: fact._asdict() for name, fact in record.parameters.items()},
        "timing_package": {DATA_SET: PROGRAM},
        "partim_compatibility": {DATA_SET: record.partim_compatibility},
        "residual_centering": {DATA_SET: asdict(residual_centering(record.centered))},
        "producer": PROGRAM,
        "extra": record.extra,
    }


def record_of(columns: Mapping[str, Array], meta: JsonObject, where: Where) -> PulsarRecord:
    """Make a record from its columns and metadata.

    Parameters
    ----------
    columns : dict of str to (n,) array
        In the units of `PulsarRecord`.
    meta : dict
    where : Where
        The file.

    Returns
    -------
    PulsarRecord

    Raises
    ------
    InputError
        The schema is another one, or a column or a key is missing.
    """
    if meta.get("schema") != SCHEMA:
        raise InputError(f"the schema {meta.get('schema')!r} is not {SCHEMA}", where, "jug export writes such files")
    needed = [*PLAIN_COLUMNS, *_block("Mmat", len(cast(list[str], meta.get("fitpars", ())))), *_block("sunssb", 6)]
    needed += [*_block("pos_t", 3), *(name for i in range(9) for name in _block(f"planetssb_{i}", 6))]
    missing = [name for name in needed if name not in columns]
    missing += [key for key in (*ENTERPRISE_KEYS, *OTHER_KEYS) if key not in meta]
    if missing:
        raise InputError(f"the record lacks {', '.join(missing[:5])}", where, "it is cut off, or another kind of file")
    return _make_record(columns, meta)


def _make_record(columns: Mapping[str, Array], meta: JsonObject) -> PulsarRecord:
    facts = cast(dict[str, dict[str, str | None]], meta["parameters"])
    centering = cast(dict[str, JsonObject], meta["residual_centering"])
    compatibility = cast(dict[str, str], meta["partim_compatibility"])
    flags = {name.removeprefix("flags_"): words for name, words in columns.items() if name.startswith("flags_")}
    planets = [_stack_columns(columns, f"planetssb_{i}", 6) for i in range(9)]
    return PulsarRecord(
        **{name: columns[name] for name in PLAIN_COLUMNS},  # type: ignore[arg-type]
        name=cast(str, meta["name"]),
        fitpars=tuple(cast(list[str], meta["fitpars"])),
        setpars=tuple(cast(list[str], meta["setpars"])),
        parameters={name: ParameterFact(**fact) for name, fact in facts.items()},  # type: ignore[arg-type]
        mmat=_stack_columns(columns, "Mmat", len(cast(list[str], meta["fitpars"]))),
        flags=cast(dict[str, "np.ndarray[tuple[int], np.dtype[np.str_]]"], flags),
        pos=np.asarray(meta["pos"], dtype=np.float64),
        pos_t=_stack_columns(columns, "pos_t", 3),
        sunssb=_stack_columns(columns, "sunssb", 6),
        planetssb=np.stack(planets, axis=1),
        theta=cast(float, meta["theta"]),
        phi=cast(float, meta["phi"]),
        pdist=cast(tuple[float, float], tuple(cast(list[float], meta["pdist"]))),
        dm=cast(float, meta["dm"]),
        dmx=cast(JsonObject | None, meta["dmx"]),
        noisedict=cast(dict[str, float], meta.get("noisedict", {})),
        partim_compatibility=compatibility[DATA_SET],
        centered=centering[DATA_SET]["stored_residuals"] == "mean_removed",
        extra=cast(JsonObject, meta["extra"]),
    )


def _block(name: str, width: int) -> list[str]:
    return [f"{name}_{i}" for i in range(width)]


def _stack_columns(columns: Mapping[str, Array], name: str, width: int) -> Float[Toa, int]:
    return np.stack([columns[one] for one in _block(name, width)], axis=1)
