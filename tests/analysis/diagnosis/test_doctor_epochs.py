"""What `jug.doctor` says of an epoch of the position that is far from the TOAs."""

import pytest

import jug
from jug.data import example
from jug.io.par import parse_lines, read_par

PAR, TIM = example("NGC6440E")


def findings(*lines: str) -> list[str]:
    par = parse_lines([*(line.text for line in read_par(PAR).lines if line.key != "POSEPOCH"), *lines])
    return [f.what for f in jug.doctor(par, TIM).findings if f.kind == "epoch"]


@pytest.mark.parametrize(("epoch", "proper_motion", "n"), [(2008.5, 3, 1), (2008.5, 0, 0), (53000, 3, 0)])
def test_epoch_of_a_moving_position(epoch: float, proper_motion: int, n: int):
    found = findings(f"POSEPOCH {epoch}", f"PMRA {proper_motion}")
    assert len(found) == n
    assert all("POSEPOCH 2008.5 is more than ten years outside the TOAs" in text for text in found)
