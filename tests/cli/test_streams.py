"""What the commands print for other programs."""

import json

import pytest

from jug.cli.streams import json_text


def test_json_is_strict() -> None:
    """No reader of JSON has to know Python's NaN and Infinity."""
    assert json.loads(json_text({"chi2": 59.57, "free": ["F0"]})) == {"chi2": 59.57, "free": ["F0"]}
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="not JSON compliant"):
            json_text({"chi2": value})
