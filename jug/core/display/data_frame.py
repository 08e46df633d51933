"""Tables as pandas DataFrames, made on request; pandas is optional, and imported only here."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from jug.errors import JugError


def data_frame(columns: Mapping[str, object]) -> Any:
    """Make a DataFrame.

    Parameters
    ----------
    columns : mapping of str to list or array
        In the units at the end of their names.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    JugError
        pandas is not installed.
    """
    try:
        pandas: Any = import_module("pandas")
    except ImportError:
        raise JugError("pandas is not installed: pip install 'jug-timing[pandas]', or use to_table()") from None
    return pandas.DataFrame(dict(columns))
