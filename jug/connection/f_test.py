"""The F-test of additional parameters."""


def f_test(chi2: float, after: float, dof: int, added: int) -> float:
    """Return the probability that chi2 falls so much by chance.

    Parameters
    ----------
    chi2, after : float
        Before and after parameters were added.
    dof : int
        Degrees of freedom after it.
    added : int
        Number of parameters added.

    Returns
    -------
    float
        1 where there are no degrees of freedom.
    """
    from scipy.special import fdtrc

    if dof <= 0 or after <= 0.0:
        return 1.0
    return float(fdtrc(added, dof, max(chi2 - after, 0.0) / added / (after / dof)))
