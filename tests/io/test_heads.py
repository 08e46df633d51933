"""The table of first two bytes by which lines that may hold a command are found."""

import numpy as np
import pytest

from jug.io.tim.line_blocks import head_table, split_lines


def heads(table: np.ndarray) -> set[str]:
    return {chr(i >> 8) + chr(i & 255) for i in np.flatnonzero(table)}


def test_of_longer_words_the_first_two_letters_count_in_any_case() -> None:
    assert heads(head_table(["TIME"])) == {"TI", "Ti", "tI", "ti"}
    assert heads(head_table(["EFAC", "no"])) == {"EF", "Ef", "eF", "ef", "NO", "No", "nO", "no"}


def test_behind_a_word_of_one_letter_comes_a_blank_or_a_control_character() -> None:
    assert heads(head_table(["c"])) == {letter + chr(i) for letter in "Cc" for i in range(33)}


@pytest.mark.parametrize("text", [b"C a\n", b"c\n", b"C", b"\n  tIme 1\n", b"x\n\tCa"])
def test_the_heads_of_lines_are_found_in_it(text: bytes) -> None:
    """The table has the head of exactly those lines that begin with TI or, alone, C."""
    block, table = split_lines(text, 1), head_table(["TIME", "C"])
    words = [line.split()[0].upper() for line in text.decode().splitlines() if line.split()]
    found = [bool(table[head]) for head, n in zip(block.heads, block.length, strict=True) if n]
    assert found == [word == "C" or word.startswith("TI") for word in words]
