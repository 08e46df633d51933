"""Types of the content of JSON files."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""The content of a JSON file, as ``json.loads`` gives it: its reader checks each value that it takes."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of a JSON file, made or read."""

JsonMapping: TypeAlias = Mapping[str, Json]
"""The same where it is only read."""
