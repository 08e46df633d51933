"""Keywords that nobody knows, keywords that jug lacks, and lines left out on purpose."""

from collections.abc import Callable
from pathlib import Path

import pytest
from copies import example, written_copy

import jug
from jug.cli import command as cli
from jug.model.reading.lines.keywords import DESCRIPTIVE
from jug.model.reading.lines.unknown import suggest_keywords

PAR, TIM = example("NGC6440E")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A par file with a misspelt keyword, one that only tempo2 has, and descriptions in between."""
    return written_copy(PAR, tmp_path, add=["PMRAA 1.0", "INFO -f", "BRAKE 3 1", "C a remark"])


def test_an_unknown_keyword_is_an_error_with_the_nearest_name(odd: Path) -> None:
    with pytest.raises(jug.ParError, match=r"copy.par:\d+: unknown keyword PMRAA: 'PMRAA 1.0'; did you mean PMRA"):
        jug.load_model(odd)


def test_a_keyword_of_another_program_is_no_unknown_one(odd: Path) -> None:
    with pytest.raises(jug.ParError, match=r"BRAKE is not supported yet.*--ignore BRAKE"):
        jug.load_model(odd, ignore=["pmraa"])


def test_the_nearest_name_may_be_one_that_only_others_read(tmp_path: Path) -> None:
    par = written_copy(PAR, tmp_path, add=["CONSTRAINT AUTO"])
    with pytest.raises(jug.ParError, match=r"did you mean CONSTRAIN"):
        jug.load_model(par)


def test_no_nearest_name_is_reported_twice() -> None:
    assert suggest_keywords("DMOFFS1", ("DMOFF1", "DMOFF1")).count("DMOFF1") == 1


def test_a_word_of_many_lines_is_compared_once(tmp_path: Path) -> None:
    """TOAs that stand in a par file: a million took ten minutes to refuse."""
    par = tmp_path / "toas.par"
    toas = "".join(f"98765 1400 {53000 + i / 1000} 20\n" for i in range(300))
    par.write_text(PAR.read_text() + toas)
    before = suggest_keywords.cache_info().misses
    with pytest.raises(jug.ParError, match="and 280 more of this kind: unknown keyword 98765"):
        jug.load_model(par)
    assert suggest_keywords.cache_info().misses == before + 1


def test_ignored_lines_become_comments_and_notes(odd: Path, tmp_path: Path) -> None:
    model, toas = jug.load(odd, TIM, ignore=["PMRAA", "BR*"])
    plain, _ = jug.load(PAR, TIM)
    assert jug.residuals(model, toas).chi2 == jug.residuals(plain, toas).chi2
    result = jug.fit(model, toas)
    assert "PMRAA of line" in result.summary()
    assert "is ignored, as asked" in result.summary()
    jug.write_par(result.model, tmp_path / "post.par")
    text = (tmp_path / "post.par").read_text()
    assert (
        text.index("# ignored: PMRAA 1.0\n")
        < text.index("INFO -f\n")
        < text.index("# ignored: BRAKE 3 1\nC a remark\n")
    )
    jug.load_model(tmp_path / "post.par")


def test_nothing_to_ignore_is_reported() -> None:
    with pytest.warns(jug.InputWarning, match="no line NOSUCH to ignore"):
        jug.load_model(PAR, ignore=["NOSUCH"])


def test_the_command_ignores_too(odd: Path, capsys: pytest.CaptureFixture[str], embedded_only: None) -> None:
    words = [str(odd), str(TIM), "--ignore", "PMRAA"]
    assert cli.main(["residuals", *words]) == 2
    assert "--ignore BRAKE" in capsys.readouterr().err
    assert cli.main(["residuals", *words, "--ignore", "BRAKE"]) == 0
    assert cli.main(["fit", *words, "--ignore", "BRAKE"]) == 0
    assert "BRAKE of line" in capsys.readouterr().out


@pytest.mark.parametrize("key", sorted(set(DESCRIPTIVE) - {"TEMPO1"}))  # TEMPO1 has a warning
@pytest.mark.filterwarnings("ignore:.*of the gravitational waves that the pulsar radiates:jug.InputWarning")
def test_descriptions_are_kept_in_their_place(key: str, tmp_path: Path, read: Callable[[str], jug.TimingModel]) -> None:
    text = PAR.read_text().replace("DM ", f"{key} 12\nDM ", 1)
    model = read(text)
    jug.write_par(model, tmp_path / "out.par")
    assert (tmp_path / "out.par").read_text() == text


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], jug.TimingModel]:
    """A model from the text of a par file."""

    def read(text: str) -> jug.TimingModel:
        (tmp_path / "in.par").write_text(text)
        return jug.load_model(tmp_path / "in.par")

    return read


def test_a_keyword_that_was_cut_off_is_suggested_whole(tmp_path: Path) -> None:
    """ECORR was suggested for CORRECT."""
    par = written_copy(PAR, tmp_path, add=["CORRECT"])
    with pytest.raises(jug.ParError, match=r"unknown keyword CORRECT: 'CORRECT'; did you mean CORRECT_TROPOSPHERE\?"):
        jug.load_model(par)
