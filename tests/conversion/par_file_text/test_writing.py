"""A par file that is written: every digit, comment and line, and the same residuals when it is read again."""

import numpy as np
import pytest
from copies import example

import jug
from jug.conversion.writing import par_text, par_text_as
from jug.io.par import parse_lines

LINES = """# a comment that stays
PSR   J0000+0000   # with a remark
RAJ 01:02:03.4567890123456789 1
DECJ -00:00:01.5 1

LAMBDAX_COMMENT_FOLLOWS
F0 100.123456789012345678901234567 1 1e-12
F1 -1.5D-15 1   # spin-down
PEPOCH 55000.123456789012345678
DM 12.3 1
JUMP -fe L-wide 0.1 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
""".replace("LAMBDAX_COMMENT_FOLLOWS\n", "C tempo comment\n")


def model_of(text: str) -> jug.TimingModel:
    return jug.load_model(parse_lines(text.splitlines(), "x.par"))


def same(one: jug.TimingModel, other: jug.TimingModel) -> None:
    assert set(one.entries) == set(other.entries)
    for name, e in one.entries.items():
        f = other.entries[name]
        assert (e.value, e.error, e.free, e.selector) == (f.value, f.error, f.free, f.selector), name


def test_an_unchanged_model_writes_its_file_to_the_letter():
    assert par_text(model_of(LINES)) == LINES


def test_changed_lines_alone_are_rewritten_and_read_back_to_the_last_bit():
    model = model_of(LINES).moved({"F0": 1.234e-13, "RAJ": 3.3e-7}).with_free(["F0", "JUMP1", "PX"])
    text = par_text(model)
    old, new = LINES.splitlines(), text.splitlines()
    changed = [a.split()[0] for a, b in zip(old, new, strict=False) if a != b]
    assert changed == ["RAJ", "DECJ", "F0", "F1", "DM"]
    assert new[-1].split() == ["PX", "0", "1"]
    assert "# spin-down" in text
    same(model, model_of(text))


@pytest.mark.parametrize("dialect", ["pint", "tempo2", "tempo"])
def test_a_comment_after_a_value_stands_before_its_line_for_other_programs(dialect: str) -> None:
    """They take a word behind a value for an uncertainty or a flag; jug's own files keep it where it was."""
    lines = par_text_as(model_of(LINES), dialect, "TDB", False, False).splitlines()
    for comment, key in (("# with a remark", "PSR"), ("# spin-down", "F1")):
        assert lines[lines.index(comment) + 1].split()[0] == key


def test_a_fitted_model_reads_back_the_same(tmp_path):
    model, toas = jug.load(*example("NGC6440E"))
    result = jug.fit(model, toas)
    jug.write_par(result.model, tmp_path / "post.par")
    again, same_toas = jug.load(tmp_path / "post.par", example("NGC6440E")[1])
    same(result.model, again)
    np.testing.assert_allclose(jug.residuals(again, same_toas).time_s, result.residuals.time_s, rtol=0, atol=1e-18)


def test_rounding_of_fitted_values_moves_no_residual():
    """Values end where a further digit would move a residual by less than 1e-15 s."""
    model, toas = jug.load(*example("NGC6440E"))
    result = jug.fit(model, toas)
    for name in result.names:
        assert len(result.model.entries[name].text()) <= 26, name
    column = jug.design_matrix(result.model, toas)
    for name, factor in {"F0": 1e-22, "DM": 1e-13}.items():
        assert np.max(np.abs(column[name])) * factor < 1e-14


def test_descriptive_lines_are_brought_up_to_date(simulated_model):
    model, toas = simulated_model("NTOA 7", "TRES 1.0", "CHI2 3", "START 50000", "FINISH 50001", "INFO -f")
    result = jug.fit(model, toas)
    words = {line.key: line.args for line in result.model.par}
    assert words["NTOA"] == ("40",)
    assert float(words["CHI2"][0]) == pytest.approx(result.chi2)
    assert float(words["START"][0]) == pytest.approx(54000, abs=1)
    assert words["INFO"] == ("-f",)
    same(result.model, model_of(par_text(result.model)))


@pytest.fixture
def simulated_model():
    def make(*lines: str):
        model = model_of(LINES.replace("JUMP -fe L-wide 0.1 1\n", "") + "\n".join(lines) + "\n")
        return model, jug.simulate(model, np.linspace(54000, 56000, 40), noise=True, seed=4)

    return make


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "post.par"
    path.write_text("precious")
    with pytest.raises(jug.InputError, match="no such folder; make it first"):
        jug.write_par(model_of(LINES), tmp_path / "nowhere" / "post.par")
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]
