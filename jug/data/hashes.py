"""sha256 of files, and JSON files that list them."""

from pathlib import Path

from jug.errors import DataError, Where
from jug.text import strict_json
from jug.text.json_types import JsonObject


def sha256(path: Path) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def entry(path: Path) -> JsonObject:
    """Return sha256 and size (bytes) of a file, as an entry of a list."""
    return {"sha256": sha256(path), "size": path.stat().st_size}


def read_json(path: Path, what: str) -> JsonObject:
    """Read a JSON file that holds an object with ``"format": 1``.

    Parameters
    ----------
    path : Path
    what : str
        Its intended kind, for the message.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        The file is missing, or is not such a JSON file.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError("a pipe or a device")
        text = path.read_bytes()
    except OSError as error:
        raise DataError(f"the {what} cannot be read ({error})", Where(str(path))) from None
    try:
        content = strict_json.read_json_text(text)
    except ValueError as error:
        line, why = strict_json.line_and_reason(text, error)
        raise DataError(f"the {what} cannot be read ({why})", Where(str(path), line)) from None
    if not isinstance(content, dict) or content.get("format") != 1:
        raise DataError(f"this version of jug cannot read this {what}", Where(str(path), 1))
    return content


def hashed_text(content: JsonObject) -> str:
    """Return the text of a file that `read_json` reads."""
    return strict_json.json_text({"format": 1, **content}, sort_keys=True) + "\n"
