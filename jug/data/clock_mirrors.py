"""The addresses that publish the clock files: where one is in trouble, the next is asked."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from jug.core.execution.given_warnings import give_warning
from jug.data.fetch import CacheError, TroubleError, UnreachableError
from jug.data.limits import BrokenOffError
from jug.errors import DataError, InputWarning

Answer = TypeVar("Answer")

IN_TROUBLE = (UnreachableError, TroubleError, BrokenOffError)


class ClockMirrors:
    """The addresses, in the order to ask; one that is in trouble is asked last from then on.

    Parameters
    ----------
    bases : mapping of str to str
        As `jug.data.catalogue.base_addresses` gives them.
    """

    def __init__(self, bases: Mapping[str, str]) -> None:
        clock = bases["clock"]
        self.addresses = list(dict.fromkeys((clock, bases.get("clock-mirror", clock))))

    def ask(self, path: str, fetched_from: Callable[[str], Answer]) -> Answer:
        """Return the first answer, and warn where it is not that of the first address.

        Parameters
        ----------
        path : str
            Below the base address.
        fetched_from : callable
            Fetches an address.

        Returns
        -------
        object
            What `fetched_from` returns.

        Raises
        ------
        DataError
            No address answers: the error of the first. Or the first that answers does not have the file.
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
