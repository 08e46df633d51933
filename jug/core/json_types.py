"""Types of the content of JSON files."""

from collections.abc import Mapping
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""An object of a JSON file, made or as ``json.loads`` gives it: its reader checks each value that it takes."""

JsonMapping: TypeAlias = Mapping[str, Any]
"""The same where it is only read."""
