"""What makes a file a tim file, and which of its lines an error shows."""

import pytest

from jug.errors import Problem, TimError, Where
from jug.io.tim.raw_toas import SourceLines
from jug.io.tim.recognise import (
    COMMENT_OUT,
    EXAMINED_LINES,
    NOT_SHOWN,
    _is_foreign,
    is_tim_file,
    quotable_place,
    without_foreign_text,
)
from jug.io.tim.trailing_words import end_note

TIM, OTHER = SourceLines(b"FORMAT 1\nx\n"), SourceLines(b"root:x:0:0\nfrequency 1400\n")


@pytest.mark.parametrize(
    ("line", "tim"),
    [
        ("FORMAT 1", True), ("MODE 1", True), ("JUMP", True), ("MODE 2", False), ("INCLUDE a.tim", True),
        ("INCLUDE", False),
        ("obs.ff 1400 55000.5 1.0 gbt", True), ("C obs.ff 1400 55000.5 1.0 gbt", True),
        ("# obs.ff 1400 55000.5 1.0 gbt", True),
        ("C a comment", False), ("EFAC 1.2", True), ("efac 1.2", True), ("EFAC big", False), ("EFAC", False),
        ("on 55000.123", True), ("on 25000.123", False), ("on 70000.123", False), ("on 155000.123", False), ("", False),
    ],
)  # fmt: skip
def test_lines_of_tim_files(line: str, tim: bool) -> None:
    """Any of the first lines may be one."""
    assert is_tim_file(SourceLines(f"a word\n{line}\n".encode())) == tim


def test_a_thousand_lines_are_examined() -> None:
    for before, tim in ((EXAMINED_LINES - 1, True), (EXAMINED_LINES, False)):
        assert is_tim_file(SourceLines(b"word\n" * before + b"FORMAT 1\n")) == tim


def test_lines_of_other_files_are_not_shown() -> None:
    """A file that was not read is not examined."""
    sources = {"a.tim": TIM, "passwd": OTHER}
    assert [_is_foreign(path, sources) for path in ("a.tim", "passwd", "b.tim")] == [False, True, False]
    for path, text in (("a.tim", "secret"), ("passwd", ""), ("b.tim", "secret")):
        assert quotable_place(Where(path, 3, "secret"), sources) == Where(path, 3, text)


def test_an_error_of_another_file_quotes_nothing() -> None:
    """A reason with a word of the line is replaced; lines of tim files get advice where they have none."""
    sources = {"a.tim": TIM, "passwd": OTHER}
    place = Where("passwd", 2, "frequency 1400")
    for why, said in (("the frequency is bad", "neither a command nor a TOA"), ("not understood", "not understood")):
        told = without_foreign_text(TimError.of([Problem(why, place)]), sources)
        ((reason, where, hint),) = told.problems
        assert (reason, where, hint) == (said, place._replace(text=""), NOT_SHOWN)
    own = [
        Problem("bad", Where("a.tim", 1, "x")),
        Problem("worse", Where("a.tim", 1, "x"), "do this"),
        Problem("no file"),
    ]
    told = without_foreign_text(TimError.of(own), sources)
    assert [one.hint for one in told.problems] == [COMMENT_OUT, "do this", ""]


def test_lines_after_an_end() -> None:
    assert end_note("END", 0) == end_note("INCLUDE", 0) == ""
    assert end_note("END", 1) == "1 line after END is not read, as in tempo and PINT"
    assert end_note("end", 2) == "2 lines after END are not read, as in tempo and PINT"
    assert end_note("include", 1).startswith("END in the included file ends all, as in tempo and PINT")
