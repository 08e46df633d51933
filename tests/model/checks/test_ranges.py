"""Ranges of dates: what a user is told of empty, overlapping and missing ones, and how TOAs fall into them."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from simulated import SHORT

import jug
from jug.model.checks.ranges import range_notes
from jug.model.evaluation.columns import make_columns
from jug.text.name_lists import comma_list


def make_ranges(folder: Path, ranges: list[tuple[float, float]], family: str = "DMX"):
    par = folder / "case.par"
    lines = [
        f"{family}_{i:04d} {i}D-3 1\n{family}R1_{i:04d} {low}\n{family}R2_{i:04d} {high}"
        for i, (low, high) in enumerate(ranges, 1)
    ]
    par.write_text(SHORT + "\n".join(lines) + "\n")
    model = jug.load_model(par)
    return model, jug.simulate(model, np.arange(54000.5, 54040.0, 2.0), freq_mhz=430.0)


def with_ranges(folder: Path, ranges: list[tuple[float, float]], family: str = "DMX") -> jug.TimingModel:
    """A model for TOAs that were simulated with another one: at an edge its phase jumps."""
    par = folder / "other.par"
    lines = (
        f"{family}_{i:04d} 1D-3 1\n{family}R1_{i:04d} {low!r}\n{family}R2_{i:04d} {high!r}"
        for i, (low, high) in enumerate(ranges, 1)
    )
    par.write_text(SHORT + "\n".join(lines) + "\n")
    return jug.load_model(par)


@pytest.mark.parametrize("family", ["DMX", "CMX"])
def test_all_is_well(tmp_path: Path, family: str) -> None:
    assert range_notes(*make_ranges(tmp_path, [(54000, 54010), (54010, 54040)], family)) == ()


def test_what_is_reported(tmp_path: Path) -> None:
    ranges = [(54000, 54012), (54010, 54020), (54020.6, 54020.7), (54022, 54030), (55000, 55010)]
    empty, overlap, outside = range_notes(*make_ranges(tmp_path, ranges))
    assert empty == "DMX_0003, DMX_0005 cover no TOA and cannot be fitted"
    assert overlap == "ranges overlap and add up there: DMX_0001 with DMX_0002"
    assert outside.startswith("6 of 20 TOAs are in no range of DMX, the first at MJD 54020.5")


def test_loading_warns_once(tmp_path: Path) -> None:
    _, toas = make_ranges(tmp_path, [(54000, 54010), (54012, 54045)])
    jug.write_tim(toas, tmp_path / "case.tim")
    with pytest.warns(jug.errors.InputWarning, match="1 of 20 TOAs is in no range of DMX"):
        jug.load(tmp_path / "case.par", tmp_path / "case.tim")


def test_a_free_empty_range_is_named_by_the_fit(tmp_path: Path) -> None:
    model, toas = make_ranges(tmp_path, [(54000, 54041), (55000, 55010)])
    with pytest.warns(jug.errors.FitWarning, match="DMX_0002 was fixed by the fit: no TOA depends on DMX_0002"):
        assert jug.fit(model, toas).verdict.name == "flat_direction"


@pytest.mark.parametrize(
    ("ranges", "disjoint"),
    [
        ([(54000, 54010), (54010, 54040)], True),
        ([(54012, 54040), (54000, 54010)], True),
        ([(54000, 54030), (54012.6, 54012.7)], True),
        ([(54000, 54012), (54010, 54040)], False),
        ([(54000, 54040), (54010, 54020)], False),
        ([(54020, 54010), (54000, 54040)], True),
    ],
)
def test_the_selection_is_what_each_range_says(tmp_path: Path, ranges, disjoint: bool) -> None:
    model, toas = make_ranges(tmp_path, ranges)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        selection = make_columns(model, toas).selections["DMX"][:-1]
    expected = np.stack([(toas.mjd >= low) & (toas.mjd <= high) for low, high in ranges], axis=1)
    if disjoint:
        assert selection.dtype == np.int32
        selection = selection[:, None] == np.arange(len(ranges))
    np.testing.assert_array_equal(selection, expected)


@pytest.mark.parametrize("family", ["DMX", "CMX"])
def test_both_ends_of_a_range_are_inside(tmp_path: Path, family: str) -> None:
    """A TOA exactly on R1 or on R2 is in the range, as in PINT 1.1.8 and tempo2; the next float64 beyond is not."""
    _, toas = make_ranges(tmp_path, [(54000, 54041)], family)
    low, high = float(toas.mjd[3]), float(toas.mjd[7])
    inside = with_ranges(tmp_path, [(low, high), (54020.1, 54041.0)], family)
    selection = make_columns(inside, toas).selections[family][:-1]
    np.testing.assert_array_equal(np.flatnonzero(selection == 0), [3, 4, 5, 6, 7])
    narrower = with_ranges(tmp_path, [(float(np.nextafter(low, 1e6)), float(np.nextafter(high, 0.0)))], family)
    selection = make_columns(narrower, toas).selections[family][:-1]
    np.testing.assert_array_equal(np.flatnonzero(selection == 0), [4, 5, 6])


def test_the_notes_count_both_ends(tmp_path: Path) -> None:
    """Ranges that hold one TOA each, on their left or right end, are not empty and leave no TOA out."""
    _, toas = make_ranges(tmp_path, [(54000, 54041)])
    mjd = [float(q) for q in toas.mjd]
    model = with_ranges(tmp_path, [(53999, mjd[0]), (mjd[1], 54003), (54003.5, mjd[-1])])
    assert range_notes(model, toas) == ()
    model = with_ranges(tmp_path, [(53999, float(np.nextafter(mjd[0], 0.0))), (mjd[1], 54041)])
    empty, outside = range_notes(model, toas)
    assert empty == "DMX_0001 covers no TOA and cannot be fitted"
    assert outside.startswith("1 of 20 TOAs is in no range of DMX")


def test_a_toa_on_a_shared_edge_is_in_both_ranges(tmp_path: Path) -> None:
    """Ranges that touch do not overlap; a TOA on the common end has both members, so that their values add up there."""
    _, toas = make_ranges(tmp_path, [(54000, 54041)])
    edge = float(toas.mjd[5])
    model = with_ranges(tmp_path, [(54000, edge), (edge, 54041)])
    assert not any("overlap" in note for note in range_notes(model, toas))
    selection = make_columns(model, toas).selections["DMX"][:-1]
    assert selection.shape == (len(toas), 2)
    np.testing.assert_array_equal(selection.sum(axis=1), np.where(np.arange(len(toas)) == 5, 2, 1))
    beyond = with_ranges(tmp_path, [(54000, float(np.nextafter(edge, 1e6))), (edge, 54041)])
    assert any("DMX_0001 with DMX_0002" in note for note in range_notes(beyond, toas))


def test_every_overlap_is_named(tmp_path: Path) -> None:
    """Also of a range inside a long one, behind a short one that ends sooner; in any order of the file."""
    ranges = [(54020, 54030), (54000, 54041), (54004, 54008)]
    model, toas = make_ranges(tmp_path, ranges)
    (note,) = range_notes(model, toas)
    assert note == "ranges overlap and add up there: DMX_0002 with DMX_0003, DMX_0002 with DMX_0001"


@pytest.mark.parametrize(("n", "end"), [(2, "n1, n2"), (10, "n9, n10"), (11, "n9, n10 and 1 more")])
def test_ten_names_are_listed(n: int, end: str) -> None:
    assert comma_list([f"n{i}" for i in range(1, n + 1)]).endswith(end)
