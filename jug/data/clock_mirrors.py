"""The addresses that publish the clock files: if one fails, the next is tried."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from jug.core.execution.given_warnings import give_warning
from jug.data.fetch import CacheError, TroubleError, UnreachableError
from jug.data.limits import BrokenOffError
from jug.errors import DataError, InputWarning

Answer = TypeVar("Answer")

IN_TROUBLE = (UnreachableError, TroubleError, BrokenOffError)


class ClockMirrors:
    """The addresses, in the order in which they are tried; one that fails is tried last from then on.

    Parameters
    ----------
    bases : mapping of str to str
        As from `jug.data.catalogue.base_addresses`.
    """

    def __init__(self, bases: Mapping[str, str]) -> None:
        clock = bases["clock"]
        self.addresses = list(dict.fromkeys((clock, bases.get("clock-mirror", clock))))

    def ask(self, path: str, fetched_from: Callable[[str], Answer]) -> Answer:
        """Return the first answer; a warning is given if it is not from the first address.

        Parameters
        ----------
        path : str
            Path of the file below the base address.
        fetched_from : callable
            Fetches an address.

        Returns
        -------
        object
            The value that `fetched_from` returns.

        Raises
        ------
        DataError
            No address answers (the error is that of the first), or the first that answers does not have the file.
        """
        failed: DataError | None = None
        for address in tuple(self.addresses):
            try:
                answer = fetched_from(f"{address}{path}")
            except CacheError:
                raise
            except DataError as error:
                if failed is None and not isinstance(error, IN_TROUBLE):
                    raise
                failed = failed or error
                self.addresses = [*(one for one in self.addresses if one != address), address]
            else:
                if failed is not None:
                    text = f"{failed.where}: {failed.why}; clock files are fetched from {address}"
                    give_warning(InputWarning(text))
                return answer
        assert failed is not None
        raise failed
