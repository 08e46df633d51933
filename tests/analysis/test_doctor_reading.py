"""How `jug doctor` reads a par file of which some lines cannot be used."""

import pytest

from jug.analysis.diagnosis import reading
from jug.data.data_files import DataFiles
from jug.io.par import parse_lines

LINES = ("PSR X", "RAJ 17:48:52.75", "DECJ -20:21:29.0", "PEPOCH 55000", "DM 20", "UNITS TDB")


@pytest.mark.parametrize(
    ("lines", "loads", "problems"),
    [
        (("F0 61.5",), 1, []),
        (("F0 61.5", "PX fast"), 2, ["PX: not a number"]),  # and once more without that line
        ((), 1, ["F0 is missing"]),  # on no line: a second reading would say the same
    ],
)
def test_a_file_is_read_again_where_a_line_was_left_out(
    lines: tuple[str, ...], loads: int, problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    models = []
    load = reading.load_model

    def counted(*args: object, **options: object) -> object:
        models.append(args)
        return load(*args, **options)

    monkeypatch.setattr(reading, "load_model", counted)
    read = reading.read_files(parse_lines([*LINES, *lines]), None, DataFiles(()), {})
    assert len(models) == loads
    assert [problem.why[: len(text)] for problem, text in zip(read.problems, problems, strict=True)] == problems
