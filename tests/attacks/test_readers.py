"""Every reader with damaged and made-up files: read, or an error of jug; no traceback, no hang, no file changed.

The study has a seed that moves with the date and is printed. The same inputs again, and more of them, from where the
last run with this seed and folder ended (`studies`):

    JUG_SEED=739577 JUG_INPUTS=50000 JUG_STUDY=/data/study python -m pytest -m study tests/attacks/test_readers.py
"""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import READERS, attempt, wounded
from studies import SEED, carry_out

pytestmark = pytest.mark.usefixtures("embedded_only")

INPUTS = int(os.environ.get("JUG_INPUTS", "3000"))
LARGE = 1_000_000
"""Bytes from which a file is damaged less often."""


@pytest.mark.parametrize("name", READERS)
def test_a_good_file_is_read(tmp_path: Path, name: str) -> None:
    reader = READERS[name]
    assert attempt(reader, reader.content(), tmp_path) == (True, [])


@pytest.mark.parametrize("name", [name for name in READERS if len(READERS[name].content()) < LARGE])
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 1 << 32))
def test_a_damaged_file(tmp_path: Path, name: str, number: int) -> None:
    reader = READERS[name]
    assert attempt(reader, wounded(reader.content(), random.Random(number)), tmp_path)[1] == []


@pytest.mark.parametrize("name", [name for name in READERS if len(READERS[name].content()) >= LARGE])
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 1 << 32))
def test_a_damaged_large_file(tmp_path: Path, name: str, number: int) -> None:
    reader = READERS[name]
    assert attempt(reader, wounded(reader.content(), random.Random(number)), tmp_path)[1] == []


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, name: str, content: bytes) -> None:
    assert attempt(READERS[name], content, tmp_path)[1] == []


@pytest.mark.study
@pytest.mark.parametrize("name", READERS)
def test_many_damaged_files(
    tmp_path: Path, name: str, request: pytest.FixtureRequest, trials: Callable[[int], None]
) -> None:
    reader = READERS[name]
    content = reader.content()

    def one(number: int) -> str:
        read, faults = attempt(reader, wounded(content, random.Random(f"{SEED} {name} {number}")), tmp_path)
        return "; ".join(faults) or ("read" if read else "refused")

    count = max(10, INPUTS // len(READERS) // (8 if len(content) > LARGE else 1))
    trials(count)
    study = carry_out(name, count, tmp_path / "notes", one)
    request.config.get_terminal_writer().line(f"\n{study.told}")
    assert study.faults("read", "refused") == [], study.told
