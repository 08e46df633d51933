"""Errors that go to another process say there what they said here."""

import pickle

import pytest

from jug.errors import BackendError, Problem, Where, problem_lines, shortened
from jug.text.control_characters import escape_controls


def test_a_backend_error_comes_out_of_a_pickle_as_it_was() -> None:
    reason = "JAX finds no device", "use NumPy"
    error = BackendError(*reason)
    copy = pickle.loads(pickle.dumps(error))
    assert error.args == copy.args == (copy.why, copy.hint) == reason
    assert str(copy) == "JAX finds no device; use NumPy"


ESCAPED = {
    "\x00": "\\x00", "\x1b[2J": "\\x1b[2J", "\x1f": "\\x1f", "\x7f": "\\x7f", "\x80": "\\x80", "\x9f": "\\x9f",
    "\u00ad": "\\xad", "\u061c": "\\u061c", "\u180e": "\\u180e", "\ufeff": "\\ufeff",
    "\U000e0000": "\\U000e0000", "\U000e007f": "\\U000e007f",
} | {chr(code): f"\\u{code:04x}" for first, last in (
    (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x2064), (0x2066, 0x2069), (0xFFF9, 0xFFFB)
) for code in range(first, last + 1)}  # fmt: skip
"""C0, DEL, C1; marks, embeddings and isolates of bidirectional text; separators; what has no width; tags."""


@pytest.mark.parametrize("text", ESCAPED)
def test_what_controls_a_terminal_or_hides_is_escaped(text: str) -> None:
    assert escape_controls(f"PSR µ{text}é") == f"PSR µ{ESCAPED[text]}é"
    assert escape_controls(f"PSR {text}") == f"PSR {ESCAPED[text]}"


@pytest.mark.parametrize(
    "text", ["plain\ttext\n", " ~", "\u00a0", "\u00ac\u00ae", "\u0100", "\u061b\u061d", "\u200a", "\u200c\u200d",
             "\u2010", "\u2027", "\u202f", "\u205f", "\u2065", "\u206a", "\ufefe\uff00", "\ufff8\ufffc", "\uffff",
             "\U00010000", "\U000dffff", "\U000e0080", "αβγ 漢字"]
)  # fmt: skip
def test_all_other_text_stays(text: str) -> None:
    """Letters of any script, the neighbours of each range, the joiners U+200C and U+200D of Indian scripts."""
    assert escape_controls(text) == text


@pytest.mark.parametrize(("length", "kept"), [(99, 99), (100, 100), (101, 100), (500, 100)])
def test_a_long_line_is_quoted_without_its_middle(length: int, kept: int) -> None:
    text = "a" * (length - 1) + "z"
    assert len(shortened(f"  {text}  ")) == kept
    assert (shortened(text) == text) == (length <= 100)
    assert (shortened(text)[0], shortened(text)[-1]) == ("a", "z")


def several(count: int, why: str = "{} is not a number") -> list[Problem]:
    return [Problem(why.format(f"'x{k}'"), Where("a.tim", k + 1), "correct it") for k in range(count)]


@pytest.mark.parametrize(
    ("count", "more"),
    [
        (20, ""),
        (21, "and one more of this kind: "),
        (22, "and 2 more of this kind: "),
        (60, "and 40 more of this kind: "),
    ],
)
def test_twenty_problems_of_a_kind_are_listed(count: int, more: str) -> None:
    """Each kind on its own: another one is named with its own line."""
    other = Problem("no such site", Where("a.tim", 1000), "")
    lines = problem_lines([*several(count), other])
    assert lines[:20] == tuple(str(one) for one in several(20))
    assert lines[-1] == "a.tim:1000: no such site"
    assert len(lines) == 21 + bool(more)
    if more:
        assert lines[20].startswith(f"a.tim:21: {more}'x20' is not a number")
