"""A pytest plugin that runs the tests named in a file, in its order.

An id without parameters names all cases of a test. Ids that are no longer there are left out.
"""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.addoption("--only-from", type=Path, help="file with the ids of tests, one a line")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep and order the tests."""
    if file := config.getoption("--only-from"):
        place = {test: i for i, test in enumerate(file.read_text().splitlines())}
        chosen = [(place.get(i.nodeid, place.get(i.nodeid.partition("[")[0])), i) for i in items]
        items[:] = [item for _, item in sorted((c for c in chosen if c[0] is not None), key=lambda c: c[0])]
