"""The pages of the evidence are made of recorded runs; no number of README is without a claim on them."""

import json
import re
import runpy
from pathlib import Path

from copies import ROOT

SCRIPT = runpy.run_path(str(ROOT / "docs" / "make_evidence.py"))
RECORDED = SCRIPT["recorded"]()
README = " ".join((ROOT / "README.md").read_text().split())

REPORT = """<testsuites><testsuite>
<testcase name="a"><properties><property name="measured" value='["x", 0.5, 1.0, "ns"]' /></properties></testcase>
<testcase name="b" /><testcase name="c"><failure message="no">no</failure></testcase>
<testcase name="d"><skipped message="not here">not here</skipped></testcase>
</testsuite></testsuites>"""

NO_CLAIM = (
    *("PINT 1.1.8", "DE421", "DE440", "NGC 6440E", "Python 3.11", "chi2", "-n 2", "BSD-3-Clause", "tempo2"),
    "B1855+09, J0613-0200, J0740+6620, J1028-5819, J1614-2230, J1748-2021E",
    *("thousandth of their uncertainty", "B1855"),
)
"""Names with digits, and versions."""


def test_the_pages_are_made_of_the_notes() -> None:
    for page, made in (("EVIDENCE", "evidence_page"), ("ACCURACY", "accuracy_page")):
        assert SCRIPT[made](RECORDED) == SCRIPT[page].read_text(), "run: python docs/make_evidence.py --page"
    assert set(RECORDED) == set(SCRIPT["FILES"])


def test_claims_are_the_words_of_readme() -> None:
    claims = [claim.words for claim in SCRIPT["CLAIMS"]]
    elsewhere = [words for words, _, _ in SCRIPT["ELSEWHERE"]]
    index = " ".join((ROOT / "docs" / "index.md").read_text().split())
    assert [words for words in claims if words not in README] == []
    assert [words for words in elsewhere if words not in README and words not in index] == []


def test_every_number_of_readme_belongs_to_a_claim() -> None:
    """Outside code, tables, links and names with digits."""
    text = re.sub(r"^```.*?^```$|^\|.*?$|^!.*?$", "", (ROOT / "README.md").read_text(), flags=re.M | re.S)
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", " ".join(text.split()))
    for known in (*(claim.words for claim in SCRIPT["CLAIMS"]), *(row[0] for row in SCRIPT["ELSEWHERE"]), *NO_CLAIM):
        text = text.replace(" ".join(re.sub(r"`[^`]*`", "", known).split()), "")
    left = re.findall(r"\S*\d\S*|\b(?:hundreds?|thousands?|millions?|times faster)\b", text)
    assert left in ([], ["19)."])  # the rest of the sentence on mutants


def test_nothing_failed_and_every_figure_is_within_its_limit() -> None:
    assert [name for name, ran in RECORDED.items() if ran.failed or not ran.passed] == []
    figures = [one for ran in RECORDED.values() for one in ran.figures]
    assert len(figures) > 50
    assert [one for one in figures if not one[1] < one[2]] == []


def test_a_report_is_read() -> None:
    ran = SCRIPT["noted"](REPORT)
    assert ran[:3] == (2, 1, [["x", 0.5, 1.0, "ns"]])
    assert SCRIPT["worst"](ran.figures) == ["0.5 ns (limit 1): x"]


def test_figures_of_other_pages_are_read() -> None:
    assert SCRIPT["points_in_a_minute"]((ROOT / "docs" / "performance.md").read_text()).endswith("90 free parameters")
    assert SCRIPT["trials"](json.dumps({"a": {"trials": 1200, "failed": 0}})) == "1,200 trials, 0 lost"


def test_every_file_is_there() -> None:
    assert [name for name in SCRIPT["FILES"] if not Path(ROOT / name).is_file()] == []
