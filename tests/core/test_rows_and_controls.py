"""Rows by index, characters that control a terminal, threads for few parts, threads of a BLAS that comes later."""

from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

from jug.core.arguments.selected_rows import rows_of
from jug.core.execution import memory, threads
from jug.errors import JugError, JugMemoryError
from jug.text.control_characters import escape_controls


def test_one_index_beyond_the_rows_is_refused() -> None:
    """Also beside good ones; -3 is the first of three."""
    assert rows_of([0, 2, -1, -3], 3).tolist() == [0, 2, 2, 0]
    for index, named in (([0, 3], 3), ([-4, 1], -4), ([7, 5], 7)):
        with pytest.raises(JugError, match=rf"^there is no TOA {named}: there are 3, counted from 0$"):
            rows_of(index, 3)
    with pytest.raises(JugError, match=r"^a mask of 2 for 3 TOAs; as toas\.mjd > 55000, made from these TOAs$"):
        rows_of(np.array([True, False]), 3)


CONTROLS = (
    *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x200C), 0x200E, 0x200F,
    *range(0x2028, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A), 0xFEFF, *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),
)  # fmt: skip
"""C0 but tab and newline, DEL and C1, soft hyphen, marks and overrides of direction, characters without width, tags."""


def test_which_characters_are_escaped() -> None:
    """Of all that Unicode has, and no other; a lone surrogate is a byte of a name that is not UTF-8."""
    every = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    text = "".join(map(chr, every))
    controls = set(CONTROLS)
    escaped = {code for code in controls if escape_controls(chr(code)) == chr(code)}
    assert escaped == set()
    plain = "".join(chr(code) for code in every if code not in controls)
    assert escape_controls(plain) == plain
    assert len(text) - len(plain) == len(controls)
    assert [escape_controls(c) for c in ("\x1b", "\xad", "\u202e", "\U000e0001", "\udcff")] == [
        r"\x1b", r"\xad", r"\u202e", r"\U000e0001", r"\udcff",
    ]  # fmt: skip


def test_no_more_threads_than_parts_and_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 8 cores, by the number that the pool is made with."""
    from concurrent import futures

    made: list[int] = []
    whole = futures.ThreadPoolExecutor

    def pool(count: int, **more: Any) -> Any:
        made.append(count)
        return whole(count, **more)

    monkeypatch.setattr(threads, "workers", lambda: 8)
    monkeypatch.setattr(futures, "ThreadPoolExecutor", pool)
    for count, most in ((3, None), (20, None), (20, 2), (3, 5), (20, 9)):
        assert threads.map_in_threads(lambda i: i * i, count, most) == [i * i for i in range(count)]
    assert made == [3, 8, 2, 3, 8]
    assert threads.map_in_threads(lambda i: i, 5, 1) == list(range(5))
    assert len(made) == 5


@pytest.mark.parametrize(("given_one", "before"), [(True, 1), (False, 6)])
def test_a_blas_that_is_loaded_inside_a_limit_has_its_number_afterwards(
    given_one: bool, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread where jug has loaded NumPy with one, else its own number."""
    late = Made(filepath="scipy.so", num_threads=6, set_num_threads=lambda n: None)
    monkeypatch.setattr(threads, "_with_scipy", [late])
    monkeypatch.setattr(threads, "_given_one", given_one)
    monkeypatch.setattr(threads, "_limits", [1])
    noted: list[Any] = []
    monkeypatch.setattr(threads, "_before", noted)
    threads.limit_new_blas()
    threads.limit_new_blas()
    assert noted == [(late, before)]


def test_space_for_pyarrow_where_the_number_of_cores_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for one core."""
    import sys

    monkeypatch.delitem(sys.modules, "pyarrow", raising=False)
    monkeypatch.setattr(memory.os, "cpu_count", lambda: None)
    monkeypatch.setattr(memory, "address_space_left", lambda: 499.0)
    with pytest.raises(JugMemoryError, match=r"pyarrow needs 500 MB"):
        memory.require_space_for_arrow()
