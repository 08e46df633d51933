"""The documentation site in a browser, from its files alone: the folder is named by JUG_SITE, which `.ci/run` sets."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium

pytestmark = pytest.mark.browser

NAMED = os.environ.get("JUG_SITE", "")
SITE = Path(NAMED).resolve()
WORDS = ("jump", "DMX", "ECORR", "cite", "outlier", "enterprise", "write_par", "tempo2")
"""What a newcomer may look for."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    if not NAMED:
        pytest.skip("JUG_SITE names no built site")
    found = Chromium(tmp_path_factory.mktemp("user"))
    yield found
    found.driver.quit()


@pytest.mark.parametrize("word", WORDS)
def test_the_search_finds_pages_without_a_network(browser: Chromium, word: str) -> None:
    browser.open(SITE / "search.html", query=f"?q={word}")
    until = time.monotonic() + 30.0
    while not browser.says("document.querySelectorAll('#search-results li a').length") and time.monotonic() < until:
        time.sleep(0.1)
    assert browser.says("document.querySelectorAll('#search-results li a').length") > 0
    assert [url for url in browser.requests() if not url.startswith("file://")] == []


@pytest.mark.parametrize("width", [400, 1280, 2560])
@pytest.mark.parametrize("name", ["index", "start", "terms", "api/fit", "copies/first_fit"])
def test_a_page_of_the_site_is_whole(browser: Chromium, name: str, width: int) -> None:
    browser.open(SITE / f"{name}.html", width)
    assert browser.says("jugWide()") == []
    assert [url for url in browser.requests() if not url.startswith("file://")] == []
    assert browser.complaints() == []
