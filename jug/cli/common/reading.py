"""The dialect of the files in the report and in the JSON of a command. `jug fit` has its own lines for it."""

from typing import TYPE_CHECKING

from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


def text_with_reading(text: str, model: "TimingModel", mark: str = "") -> str:
    """Put the lines with the dialect of the files above a report; none are put for the default dialect.

    Parameters
    ----------
    text : str
    model : TimingModel
    mark : str
        Begins each of these lines: ``"# "`` for a listing that other programs read.

    Returns
    -------
    str
    """
    from jug.fitting.result.report import reading_lines

    return "\n".join([*(mark + " ".join(line.split()) for line in reading_lines(model)), text])


def json_with_reading(content: JsonObject, model: "TimingModel") -> JsonObject:
    """Add the dialect of the files (``read_as``, ``"jug"`` by default) and the conventions to JSON.

    Parameters
    ----------
    content : dict
    model : TimingModel

    Returns
    -------
    dict
    """
    settings = model.settings
    return {**content, "read_as": settings.dialect, "conventions": dict(settings.conventions)}
