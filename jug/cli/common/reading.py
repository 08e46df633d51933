"""The program as which the files were read, in the report and JSON of a command; `jug fit` has its own lines."""

from typing import TYPE_CHECKING

from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


def headed(text: str, model: "TimingModel", mark: str = "") -> str:
    """A report below the lines that say as which program the files were read; unchanged where that is the default.

    Parameters
    ----------
    text : str
    model : TimingModel
    mark : str
        Put before each line: ``"# "`` for a listing that other programs read.

    Returns
    -------
    str
    """
    from jug.fitting.result.report import reading_lines

    return "\n".join([*(mark + " ".join(line.split()) for line in reading_lines(model)), text])


def with_reading(content: JsonObject, model: "TimingModel") -> JsonObject:
    """JSON with the program as which the files were read (``read_as``, ``"jug"`` by default), and the conventions.

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
