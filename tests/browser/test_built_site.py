"""The documentation site in a browser, from its files alone: the folder is named by JUG_SITE, which `.ci/run` sets."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from chromium import Chromium

pytestmark = pytest.mark.browser

NAMED = os.environ.get("JUG_SITE", "")
SITE = Path(NAMED).resolve()
PAGE_OF = {
    **{"install": "start", "offset telescopes": "add_jump", "too large chi2": "good_fit", "cite": "cite"},
    **{"residual plot": "plot", "predict": "predict", "wideband": "noise", "DMX": "choose_dmx"},
    **{"WLSFitter": "from_pint", "pintk": "limits", "BayesianTiming": "from_pint", "evidence": "evidence"},
    **{"newpar": "from_tempo2", "general2": "columns", "rescale": "from_tempo2", "observatories.dat": "tim_files"},
}
"""What newcomers, users of PINT and of tempo2 may look for, and a page that the first five found must have."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    if not NAMED:
        pytest.skip("this test needs the built site: JUG_SITE=FOLDER after `sphinx-build -b html docs FOLDER`")
    found = Chromium(tmp_path_factory.mktemp("user"))
    yield found
    found.driver.quit()


@pytest.mark.parametrize("words", PAGE_OF)
def test_the_search_finds_pages_without_a_network(browser: Chromium, words: str) -> None:
    browser.open(SITE / "search.html", query=f"?q={quote(words)}")
    until = time.monotonic() + 30.0
    finished = "document.querySelector('#search-results').textContent.includes('finished')"
    while not browser.says(finished) and time.monotonic() < until:
        time.sleep(0.1)
    links = "[...document.querySelectorAll('#search-results li > a')].slice(0, 5).map((a) => a.getAttribute('href'))"
    assert PAGE_OF[words] in [link.partition(".html")[0] for link in browser.says(links)]
    assert [url for url in browser.requests() if not url.startswith("file://")] == []


@pytest.mark.parametrize(("width", "longest"), [(400, 20), (1280, 40)])
@pytest.mark.parametrize("name", ["plot", "terms", "python", "numbers"])
def test_words_of_code_in_tables_are_whole(browser: Chromium, name: str, width: int, longest: int) -> None:
    """They read "resid/uals" on a telephone; a longer one, as the path of a file, breaks, and else no page is wide."""
    browser.open(SITE / f"{name}.html", width)
    assert browser.says(f"jugBroken('article td code', {longest})") == []
    assert browser.says("jugWide()") == []


@pytest.mark.parametrize("width", [400, 1280, 2560])
@pytest.mark.parametrize("name", ["index", "start", "terms", "api/fit", "copies/first_fit"])
def test_a_page_of_the_site_is_whole(browser: Chromium, name: str, width: int) -> None:
    browser.open(SITE / f"{name}.html", width)
    assert browser.says("jugWide()") == []
    assert [url for url in browser.requests() if not url.startswith("file://")] == []
    assert browser.complaints() == []
