"""The noise dictionaries of ``jug noise``, in JSON files."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jug.cli.common.streams import print_to_stderr
from jug.errors import InputError, Where
from jug.text.strict_json import json_text, line_and_reason, read_json_text

if TYPE_CHECKING:
    from jug.model.timing_model import TimingModel


def read_dictionary(model: "TimingModel", path: str, estimated: Iterable[str] = ()) -> "TimingModel":
    """Set the noise lines of a model to the values of a dictionary, with a warning of lines that have no key.

    Parameters
    ----------
    model : TimingModel
    path : str
        A JSON file with an object of numbers.
    estimated : iterable of str
        Parameters that are estimated afterwards. They need no key.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        Not such a file, or keys that belong to no line of the model.
    """
    from jug.conversion.noise_dictionary import values_without_key, with_dictionary
    from jug.io.files import read_text

    text = read_text(path, "noise dictionary", InputError)

    def where(key: str) -> Where:
        before, found, _ = text.partition(json_text(key))
        return Where(path, before.count("\n") + 1 if found else 1)

    try:
        content = read_json_text(text)
    except ValueError as reason:
        line, why = line_and_reason(text.encode(), reason)
        raise InputError(f"this is not a noise dictionary ({why})", Where(path, line), "give a JSON object") from None
    numbers = {k: v for k, v in content.items() if type(v) in (int, float)} if isinstance(content, dict) else {}
    if numbers != content:
        place = next(map(where, content.keys() - numbers.keys())) if isinstance(content, dict) else Where(path, 1)
        raise InputError("this is not a noise dictionary: not an object of numbers", place, "as PSR_BACKEND_efac: 1.1")
    found = with_dictionary(model, numbers, where)
    kept = {
        name: value for name, value in values_without_key(model, numbers).items() if name not in frozenset(estimated)
    }
    if kept:
        kept_lines = ", ".join(f"{model.entries[name].label} {value}" for name, value in kept.items())
        print_to_stderr(f"warning: {path} has no key for these noise lines, which keep their values: {kept_lines}")
    return found


def write_dictionary(model: "TimingModel", path: str) -> None:
    """Write the noise of a model as a dictionary, with a warning of lines that it cannot have.

    Parameters
    ----------
    model : TimingModel
    path : str
    """
    from jug.conversion.noise_dictionary import dictionary_of, left_out_text
    from jug.io.files import write_text

    content, left_out = dictionary_of(model)
    write_text(path, json_text(content) + "\n")
    if note := left_out_text(left_out, path):
        print_to_stderr(f"warning: {note}")
