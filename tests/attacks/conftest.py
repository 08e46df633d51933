"""How many trials a test made, for the page docs/reliability.md."""

from collections.abc import Callable

import pytest


@pytest.fixture
def trials(record_property: Callable[[str, object], None]) -> Callable[[int], None]:
    """Says how many trials a test made; one without it made one."""
    return lambda count: record_property("trials", count)
