"""docs/terms.md is what the registry makes; whoever changes a component runs docs/make_terms.py."""

import re
from pathlib import Path

import pytest
from copies import ROOT
from simulated import SHORT

import jug
from jug.errors import ParError
from jug.model.declare import Param
from jug.model.pages.conventions_page import conventions_page
from jug.model.pages.terms_page import terms_page
from jug.model.programs.differences import DEFAULTS_OF_PROGRAMS, DIFFERENCES
from jug.model.programs.supported import readers
from jug.model.reading.dialects.convention_table import CONVENTIONS
from jug.model.reading.lines.keywords import SETTINGS
from jug.model.registry import every_term
from jug.model.slots import list_params

PAGE = terms_page()


def test_the_committed_page_is_current() -> None:
    assert (ROOT / "docs" / "terms.md").read_text() == PAGE, "run: python docs/make_terms.py"


def test_the_page_of_conventions_is_current() -> None:
    assert (ROOT / "docs" / "conventions.md").read_text() == conventions_page(), "run: python docs/make_terms.py"


@pytest.mark.parametrize(
    "key", [key for key, *_ in DEFAULTS_OF_PROGRAMS if key in CONVENTIONS and key not in ("CLK", "ECL")]
)
def test_absent_lines_are_those_of_the_conventions(key: str) -> None:
    words, own = next(words for name, *words in DEFAULTS_OF_PROGRAMS if name == key), CONVENTIONS[key]
    for text, word in zip(words, (own.default, own.pint, own.tempo2), strict=True):
        assert text.startswith(word)


def test_every_component_has_its_section() -> None:
    headings = [line.lower() for line in PAGE.splitlines() if line.startswith("## ")]
    for c in every_term():
        assert any(c.name.lower() in heading for heading in headings), c.name


@pytest.mark.parametrize("param", list_params(every_term()), ids=lambda p: p.name)
def test_every_parameter_is_in_a_table(param: Param) -> None:
    assert param.doc.replace("|", "\\|") in PAGE
    assert param.family is not None or f"| `{param.name}` |" in PAGE


def test_sections_have_formulae() -> None:
    assert PAGE.count("```text") >= PAGE.count("| Keyword |") * 0.7


@pytest.mark.parametrize("name", sorted({name for names, _ in DIFFERENCES for name in names}))
def test_differences_are_about_keywords_that_exist(name: str) -> None:
    assert any(readers(name + tail) for tail in ("", "0", "1", "_1")), name


def test_what_is_called_refused_is_refused(tmp_path: Path) -> None:
    """Of every keyword in the list of those that jug knows and does not take."""
    listed = re.findall(r"`(\w+)`", PAGE.split("## Keywords of other programs")[1].replace("`--ignore KEY`", ""))
    par = tmp_path / "case.par"
    assert len(listed) > 100
    for word in listed:
        par.write_text(f"{SHORT}{word} 1.5\n")
        with pytest.raises(ParError, match=f"--ignore {word}"):
            jug.load_model(par)


def test_settings_are_those_that_are_read() -> None:
    assert {key for key, *_ in DEFAULTS_OF_PROGRAMS} <= {*SETTINGS, "MODE"}
