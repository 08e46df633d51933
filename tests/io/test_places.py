"""Every refusal of a text file of data names the line: the one at fault, or the last one for what the file lacks."""

from pathlib import Path

import pytest

from jug.connection.state import SearchState
from jug.data.hashes import read_json
from jug.data.index import parse_index
from jug.errors import JugError
from jug.io.clockfile import read_clock

NUL, NO_UTF8 = b"{\n\0}", b'{\n"a": "\xff"}'


def refusal(path: Path, content: bytes) -> str:
    """The message for a file, by the reader for its name."""
    path.write_bytes(content)
    readers = {".dat": lambda: read_clock(path, "tempo"), ".state": lambda: SearchState(str(path))}
    with pytest.raises(JugError) as caught:
        readers.get(path.suffix, lambda: read_json(path, "list of frozen data"))()
    return str(caught.value).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("a.dat", b" 50000.00    0.0 1.0 1\n \0", "2: not a clock file: it is binary"),
        ("a.dat", b"hello\nyou\n", "2: no clock corrections in this file"),
        ("a.json", b'{"format": 1,\n"a" 2}', "2: the list of frozen data cannot be read (Expecting ':' delimiter)"),
        ("a.json", NO_UTF8, "2: the list of frozen data cannot be read (it is not UTF-8)"),
        ("a.json", b'{"a":\nNaN\n}', "2: the list of frozen data cannot be read (NaN is not a number of JSON)"),
        (
            "a.json",
            b'{"\\\\": "NaN \\\\\\" NaN",\n"b": -Infinity\n}',
            "2: the list of frozen data cannot be read (-Infinity is not a number",
        ),
        (
            "a.json",
            b'["a",\n' + b"9" * 5000 + b"\n]",
            "2: the list of frozen data cannot be read (a number of more than 4300 digits)",
        ),
        ("a.json", b"[]", "1: this version of jug cannot read this list of frozen data"),
        ("a.state", b'{\n"jug_connect_state" 1}', "2: not the state of a search by jug connect"),
        ("a.state", b'{\n"other": 1}', "1: not the state of a search by jug connect"),
    ],
)
def test_place(tmp_path: Path, name: str, content: bytes, place: str) -> None:
    assert refusal(tmp_path / name, content).startswith(place)


def test_an_empty_list_of_clock_files() -> None:
    with pytest.raises(JugError, match=r"index\.txt:2: the list of clock files is empty"):
        parse_index("# nothing\n", "https://example.org/index.txt")
