"""Writing and reading chains as files of feather or parquet, with pyarrow.

A row is a draw. The columns are ``chain``, ``draw``, the coordinates by name, ``log_likelihood``, ``log_posterior``,
``acceptance``, ``leapfrog_steps``, ``divergent``, ``at_limit``. The metadata ``json`` describe the columns, and have
the priors, the settings, the state from which the chains can be continued, and a checksum.
"""

import io
import os
from os import PathLike, fspath
from typing import Any, cast

import numpy as np

from jug.chains.enterprise_folder import read_folder
from jug.chains.result import Chains
from jug.chains.run_json import run_from_json, run_to_json
from jug.conversion.enterprise_keys import EnterpriseKey
from jug.core.arguments.kinds import path_text
from jug.core.array import Array
from jug.errors import InputError, JugError, Where
from jug.exchange.checksum import is_damaged, with_checksum
from jug.io.files import read_bytes, write_bytes
from jug.text.json_types import Json, JsonObject
from jug.text.strict_json import json_text, read_json_text
from jug.version import __version__

CHAIN_SCHEMA = "jug-chains-1"
"""Name of the layout of the file."""

_META = b"json"

OTHER_COLUMNS = (
    "chain",
    "draw",
    "log_likelihood",
    "log_posterior",
    "acceptance",
    "leapfrog_steps",
    "divergent",
    "at_limit",
)
"""Columns besides the coordinates."""

_CHAIN_HINT = "jug sample writes such files"


def write_chain(chains: Chains, path: str | PathLike[str]) -> None:
    """Write chains.

    Parameters
    ----------
    chains : Chains
    path : path-like
        The file: parquet if it ends in ``.parquet``, else feather.

    Raises
    ------
    InputError
        The file cannot be written.
    JugError
        pyarrow is missing.
    """
    pyarrow, feather, parquet = _arrow_modules()
    columns = _columns(chains)
    meta = {_META: json_text(with_checksum(columns, _metadata(chains))).encode()}
    table = pyarrow.Table.from_pydict(columns, metadata=meta)
    out = io.BytesIO()
    if fspath(path).lower().endswith(".parquet"):
        parquet.write_table(table, out)
    else:
        feather.write_feather(table, out)
    write_bytes(path, out.getvalue())


def read_chain(path: str | PathLike[str]) -> Chains:
    """Read chains that `jug.sample` or enterprise has written.

    Parameters
    ----------
    path : path-like
        Feather or parquet, or a folder with ``chain_1.txt`` and ``pars.txt`` of a run of enterprise. The result then
        has enterprise's names and units.

    Returns
    -------
    Chains

    Raises
    ------
    InputError
        The file is missing, has another layout, is incomplete or damaged.
    JugError
        pyarrow is missing.

    Examples
    --------
    >>> import jug, tempfile
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/chain.feather"
    ...     found = jug.sample(model.add("EFAC TEL gbt 1"), toas, draws=50, warmup=50, path=path)
    ...     jug.read_chain(path).values.shape
    (4, 50, 1)
    """
    if os.path.isdir(path_text(path)):
        return _chains_of_folder(path)
    pyarrow, feather, parquet = _arrow_modules()
    where, content = Where(path_text(path)), read_bytes(path, "file of chains", InputError)
    try:
        read = parquet.read_table if content[:4] == b"PAR1" else feather.read_table
        found = read(io.BytesIO(content))
        columns = {name: cast(Array, found[name].to_numpy()) for name in found.column_names}
        meta = cast(JsonObject, read_json_text((found.schema.metadata or {})[_META].decode()))
        damaged = is_damaged(columns, meta)
        if meta.get("schema") != CHAIN_SCHEMA:
            raise ValueError(f"its layout is {meta.get('schema')!r}, not {CHAIN_SCHEMA}")
        made = None if damaged else _chains_of(columns, meta)
    except (pyarrow.ArrowException, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as reason:
        why = str(reason).splitlines()[0] if str(reason) else type(reason).__name__
        raise InputError(f"this is not a file of chains ({why})", where, _CHAIN_HINT) from None
    if made is None:
        raise InputError("the file is damaged: its checksum differs", where, "sample again")
    return made


def _columns(chains: Chains) -> dict[str, Array]:
    m, n, _ = chains.values.shape
    grid = np.indices((m, n)).astype(np.float64)
    parts = {
        "chain": grid[0],
        "draw": grid[1],
        **{name: chains.values[:, :, i] for i, name in enumerate(chains.names)},
        "log_likelihood": chains.log_likelihood,
        "log_posterior": chains.log_posterior,
        "acceptance": chains.acceptance,
        "leapfrog_steps": chains.steps.astype(np.float64),
        "divergent": chains.divergent.astype(np.float64),
        "at_limit": chains.at_limit.astype(np.float64),
    }
    return {name: np.ascontiguousarray(part.reshape(-1)) for name, part in parts.items()}


def _metadata(chains: Chains) -> JsonObject:
    return {
        "schema": CHAIN_SCHEMA,
        "program": f"jug {__version__}",
        **chains.to_json(),
        "names": list(chains.names),
        "units": list(chains.units),
        "labels": list(chains.labels),
        "state": None if chains.run is None else run_to_json(chains.run),
        "enterprise": {name: list(key) for name, key in chains.enterprise.items()},
        "extra": {},
    }


def _chains_of(columns: dict[str, Array], meta: JsonObject) -> Chains:
    m, n = (int(size) for size in meta["shape"])
    names = tuple(str(name) for name in meta["names"])

    def grid(name: str) -> Array:
        return columns[name].reshape(m, n)

    evidence = meta["evidence"]
    return Chains(
        psr=str(meta["psr"]),
        names=names,
        units=tuple(map(str, meta["units"])),
        labels=tuple(map(str, meta["labels"])),
        values=np.stack([grid(name) for name in names], axis=-1),
        log_likelihood=grid("log_likelihood"),
        log_posterior=grid("log_posterior"),
        acceptance=grid("acceptance"),
        steps=grid("leapfrog_steps").astype(np.int64),
        divergent=grid("divergent") > 0.0,
        at_limit=grid("at_limit") > 0.0,
        priors={str(key): str(text) for key, text in meta["priors"].items()},
        settings=dict(meta["settings"]),
        evidence=None if evidence is None else (float(evidence[0]), float(evidence[1])),
        seconds=float(meta["seconds"]),
        run=None if meta["state"] is None else run_from_json(meta["state"]),
        enterprise={str(name): _key(parts) for name, parts in meta.get("enterprise", {}).items()},
    )


def _key(parts: Json) -> EnterpriseKey:
    name, log10, factor, shift = parts
    return EnterpriseKey(str(name), bool(log10), float(factor), float(shift))


def _chains_of_folder(folder: str | PathLike[str]) -> Chains:
    """The chain of a folder of enterprise, in enterprise's names."""
    found = read_folder(folder)
    n, k = found.values.shape
    beginnings = {name.partition("_")[0] for name in found.names if "_" in name}
    nothing = np.zeros((1, n), dtype=bool)
    return Chains(
        psr=beginnings.pop() if len(beginnings) == 1 else "",
        names=found.names,
        units=("",) * k,
        labels=("",) * k,
        values=found.values[None],
        log_likelihood=found.log_likelihood[None],
        log_posterior=found.log_posterior[None],
        acceptance=found.acceptance[None],
        steps=np.ones((1, n), dtype=np.int64),
        divergent=nothing,
        at_limit=nothing,
        priors=found.priors,
        settings={"sampler": "enterprise's chain_1.txt"},
    )


def _arrow_modules() -> tuple[Any, Any, Any]:
    try:
        import pyarrow
        from pyarrow import feather, parquet
    except ImportError as reason:
        raise JugError(f"a file of chains needs pyarrow ({reason}); pip install 'jug-timing[sample]'") from reason
    return pyarrow, feather, parquet
