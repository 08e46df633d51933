"""A connection to a dask cluster whose workers have the same versions of packages as this machine."""

import logging
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from jug.errors import InputError, JugError
from jug.pulsars.workers.cluster_worker import version_differences

if TYPE_CHECKING:
    from distributed import Client

CONNECT_S, CLOSE_S = 10.0, 2.0
"""Longest time to reach the scheduler, and to close the connection, s."""

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
        The text is not such an address.
    """
    place = executor.removeprefix(SCHEME)
    if not executor.startswith(SCHEME) or not _ADDRESS.fullmatch(place) or int(place.rpartition(":")[2]) > 65535:
        raise InputError(
            f"the executor {executor!r} is not an address", hint="write dask://HOST:PORT, as dask://node7:8786"
        )
    return f"tcp://{place}"


@contextmanager
def cluster_client(executor: str, packages: Mapping[str, str]) -> "Iterator[Client]":
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
    with _without_dask_log():
        why = f"no scheduler of dask answers at {executor.removeprefix(SCHEME)}"
        hint = "start `dask scheduler`, or correct the address (--executor, in Python executor=)"
        try:
            client = Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ImportError, ValueError) as reason:
            raise InputError(why, hint=hint) from reason
        try:
            try:
                _check_versions(client, packages)
            except OSError as reason:  # the connection was lost
                raise InputError(why, hint=hint) from reason
            yield client
        finally:
            with suppress(OSError):  # a scheduler that has ended does not answer
                client.close(timeout=CLOSE_S)


@contextmanager
def _without_dask_log() -> Iterator[None]:
    """Silence dask's log of its connections. jug has its own message for a lost connection."""
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


def _check_versions(client: "Client", packages: Mapping[str, str]) -> None:
    """Refuse a scheduler or workers with versions that differ from those of this machine."""
    found = client.get_versions()
    for kind, members in (("scheduler", {"": found["scheduler"]}), ("worker", found["workers"])):
        for address, member in members.items():
            here, there = (_comparable_versions(one["packages"]) for one in (found["client"], member))
            _refuse_differing(f"the {kind}{f' {address}' if address else ''}", version_differences(here, there))
    if found["workers"]:
        for address, there in client.run(_function_for_versions()).items():
            if not there:
                why = f"jug cannot be imported on the worker {address} of the cluster"
                raise InputError(why, hint="install jug-timing there, of the same version")
            _refuse_differing(f"the worker {address}", version_differences(packages, there))


def _comparable_versions(versions: Mapping[str, object]) -> dict[str, str]:
    """The versions of Python (its first two numbers) and dask."""
    python = ".".join(str(versions["python"]).split(".")[:2])
    return {"python": python, **{name: str(versions.get(name)) for name in ("dask", "distributed")}}


def _function_for_versions() -> Callable[[], dict[str, str]]:
    """Make a function that returns the versions of a worker. Dask sends its code, so it also runs without jug there."""

    def versions() -> dict[str, str]:
        try:
            from jug.pulsars.jobs.state import package_versions
        except ImportError:
            return {}
        return package_versions()

    return versions


def _refuse_differing(who: str, differing: str) -> None:
    if differing:
        hint = "install the same versions, so that the results are the same to the last bit"
        raise InputError(f"{who} of the cluster has other versions: {differing}", hint=hint)
