"""A connection to a dask cluster whose workers have what this machine has."""

import logging
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from jug.errors import InputError, JugError
from jug.pulsars.processes.cluster_worker import version_differences

if TYPE_CHECKING:
    from distributed import Client

CONNECT_S, CLOSE_S = 10.0, 2.0
"""Longest time to reach the scheduler, and to tell it that the work has ended, s."""

SCHEME = "dask://"
_ADDRESS = re.compile(r"(\[[0-9a-fA-F:]+\]|[^/:\s\[\]]+):\d{1,5}")


def cluster_address(executor: str) -> str:
    """Return the address of the scheduler: ``tcp://HOST:PORT`` for ``dask://HOST:PORT``.

    Parameters
    ----------
    executor : str

    Returns
    -------
    str

    Raises
    ------
    InputError
        The text is no such address.
    """
    place = executor.removeprefix(SCHEME)
    if not executor.startswith(SCHEME) or not _ADDRESS.fullmatch(place) or int(place.rpartition(":")[2]) > 65535:
        raise InputError(
            f"the executor {executor!r} is no address", hint="write dask://HOST:PORT, as dask://node7:8786"
        )
    return f"tcp://{place}"


@contextmanager
def connected(executor: str, packages: Mapping[str, str]) -> "Iterator[Client]":
    """Connect to a cluster inside a with block.

    Parameters
    ----------
    executor : str
        ``dask://HOST:PORT``.
    packages : mapping of str to str
        The versions that each worker must have.

    Yields
    ------
    distributed.Client

    Raises
    ------
    JugError
        dask is not installed, the scheduler cannot be reached, or versions differ.
    """
    address = cluster_address(executor)
    try:
        from distributed import Client
    except ImportError as reason:
        raise JugError(f"the executor {executor} needs dask ({reason}); pip install 'jug-timing[dask]'") from reason
    with _silent():
        why = f"no scheduler of dask answers at {executor.removeprefix(SCHEME)}"
        hint = "start `dask scheduler`, or correct the address (--executor, in Python executor=)"
        try:
            client = Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ImportError, ValueError) as reason:
            raise InputError(why, hint=hint) from reason
        try:
            try:
                _check(client, packages)
            except OSError as reason:  # it has gone since
                raise InputError(why, hint=hint) from reason
            yield client
        finally:
            with suppress(OSError):  # that of a scheduler that has gone is not answered in time
                client.close(timeout=CLOSE_S)


@contextmanager
def _silent() -> Iterator[None]:
    """Silence the log of dask about its connections; jug reports a lost one in a sentence of its own."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="(?s)Mismatched versions", append=False)
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _check(client: "Client", packages: Mapping[str, str]) -> None:
    """Compare the versions of scheduler and workers with those here."""
    found = client.get_versions()
    for kind, members in (("scheduler", {"": found["scheduler"]}), ("worker", found["workers"])):
        for address, member in members.items():
            here, there = (_of_dask(one["packages"]) for one in (found["client"], member))
            _told(f"the {kind}{f' {address}' if address else ''}", version_differences(here, there))
    if found["workers"]:
        for address, there in client.run(_asked()).items():
            if not there:
                why = f"jug cannot be imported on the worker {address} of the cluster"
                raise InputError(why, hint="install jug-timing there, of the same version")
            _told(f"the worker {address}", version_differences(packages, there))


def _of_dask(versions: Mapping[str, object]) -> dict[str, str]:
    """The versions that a scheduler can be compared by; of Python the first two numbers."""
    python = ".".join(str(versions["python"]).split(".")[:2])
    return {"python": python, **{name: str(versions.get(name)) for name in ("dask", "distributed")}}


def _asked() -> Callable[[], dict[str, str]]:
    """Make a function that returns the versions of a worker. It is sent as code and runs where jug is not installed."""

    def versions() -> dict[str, str]:
        try:
            from jug.pulsars.jobs.state import package_versions
        except ImportError:
            return {}
        return package_versions()

    return versions


def _told(who: str, differing: str) -> None:
    if differing:
        hint = "install the same versions, so that the results are the same to the last bit"
        raise InputError(f"{who} of the cluster has other versions: {differing}", hint=hint)
