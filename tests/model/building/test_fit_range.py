"""START and FINISH with fit flag 1: tempo2 and tempo leave out the TOAs outside, PINT and jug use them and say so."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.data import example
from jug.errors import InputWarning, TimError
from jug.io.par import ParFile, parse_lines, read_par
from jug.model.building.fit_range import is_flagged_end, range_text

PAR, TIM = example("NGC6440E")
RANGE = ("START 53500 1", "FINISH 54100 1")


def with_range(*lines: str) -> ParFile:
    kept = [line.text for line in read_par(PAR).lines if line.key not in ("START", "FINISH")]
    return parse_lines([*kept, *lines])


def load_case(*lines: str, dialect: str = "jug") -> tuple[jug.TimingModel, jug.TOAs, list[str]]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model, toas = jug.load(with_range(*lines), TIM, dialect=dialect)
    return model, toas, [str(w.message) for w in told if "START" in str(w.message) or "FINISH" in str(w.message)]


def times() -> np.ndarray:
    raw = jug.read_tim(TIM)
    return np.asarray(raw.times.day + raw.times.sec.hi / 86400.0)


def test_default_uses_all_toas_and_tells_their_number():
    out = int(np.sum((times() < 53500.0) | (times() > 54100.0)))
    _, toas, told = load_case(*RANGE)
    assert len(toas) == 62
    assert len(told) == 1
    assert f"{out} of 62 TOAs are outside START 53500 1 and FINISH 54100 1 and used, as in PINT" in told[0]
    assert load_case("START 53500", "FINISH 54100 0")[2] == []
    assert load_case("START 50000 1", "FINISH 60000 1")[2] == []


@pytest.mark.parametrize("dialect", ["tempo2", "tempo"])
def test_tempo2_and_tempo_leave_out_the_toas_outside(dialect: str):
    kept = (times() >= 53500.0) & (times() <= 54100.0)
    model, toas, told = load_case(*RANGE, dialect=dialect)
    assert toas.raw.line.tolist() == jug.read_tim(TIM).line[kept].tolist()
    assert any(f"{int((~kept).sum())} of 62 TOAs are outside" in text for text in told)
    assert any("left out" in note for note in model.settings.assumed)
    assert len(toas.raw.restore()) == len(toas)  # a choice of the files, not a deletion of the user
    commented = jug.read_tim(TIM).deleted
    assert commented is not None
    assert len(toas.raw.restore(slice(None))) == 62 + len(commented)


def test_the_ends_belong_to_the_range():
    first = float(np.sort(times())[5])
    assert len(load_case(f"START {first!r} 1", dialect="tempo2")[1]) == np.sum(times() >= first)
    later = first + 1e-6
    assert (
        len(load_case(f"START {later!r} 1", dialect="tempo2")[1]) == np.sum(times() >= later) < np.sum(times() >= first)
    )


def test_the_last_toa_belongs_to_the_range_too():
    last = float(np.sort(times())[-5])
    assert len(load_case(f"FINISH {last!r} 1", dialect="tempo2")[1]) == np.sum(times() <= last)
    earlier = last - 1e-6
    assert (
        len(load_case(f"FINISH {earlier!r} 1", dialect="tempo2")[1]) == np.sum(times() < last) < np.sum(times() <= last)
    )


@pytest.mark.parametrize(
    ("line", "flagged"),
    [
        ("START 53500 1", True), ("FINISH 5.35D4 1 0.1", True), ("START 53500", False), ("START 53500 0", False),
        ("START 53500 0.1 1", False), ("START soon 1", False), ("PEPOCH 53500 1", False),
    ],
)  # fmt: skip
def test_an_end_has_a_date_and_the_flag_1(line: str, flagged: bool):
    par = parse_lines([line])
    assert is_flagged_end(par.lines[0]) == flagged
    assert range_text(par) == (f"{' '.join(line.split()[:2])} 1" if flagged else "")


def test_one_toa_is_reported_in_the_singular():
    first, *others = np.sort(times())
    line = f"START {float(first + others[0]) / 2.0!r} 1"
    assert "1 of 62 TOAs is outside" in load_case(line)[2][0]
    model, _, told = load_case(line, dialect="tempo2")
    assert "1 of 62 TOAs is outside" in told[0]
    assert model.par.find("START")[0].args[1] == "1"


def test_range_without_toas_is_refused_with_a_way_out():
    with pytest.raises(TimError, match=re.escape("all 62 TOAs are outside START 60000 1")) as found:
        load_case("START 60000 1", dialect="tempo2")
    assert "--convention RANGE=ALL" in str(found.value)


@pytest.mark.filterwarnings("ignore::jug.errors.JugWarning")
def test_fit_keeps_a_flagged_range_and_updates_another():
    found = jug.fit(*jug.load(with_range("START 53500 1", "FINISH 54100"), TIM)).model
    words = {line.key: line.args for line in found.par}
    assert words["START"] == ("53500", "1")
    assert float(words["FINISH"][0]) == pytest.approx(times().max(), abs=1e-3)


@pytest.mark.parametrize(("word", "flags"), [("ALL", ()), ("CUT", ("1",))])
def test_conversion_makes_tempo2_fit_the_same_toas(word: str, flags: tuple[str, ...], tmp_path: Path):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model = jug.load_model(with_range(*RANGE), conventions={"RANGE": word})
        jug.write_par(model, tmp_path / "out.par", "tempo2")
    lines = {line.key: line.args for line in read_par(tmp_path / "out.par")}
    assert lines["START"] == ("53500", *flags)
    assert lines["FINISH"] == ("54100", *flags)
    assert any("START 53500 1 loses its fit flag" in str(w.message) for w in told) is (word == "ALL")


def test_conversion_to_pint_says_that_it_uses_all_toas(tmp_path: Path):
    model = jug.load_model(with_range(*RANGE), conventions={"RANGE": "CUT"})
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        jug.write_par(model, tmp_path / "out.par", "pint")
    assert any("START 53500 1 leaves TOAs out here; PINT uses them" in str(w.message) for w in told)


def test_doctor_asks_for_a_decision_with_the_size():
    """The size is that of two fits: with all TOAs, and with those of the range."""
    found = jug.doctor(with_range(*RANGE), TIM)
    (finding,) = [f for f in found.findings if f.kind == "fit range"]
    assert "RANGE=CUT" in finding.decide
    size = float(re.findall(r"by (\S+) ns rms", finding.what)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        model, toas = jug.load(with_range(*RANGE), TIM)
        _, cut = jug.load(with_range(*RANGE), TIM, conventions={"RANGE": "CUT"})
        after = [jug.residuals(jug.fit(model, some).model, cut).time_s for some in (toas, cut)]
    change = after[1] - after[0]
    w = 1.0 / cut.error_s**2
    change = change - np.sum(w * change) / np.sum(w)
    assert size == pytest.approx(1e9 * float(np.sqrt(np.sum(w * change**2) / np.sum(w))), rel=0.02)
    decided = jug.doctor(with_range(*RANGE), TIM, conventions={"RANGE": "ALL"})
    assert [f.decide for f in decided.findings if f.kind == "fit range"] == [""]
    assert not [f for f in jug.doctor(with_range(*RANGE), TIM, dialect="tempo2").findings if f.kind == "fit range"]


def test_command_tells_the_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    par = tmp_path / "a.par"
    par.write_text("\n".join(line.text for line in with_range(*RANGE).lines) + "\n")
    assert main(["residuals", str(par), str(TIM), "--as", "tempo2"]) == 0
    said = capsys.readouterr()
    assert "left out; --convention RANGE=ALL (conventions={'RANGE': 'ALL'}) uses them" in said.out + said.err
