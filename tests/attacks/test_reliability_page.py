"""The page docs/reliability.md has every test that attacks jug, and nothing was lost when it was made."""

import re
import runpy
from pathlib import Path

from copies import ROOT

PAGE = (ROOT / "docs" / "reliability.md").read_text()
SCRIPT = runpy.run_path(str(ROOT / "docs" / "make_reliability.py"))


def test_the_page_has_every_test() -> None:
    assert [name for name in SCRIPT["FILES"] if f"`{name}`" not in PAGE] == []
    assert [name for name in SCRIPT["FILES"] if not Path(ROOT / name).is_file()] == []


def test_nothing_was_lost() -> None:
    rows = re.findall(r"\| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == len(SCRIPT["FILES"]) + 1
    assert [row for row in rows if row[2] != "0"] == []
