"""A pytest plugin that notes, for each test, how long it took and which statements of a package it ran.

``PYTHONPATH=tests/mutation python -m pytest -p covering --covering-to=FILE --covering-of=jug tests``
"""

import json
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest
from statements import statements


class Recorder:
    """Coverage of each test, its fixtures included.

    Parameters
    ----------
    package : Path
        Folder of the package whose statements are noted.
    out : Path
        JSON file to write: the names of all statements; per test its seconds and its statements by number.
    """

    def __init__(self, package: Path, out: Path) -> None:
        self.package, self.out = package.resolve(), out
        self.coverage = coverage.Coverage(data_file=None, include=[f"{self.package}/*"], config_file=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """What runs from here on is of this test."""
        self.coverage.switch_context(item.nodeid)
        begun = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.perf_counter() - begun, 2)
            self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        """Write the notes."""
        self.coverage.stop()
        data = self.coverage.get_data()
        names: list[str] = []
        ran: dict[str, list[int]] = defaultdict(list)
        for file in sorted(data.measured_files()):
            tests = data.contexts_by_lineno(file)
            path = Path(file).relative_to(self.package.parent).as_posix()
            for statement in statements(Path(file).read_text()):
                lines = range(statement.first, statement.last + 1)
                for test in {test for line in lines for test in tests.get(line, ()) if test}:
                    ran[test].append(len(names))
                names.append(f"{path}::{statement.function}: {statement.text}")
        noted = {test: [seconds, ran[test]] for test, seconds in self.seconds.items()}
        self.out.write_text(json.dumps({"statements": names, "tests": noted}))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    parser.addoption("--covering-to", type=Path, help="file for what each test runs")
    parser.addoption("--covering-of", type=Path, help="folder of the package")


def pytest_configure(config: pytest.Config) -> None:
    """Record only where a file is given."""
    if out := config.getoption("--covering-to"):
        recorder = Recorder(config.getoption("--covering-of"), out)
        recorder.coverage.start()
        config.pluginmanager.register(recorder)
