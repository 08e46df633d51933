"""The page docs/reliability.md is made of recorded runs of every test that attacks jug; nothing was lost in them."""

import runpy
from pathlib import Path

from copies import ROOT

PAGE = (ROOT / "docs" / "reliability.md").read_text()
SCRIPT = runpy.run_path(str(ROOT / "docs" / "make_reliability.py"))
RECORDED = SCRIPT["recorded"]()

REPORT = """<testsuites><testsuite>
<testcase name="a"><properties><property name="trials" value="40" /></properties></testcase>
<testcase name="b" /><testcase name="c"><failure message="no">no</failure></testcase>
<testcase name="d"><skipped message="not here">not here</skipped></testcase>
</testsuite></testsuites>"""


def test_the_page_is_made_of_the_notes() -> None:
    assert SCRIPT["page"](RECORDED) == PAGE, "run: python docs/make_reliability.py --page"
    assert list(RECORDED) == SCRIPT["FILES"]


def test_the_page_has_every_test() -> None:
    assert [name for name in SCRIPT["FILES"] if f"`{name}`" not in PAGE] == []
    assert [name for name in SCRIPT["FILES"] if not Path(ROOT / name).is_file()] == []


def test_nothing_was_lost() -> None:
    assert [name for name, tried in RECORDED.items() if tried.failed or not tried.tests] == []
    assert sum(tried.trials for tried in RECORDED.values()) > 50_000


def test_a_report_is_counted() -> None:
    tried = SCRIPT["counted"](REPORT)
    assert tried[:4] == (3, 42, 1, ["not here"])
