"""Resources for computing: cores, BLAS threads, JAX and its devices, compiled code, the table of costs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jug.compute.compile_cache import compiled_folder
from jug.compute.cost_tables import cost_file, costs
from jug.compute.jax_import import import_jax
from jug.core.display.fields_shown import FieldsShown
from jug.core.execution.threads import cores
from jug.errors import BackendError


@dataclass(frozen=True, repr=False)
class Backends(FieldsShown):
    """The cores, libraries and devices of this machine; what `jug.backends` returns.

    Parameters
    ----------
    cores : int
        Cores that this process may use.
    blas : tuple of str
        Loaded BLAS libraries, with their number of threads.
    numpy : str
        Its version.
    jax : str
        Its version; "" where it cannot be used.
    why_not : str
        Why JAX cannot be used.
    devices : tuple of str
        JAX's devices, ``cpu: cpu``, ``gpu: NVIDIA H100``; the first one is used.
    gpu : bool
        Whether one of them is not a CPU.
    float64 : bool
        Whether the device that is used computes in double precision.
    compiled : int
        Number of compiled iterations on the disk.
    folder : Path
        The folder of compiled code.
    table : str
        The source of the cost model by which a backend is chosen.

    Examples
    --------
    >>> import jug, numpy
    >>> found = jug.backends()
    >>> found.numpy == numpy.__version__, len(str(found).splitlines())
    (True, 8)
    """

    cores: int
    blas: tuple[str, ...]
    numpy: str
    jax: str
    why_not: str
    devices: tuple[str, ...]
    gpu: bool
    float64: bool
    compiled: int
    folder: Path
    table: str

    def __str__(self) -> str:
        precision = "float64" if self.float64 else "no float64"
        lines = [
            f"cores      {self.cores}",
            f"BLAS       {'; '.join(self.blas) or 'not known'}",
            f"NumPy      {self.numpy}",
            f"JAX        {f'{self.jax}, {precision}' if self.jax else self.why_not}",
            f"devices    {'; '.join(self.devices) or 'none'}",
            f"GPU        {'yes' if self.gpu else 'no'}",
            f"compiled   {self.compiled} cached in {self.folder}",
            f"costs      {self.table}",
        ]
        return "\n".join(lines)


def backends() -> Backends:
    """Report what this machine can compute with; imports JAX.

    Returns
    -------
    Backends
        Without JAX its fields for JAX are empty, and ``why_not`` says why; no error is raised.

    Examples
    --------
    >>> import jug
    >>> jug.backends().cores >= 1
    True
    """
    version, why_not, devices, double = "", "", [], False
    try:
        jax = import_jax()
        found = jax.devices()
        with jax.enable_x64(True):
            double = str(jax.numpy.ones(1).dtype) == "float64"
        version, devices = jax.__version__, [(d.platform, d.device_kind) for d in found]
    except (BackendError, RuntimeError) as reason:
        why_not = str(reason).splitlines()[0]
    folder = compiled_folder()
    table = costs()
    return Backends(
        cores=cores(),
        blas=_blas(),
        numpy=np.__version__,
        jax=version,
        why_not=why_not,
        devices=tuple(f"{platform}: {kind}" for platform, kind in devices),
        gpu=any(platform != "cpu" for platform, _ in devices),
        float64=double,
        compiled=sum(1 for _ in folder.glob("known-*")) if folder.is_dir() else 0,
        folder=folder,
        table=f"{table.source}{f', {cost_file()}' if cost_file().exists() else ''}",
    )


def _blas() -> tuple[str, ...]:
    from threadpoolctl import threadpool_info

    found: list[dict[str, object]] = [lib for lib in threadpool_info() if lib["user_api"] == "blas"]
    return tuple(f"{lib['internal_api']} {lib['version']}, {lib['num_threads']} threads" for lib in found)
