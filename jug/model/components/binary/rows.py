"""Chain rule from orbital elements to parameters.

The delay of a model is a function of elements (x, e, omega, M, n, ...). Each element is a function of the parameters
and of time:

    d delay/d theta = sum_e (d delay/d e) (d e/d theta)

The first factor, named *slopes*, belongs to a form of the delay (`keplerian`, `laplace`). The second factor, named
*rows*, is a short table for each model.
"""

from jug.core.array import Array
from jug.model.components.binary.orbit import ElementRows, Slopes


def merge_rows(*tables: ElementRows) -> ElementRows:
    """Combine tables of rows.

    Parameters
    ----------
    *tables : ElementRows
        Where several have a derivative of the same element by the same parameter, the derivatives are added.

    Returns
    -------
    ElementRows
    """
    out: ElementRows = {}
    for table in tables:
        for param, row in table.items():
            into = out.setdefault(param, {})
            for element, value in row.items():
                into[element] = into[element] + value if element in into else value
    return out


def apply_chain_rule(slopes: Slopes, rows: ElementRows) -> Slopes:
    """Derivatives of the delay by the parameters.

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivative of the delay by each element.
    rows : ElementRows
        Derivative of the elements by each parameter, (n,), or (n, k) for a family. Elements without slope are ignored.

    Returns
    -------
    dict
        (n,) arrays; (n, k) for a family.
    """
    out = {}
    for param, row in rows.items():
        terms = [multiply_slope(slopes[e], value) for e, value in row.items() if e in slopes]
        if terms:
            out[param] = sum(terms[1:], terms[0])
    return out


def multiply_slope(slope: Array, value: Array | float) -> Array:
    """Multiply a slope by the derivative of its element by a parameter.

    Parameters
    ----------
    slope : (n,) array
        Derivative by an element.
    value : float, (n,) or (n, k) array
        Derivative of the element by a parameter.

    Returns
    -------
    (n,) or (n, k) array
        Derivative by the parameter.
    """
    if not isinstance(value, float) and value.ndim == 2:
        return slope[:, None] * value
    return slope * value
