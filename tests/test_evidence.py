"""The pages of the evidence are made of recorded runs of the tests as they are; each word of README is in a claim."""

import json
import re
import runpy
from collections.abc import Sequence

from copies import ROOT

SCRIPT = runpy.run_path(str(ROOT / "docs" / "make_evidence.py"))
RECORDED = SCRIPT["recorded"]()
SAID = SCRIPT["SAID"]


def plain(text: str) -> str:
    """What a page says: without code, pictures, bold type, targets of links and lines of tables."""
    text = re.sub(r"^```.*?^```$|^!\[.*?$|^\|[-|: ]+\|$|^- |\*\*|\|", "", text, flags=re.M | re.S)
    return " ".join(re.sub(r"\[([^][]*)\]\([^)]*\)", r"\1", text).split())


def in_no_row(text: str, said: list[str], exempt: Sequence[str] = ()) -> list[str]:
    """The words of a page that are in none of the rows, headings, pages to read on and "and" left out."""
    sections = re.split(r"^#+ (.*)$", text, flags=re.M)
    left = plain(
        "\n".join(body for name, body in zip(sections[1::2], sections[2::2], strict=True) if name not in exempt)
    )
    for words in sorted(said, key=len, reverse=True):
        left = left.replace(words, " ; ", 1)
    return [word for word in re.findall(r"\w[\w'-]*", re.sub(r"docs/\w+\.md", "", left)) if word != "and"]


README = (ROOT / "README.md").read_text()
WORDS = [one["words"] for one in (*SAID["claim"], *SAID["elsewhere"], *SAID["no_claim"])]

REPORT = """<testsuites><testsuite>
<testcase name="a"><properties><property name="measured" value='["x", 0.5, 1.0, "ns"]' /></properties></testcase>
<testcase name="b[one]" /><testcase name="b[two]" /><testcase name="c"><failure message="no">no</failure></testcase>
<testcase name="d"><skipped message="not here">not here</skipped></testcase>
</testsuite></testsuites>"""


def test_the_pages_are_made_of_the_notes() -> None:
    for page, made in (("EVIDENCE", "evidence_page"), ("ACCURACY", "accuracy_page")):
        assert SCRIPT[made](RECORDED) == SCRIPT[page].read_text(), "run: python docs/make_evidence.py --page"
    assert list(RECORDED) == SCRIPT["NAMES"]


def test_claims_are_the_words_of_readme() -> None:
    index = plain((ROOT / "docs" / "index.md").read_text())
    assert [words for words in WORDS if words not in plain(README) and words not in index] == []
    assert [one for one in SAID["no_claim"] if not one["why"]] == []
    assert [name for name in SAID["no_claim_in_section"] if f"\n## {name}\n" not in README] == []


def test_every_word_of_readme_is_in_a_claim() -> None:
    """What is new in README gets a test in docs/claims.toml, or a reason to have none."""
    assert in_no_row(README, WORDS, SAID["no_claim_in_section"]) == []
    assert len(SAID["claim"]) > 5 * len(SAID["no_claim"])


def test_a_sentence_without_a_claim_is_seen() -> None:
    page = "# jug\n\n- **It is quick.** It [fits](x.md), and\n  it sings ([docs/a.md](docs/a.md)).\n"
    page += "\n| a | b |\n|---|---|\n| `jug sing` | sing |\n\n## Licence\n\nFree.\n"
    known = ["It is quick.", "It fits", "a b", "`jug sing` sing"]
    assert in_no_row(page, known, ("Licence",)) == ["it", "sings"]
    assert in_no_row(page, [*known, "it sings"]) == ["Free"]


def test_the_recorded_runs_are_of_the_tests_as_they_are() -> None:
    """A test that has been added, renamed or removed since: python docs/make_evidence.py, with the names shown."""
    stale = []
    for name, ran in RECORDED.items():
        file, _, test = name.partition("::")
        there = set(SCRIPT["functions"](file)) - {""}
        if set(ran.tests) != ({test} & there if test else there):
            stale.append(name)
    assert stale == []


def test_nothing_failed_and_every_figure_is_within_its_limit() -> None:
    assert [name for name, ran in RECORDED.items() if ran.failed or not ran.passed] == []
    figures = [one for ran in RECORDED.values() for one in ran.figures]
    assert len(figures) > 50
    assert [one for one in figures if not one[1] < one[2]] == []


def test_a_report_is_read() -> None:
    ran = SCRIPT["noted"](REPORT)
    assert ran[:3] == (3, 1, [["x", 0.5, 1.0, "ns"]])
    assert ran.tests == ["a", "b", "c", "d"]
    assert SCRIPT["worst"](ran.figures) == ["0.5 ns (limit 1): x"]


def test_figures_of_other_pages_are_read() -> None:
    assert SCRIPT["points_in_a_minute"]((ROOT / "docs" / "performance.md").read_text()).endswith("90 free parameters")
    assert SCRIPT["trials"](json.dumps({"a": {"trials": 1200, "failed": 0}})) == "1,200 trials, 0 lost"
