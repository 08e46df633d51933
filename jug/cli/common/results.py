"""Output of results, for several commands: the summary on standard output, JSON or text in a file."""

from typing import TYPE_CHECKING, Protocol

from jug.cli.common.outputs import LateFailure
from jug.cli.common.reading import json_with_reading, text_with_reading
from jug.cli.common.streams import print_text
from jug.text.json_types import JsonObject
from jug.text.strict_json import json_text

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


class Result(Protocol):
    """A result with a summary and a JSON form."""

    def summary(self) -> str:
        """The report, lines of text."""

    def to_json(self) -> JsonObject:
        """The content of the report, for programs."""


def print_result(found: Result, model: "TimingModel", json_path: str | None) -> None:
    """Print the summary of a result, and write its JSON if a file is named; both name the dialect of the files.

    Parameters
    ----------
    found : Result
    model : TimingModel
    json_path : str or None
        The file; None for no JSON.
    """
    with LateFailure() as output:
        if json_path:
            from jug.io.files import write_text

            write_text(json_path, json_text(json_with_reading(found.to_json(), model)) + "\n")
    print_text(text_with_reading(found.summary(), model))
    output.raise_first()


def write_or_print(text: str, path: str | None) -> None:
    """Write a text to a file, or to standard output if no file is named, even with ``--quiet``.

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
        print_text(text, even_if_quiet=True)
