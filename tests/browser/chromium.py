"""Headless Chromium for tests of pages: opened without a network, measured in the page, driven by the keyboard.

Chromium and its driver are Debian's (packages chromium and chromium-driver), the client is selenium, of the extra
`browser`; it is imported here only when a test asks for it.
"""

import base64
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
MEASURES = (Path(__file__).parent / "measures.js").read_text()


class Chromium:
    """One browser with one window.

    Parameters
    ----------
    folder : Path
        Where it keeps what it knows of its user; new for each browser.
    """

    def __init__(self, folder: Path) -> None:
        webdriver = pytest.importorskip("selenium.webdriver", reason="pip install 'jug-timing[browser]'")
        programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
        if None in programs:
            pytest.fail("no chromium or no chromedriver: apt-get install chromium chromium-driver")
        options = webdriver.ChromeOptions()
        options.binary_location = programs[0]
        for flag in (*FLAGS, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(programs[1]))
        self.command("Page.addScriptToEvaluateOnNewDocument", source=MEASURES)

    def command(self, name: str, **given: object) -> Any:
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, given)

    def open(self, page: Path, width: int = 1280, *, dark: bool = False, query: str = "") -> None:
        """Open a file in a window of a width, in pixels; notes of earlier pages are dropped."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.command("Emulation.setEmulatedMedia", media="", features=scheme)
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(page.as_uri() + query)

    def says(self, javascript: str) -> Any:
        """The value of an expression in the page."""
        return self.driver.execute_script(f"return {javascript}")

    def complaints(self) -> list[str]:
        """What stands in the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Addresses that the page has asked for, its own included; what lies in the page (data:) is no request."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        urls = [event["params"]["request"]["url"] for event in sent]
        return [url for url in urls if not url.startswith("data:")]

    def press(self, *keys: str) -> None:
        """Press keys, by selenium's names or as letters, where the focus is."""
        from selenium.webdriver import ActionChains, Keys

        ActionChains(self.driver, duration=0).send_keys(*(getattr(Keys, key, key) for key in keys)).perform()

    def by_tab(self) -> Iterator[dict[str, Any]]:
        """Press the tabulator from the start of the page until the focus has gone round; what it has met, in order."""
        self.says("(window.jugMet.length = 0)")
        met = -1
        while (now := self.says("window.jugMet.length")) != met:
            met = now
            self.press(*["TAB"] * 40)
            if self.says("window.jugRound()"):
                break
        yield from self.says("window.jugMet.map(({element, ...rest}) => rest)")

    def pdf(self) -> tuple[bytes, int]:
        """The page on paper, and how many sheets that makes."""
        found = base64.b64decode(
            self.command("Page.printToPDF", preferCSSPageSize=False, printBackground=False)["data"]
        )
        return found, len(re.findall(rb"/Type\s*/Page\b", found))

    def picture(self, path: Path) -> None:
        """Write the whole page, also what is below the window, as PNG."""
        path.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", captureBeyondViewport=True)["data"]))
