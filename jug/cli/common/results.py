"""Output of a result, for several commands: print its summary, write it as JSON, or write a text to a file."""

from typing import TYPE_CHECKING, Protocol

from jug.cli.common.outputs import LateFailure
from jug.cli.common.reading import headed, with_reading
from jug.cli.common.streams import say
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


class Result(Protocol):
    """A result with a summary and a JSON form."""

    def summary(self) -> str:
        """The report, lines of text."""

    def to_json(self) -> JsonObject:
        """The same for programs."""


def tell_result(found: Result, model: "TimingModel", json_path: str | None) -> None:
    """Print the summary of a result, and write it as JSON where asked for; both say as which program files were read.

    Parameters
    ----------
    found : Result
    model : TimingModel
    json_path : str or None
        The file; None where no JSON is asked for.
    """
    with LateFailure() as output:
        if json_path:
            from jug.io.files import write_text

            write_text(json_path, json_text(with_reading(found.to_json(), model)) + "\n")
    say(headed(found.summary(), model))
    output.tell()


def write_or_say(text: str, path: str | None) -> None:
    """Write a text to a file, or to standard output where no file is named; there with ``--quiet`` too.

    Parameters
    ----------
    text : str
        Without the last newline.
    path : str or None
    """
    if path:
        from jug.io.files import write_text

        write_text(path, text + "\n")
    else:
        say(text, asked=True)
