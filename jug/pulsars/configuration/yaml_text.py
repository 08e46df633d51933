"""YAML with the line of each key, read by PyYAML, an optional package that only this module imports."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from jug.errors import InputError, JugError, Where
from jug.io.files import read_text
from jug.text.json_types import JsonObject

KeyPath = tuple[str, ...]
"""The keys that lead to a value, the outermost first."""


class YamlContent(NamedTuple):
    """The content of a YAML file.

    Attributes
    ----------
    path : Path
    content : dict
    lines : dict of tuple of str to int
        The number of the line of each key, from 1.
    text : tuple of str
        The lines of the file.
    """

    path: Path
    content: JsonObject
    lines: dict[KeyPath, int]
    text: tuple[str, ...]

    def where(self, *keys: str) -> Where:
        """Return the place of a key, or of the nearest key above it that has a line."""
        for length in range(len(keys), 0, -1):
            if number := self.lines.get(keys[:length]):
                return Where(str(self.path), number, self.text[number - 1])
        return Where(str(self.path), 1)


def read_yaml(path: Path) -> YamlContent:
    """Read a YAML file whose content is a table.

    Parameters
    ----------
    path : Path

    Returns
    -------
    YamlContent

    Raises
    ------
    InputError
        The file cannot be read, or is not YAML with a table.
    JugError
        PyYAML is missing.
    """
    try:
        yaml: Any = import_module("yaml")
    except ImportError:
        raise JugError("PyYAML is not installed, which reads YAML: pip install 'jug-timing[yaml]'") from None
    text = read_text(path, "configuration", InputError)
    lines = tuple(text.splitlines())
    try:
        node, content = yaml.compose(text, yaml.SafeLoader), yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        number = min(mark.line + 1, len(lines)) if mark else 1
        why = " ".join(str(getattr(error, "problem", None) or error).split())
        shown = lines[number - 1] if lines else ""
        raise InputError(f"this is not YAML ({why})", Where(str(path), number, shown), "correct this line") from None
    except (RecursionError, ValueError):  # an invalid date is a ValueError
        raise InputError("this YAML cannot be read", Where(str(path), 1), "correct its values") from None
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError("this YAML has no keys", Where(str(path), 1), "write source: NAME, timing-model: FILE, ...")
    return YamlContent(path, content, dict(_key_lines(node, ())), lines)


def _key_lines(node: Any, above: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    for key, value in node.value if node.id == "mapping" else ():
        keys = (*above, str(key.value))
        yield keys, key.start_mark.line + 1
        yield from _key_lines(value, keys)
