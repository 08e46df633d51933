"""Executables in the user's cache folder, found by what they were made of, so that a later process need not trace.

The name of a file is the sha256 of all that the code depends on: the text of jug's own modules, the versions of JAX and
NumPy, JAX's settings and XLA's flags, the processor, the structure of the model, and the shapes of the arguments.
Another model, version or machine has another name. A file begins with the sha256 of what follows, because XLA executes
what it loads.
"""

import os
import pickle
import platform
import re
import sys
import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

import numpy as np

from jug.core.execution.threads import cores
from jug.errors import InputError
from jug.io.files import write_bytes

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax, XlaOptions

CodeInputs = ParamSpec("CodeInputs")
CodeOutputs = TypeVar("CodeOutputs")

TRACED_PACKAGES = ("compute", "core", "model", "sampling")
"""Folders of jug with the code that JAX traces in an iteration of a fit or in a likelihood
(`tests/compute/test_stored_code.py`)."""

MOST_STORED_BYTES = 2**28
"""Executables that take more together are deleted, those that were used longest ago first. One takes 0.1 to 1 MB."""

PREFIX, DIGEST_BYTES = "code-", 32

UNUSABLE = (ValueError, TypeError, LookupError, AttributeError, ImportError, RuntimeError, pickle.PickleError)
"""The errors of a JAX that cannot make bytes of an executable, or load them."""


def code_file(
    jax: "Jax", folder: Path, about: Hashable, arguments: Iterable[object], options: "XlaOptions"
) -> Path | None:
    """Return the file that has the executable of a function for some arguments, or will have it.

    Parameters
    ----------
    jax : module
    folder : Path
    about : hashable
        What the function is made of besides jug's own code; its ``repr`` tells any two apart.
    arguments : iterable
        Arrays of the shapes and types that the function will get.
    options : mapping
        Options of XLA.

    Returns
    -------
    Path or None
        None on any device but a single CPU, and where this JAX does not list its settings.
    """
    settings: Mapping[str, object] = getattr(jax.config, "values", {})
    if jax.default_backend() != "cpu" or len(jax.devices()) != 1 or not settings:
        return None
    flags = {name: value for name, value in os.environ.items() if "XLA" in name}
    leaves, tree = jax.tree.flatten(arguments)
    shapes = [(np.shape(a), str(a.dtype), getattr(a, "weak_type", False)) for a in leaves]
    parts = (about, str(tree), shapes, sorted(options.items()), sorted(settings.items()), sorted(flags.items()))
    return folder / f"{PREFIX}{sha256(repr((_surroundings(jax), parts)).encode()).hexdigest()}"


def load_or_compile(
    jax: "Jax", file: Path, make: Callable[[], Callable[CodeInputs, CodeOutputs]]
) -> Callable[CodeInputs, CodeOutputs]:
    """Load an executable; where there is none, or it cannot be run, make it and write it.

    Parameters
    ----------
    jax : module
    file : Path
    make : callable
        Compiles in this process: what XLA has loaded cannot be written again.

    Returns
    -------
    callable
        The executable.
    """

    def made() -> Callable[CodeInputs, CodeOutputs]:
        executable = make()
        _store(jax, file, executable)
        return executable

    loaded = cast("Callable[CodeInputs, CodeOutputs] | None", _load(jax, file))
    if loaded is None:
        return made()
    run: list[Callable[CodeInputs, CodeOutputs]] = []

    def checked(*args: CodeInputs.args, **named: CodeInputs.kwargs) -> CodeOutputs:
        if run:
            return run[0](*args, **named)
        try:
            found = jax.block_until_ready(loaded(*args, **named))
            run.append(loaded)
        except RuntimeError:  # a symbol is missing; the first call alone finds that out
            _delete(file)
            run.append(made())
            found = run[0](*args, **named)
        return found

    return checked


def _load(jax: "Jax", file: Path) -> Callable[..., object] | None:
    """Load an executable; None where there is none, or it is damaged and therefore deleted."""
    try:
        content = file.read_bytes()
        os.utime(file, ns=(now := time_ns(), now))  # to the ns; the time of writing has steps of some ms
    except OSError:
        return None
    digest, code = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    try:
        if sha256(code).digest() == digest:
            calls_lapack, *parts = pickle.loads(zlib.decompress(code))
            if calls_lapack:
                jax.jit(jax.lax.linalg.cholesky).lower(np.eye(1))
            return jax.experimental.serialize_executable.deserialize_and_load(*parts)
    except UNUSABLE:
        pass
    _delete(file)
    return None


def _delete(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _store(jax: "Jax", file: Path, executable: Callable[CodeInputs, CodeOutputs]) -> None:
    """Write an executable; do nothing where this JAX cannot make bytes of it, or the folder cannot be written to.

    LAPACK's functions are there only after the trace of one of them in the same process: whether it is needed is
    written too. Code that calls another library is not written.
    """
    try:
        called = re.findall(r'custom_call_target="([^"]*)"', executable.as_text())  # type: ignore[attr-defined]
        if not all(target.startswith("lapack_") for target in called):
            return
        parts = bool(called), *jax.experimental.serialize_executable.serialize(executable)
        code = zlib.compress(pickle.dumps(parts), 1)
    except UNUSABLE:
        return
    with suppress(OSError, InputError):
        write_bytes(file, sha256(code).digest() + code)
        _delete_oldest(file.parent)


def _delete_oldest(folder: Path) -> None:
    """Delete the executables that were used longest ago where all take too much."""
    states = [(path.stat(), path) for path in folder.glob(f"{PREFIX}*")]
    left = sum(state.st_size for state, _ in states) - MOST_STORED_BYTES
    for state, path in sorted(states, key=lambda one: one[0].st_mtime_ns):
        if left <= 0:
            return
        _delete(path)
        left -= state.st_size


def _surroundings(jax: "Jax") -> tuple[object, ...]:
    """What the code depends on besides the function: the program, its libraries and the machine."""
    versions = [getattr(sys.modules.get(name), "__version__", "") for name in ("jax", "jaxlib", "numpy")]
    device = jax.devices()[0]
    client = cast("object", getattr(device, "client", None))
    python = sys.version_info[:3]
    machine = platform.machine(), device.device_kind, getattr(client, "platform_version", ""), _processor(), cores()
    return _source_sum(), versions, python, machine


def _processor() -> tuple[str, ...]:
    """The name and the instructions of the processor, as far as the system tells them."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        first = file.read().partition("\n\n")[0].splitlines()
        return tuple(line for line in first if line.partition(":")[0].strip() in ("model name", "flags", "Features"))
    return (platform.processor(),)


@cache
def _source_sum() -> str:
    """sha256 of the modules of `TRACED_PACKAGES`, in hexadecimal digits."""
    found, root = sha256(), Path(__file__).parent.parent
    for package in TRACED_PACKAGES:
        for folder, below, names in os.walk(root / package):
            below.sort()
            for path in (os.path.join(folder, name) for name in sorted(names) if name.endswith(".py")):
                with open(path, "rb") as file:
                    text = file.read()
                found.update(f"{os.path.relpath(path, root)} {len(text)} ".encode())
                found.update(text)
    return found.hexdigest()
