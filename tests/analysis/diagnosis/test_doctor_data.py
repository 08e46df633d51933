"""What `jug.doctor` finds out about data files without TOAs, and beside lines of the tim file that it leaves out."""

from pathlib import Path

import pytest

import jug

PAR, TIM = jug.data.example("NGC6440E")


def par_with(folder: Path, line: str) -> Path:
    """The example with another line."""
    kept = [own for own in Path(PAR).read_text().splitlines() if own.split()[:1] != line.split()[:1]]
    path = folder / "a.par"
    path.write_text("\n".join([*kept, line]) + "\n")
    return path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("EPHEM DE999", "the ephemeris DE999 is not at hand"),
        ("TZRSITE nosuch", "unknown observatory 'nosuch'"),
        ("TZRMJD 99999", "MJD 99999.00 lies outside the ephemeris"),
    ],
)
def test_data_of_the_par_file_without_toas(line: str, said: str, tmp_path: Path) -> None:
    found = jug.doctor(par_with(tmp_path, line))
    assert [said in text for text in found.decisions] == [True]


@pytest.mark.filterwarnings("error::jug.JugWarning")
def test_a_good_par_file_without_toas(tmp_path: Path) -> None:
    found = jug.doctor(par_with(tmp_path, "F1 -1.181D-15 1 1e-18"))
    assert not found.decisions
    assert found.summary is None


def test_differences_in_ns_beside_toas_of_an_unknown_site(tmp_path: Path) -> None:
    """EFAC and EQUAD in the other order are read from the file once more, without these TOAs."""
    rows = [line.split() for line in Path(TIM).read_text().splitlines() if len(line.split()) > 3][:20]
    good = ["FORMAT 1", "EFAC 2", "EQUAD 30", *(f"a {mhz} {mjd} {us} gbt" for _, mhz, mjd, us, *_ in rows)]
    sizes = []
    for more in ([], ["b 1400 53600.5 1 nosite", "b 1400 53600.x 1 gbt"]):
        (tmp_path / "a.tim").write_text("\n".join([*good, *more]) + "\n")
        differences = {d.name: d for d in jug.doctor(PAR, tmp_path / "a.tim").differences}
        effects = [differences[name].effect for name in ("TIMERRORS", "--as tempo2")]
        sizes.append([effect and effect.refit_rms_ns for effect in effects])
    assert all(sizes[0])
    assert sizes[1] == pytest.approx(sizes[0], rel=1e-9)  # the same TOAs


def test_lines_of_a_tim_file_that_cannot_be_read_are_told_by_their_reasons(tmp_path: Path) -> None:
    """One finding named the first reason and counted all lines for it."""
    bad = ["x 1400 5500O.5 1 gbt", "x 1400 5500l.5 1 gbt", "x 14oo 55003.5 1 gbt"]
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", "x 1400 55000.5 1 gbt", "x 1400 55001.5 1 gbt", *bad, ""]))
    found = [f for f in jug.doctor(PAR, tmp_path / "a.tim").findings if f.kind == "tim line"]
    assert [(f.where.rpartition(":")[2], f.n) for f in found] == [("4", 2), ("6", 1)]
    assert "14oo" in found[1].what
