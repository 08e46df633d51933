"""Numbers with their nouns."""

import numpy as np
import pytest

from jug.text.name_lists import counted_noun, toa_count


@pytest.mark.parametrize(("n", "said"), [(0, "0 TOAs"), (1, "1 TOA"), (np.int64(1), "1 TOA"), (62, "62 TOAs")])
def test_a_number_of_toas(n: int, said: str) -> None:
    assert toa_count(n) == said


def test_a_plural_of_its_own() -> None:
    assert [counted_noun(n, "frequency", "frequencies") for n in (1, 2)] == ["1 frequency", "2 frequencies"]
