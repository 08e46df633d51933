"""What the doctor says of TOAs beyond the ends of a site's clock file, and of a selector that matches nothing."""

import warnings
from pathlib import Path

import pytest
from simulated import BASE

import jug
from jug.io.par import parse_lines

TOAS = "FORMAT 1\n" + "".join(f" a 1400 {mjd} 1 gbt -fe L\n" for mjd in (55000.1, 55400.2, 59800.3, 60100.4))
OPTIONS = ({"dialect": "tempo2"}, {"conventions": {"clockends": "zero"}}, {"hold_clock": False})


@pytest.mark.parametrize("options", OPTIONS)
def test_a_choice_of_the_ends_needs_no_decision(options: dict[str, object], tmp_path: Path) -> None:
    tim = tmp_path / "a.tim"
    tim.write_text(TOAS)
    par = parse_lines(BASE.split("\n"))
    [[row, _], [chosen, decided]] = [
        [next(f for f in found.findings if f.what.startswith("gbt: ")), [d for d in found.decisions if "gbt: " in d]]
        for found in (jug.doctor(par, tim), jug.doctor(par, tim, **options))  # type: ignore[arg-type]
    ]
    assert row.decide
    assert not chosen.decide
    assert not decided
    size = row.what.partition("holding or zero differ by ")[2].split()[0]
    assert float(size) > 100.0, "the last value at gbt is 913 ns"
    assert f"holding or zero differ by {size} ns" in chosen.what


@pytest.mark.parametrize(("mjd", "update"), [(51000.1, False), (59800.3, True)])
def test_an_update_is_advised_for_late_toas_alone(mjd: float, update: bool, tmp_path: Path) -> None:
    tim = tmp_path / "a.tim"
    tim.write_text(f"FORMAT 1\na 1400 {mjd} 1 gbt\na 1400 55000.1 1 gbt\na 1400 55100.1 1 gbt\n")
    [row] = [f for f in jug.doctor(parse_lines(BASE.split("\n")), tim).findings if f.what.startswith("gbt: ")]
    assert ("jug data update" in row.decide) == update
    assert "--hold-clock" in row.decide


def test_an_empty_selection_does_not_advise_to_ignore_all(tmp_path: Path) -> None:
    tim = tmp_path / "a.tim"
    tim.write_text(TOAS)
    lines = [*BASE.split("\n"), "JUMP -fe X 1e-5 1", "JUMP -fe L 1e-5"]
    found = jug.doctor(parse_lines(lines), tim)
    [decision] = [text for text in found.decisions if "-fe X" in text]
    assert "--ignore" not in decision
    assert decision.endswith("correct the selector, or put '#' before the line")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        jug.load_model(parse_lines(lines), ignore=["jump"])
    [told] = [str(w.message) for w in caught if "--ignore" in str(w.message)]
    assert "--ignore JUMP (ignore=['JUMP']): 2 lines are left out" in told
