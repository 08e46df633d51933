"""Tolerances that end a fit, and the factors of its damping."""

DECREASE_TOLERANCE = 1e-8
"""Predicted decrease of chi2 at which the last step is taken and the fit ends: 1e-4 sigma in one parameter before that
step, and quadratically less after it."""

STAGNANT = 0.5
"""Once the predicted decrease is below the rounding of chi2, each step must reduce it to less than this share of the
last one. Otherwise rounding is reached and the fit ends."""

MAX_DAMPING = 1e10
"""The damping begins at the smallest eigenvalue of the scaled normal matrix
(`jug.least_squares.problem.LeastSquaresProblem.smallest_eigenvalue`), where it halves the step along the worst
determined combination of parameters. The fit ends above ``MAX_DAMPING``."""

GROWTH = 10.0
"""The damping grows by this factor when a step is rejected, by ten times more with each further rejection, and is
divided by it when a step is accepted."""

CURVATURE_GAIN = 0.3
"""The geodesic correction is repeated while it reduces the rise of chi2 to less than this share."""

SLIGHT, PATIENCE, FALLING = 1.0, 10, 0.05
"""Where the data determine the parameters well, steps shrink quadratically once the predicted decrease of chi2 is
below ``SLIGHT`` (1 sigma). After ``PATIENCE`` such steps without an end the parameters are not determined, unless the
decrease has fallen to a share of ``FALLING``: then it falls by a constant factor with each step, as of a weakly
determined KIN and KOM, and the fit goes on."""

SLOW = 4
"""From this number of slight steps on, the curvature of chi2 along the last step corrects the next one."""

VALLEYS, MANY_STEPS = 10, 20
"""How often a fit that converges slowly follows a valley of chi2 (`jug.fitting.valley`); and the least ``max_iter`` at
which a fit that reaches it does so."""

TURNED = 0.1
"""Least change of a column's direction, as a share of the largest one, at which its parameter is named as not
determined."""

EXACT_DEPENDENCE = 1e-12
"""1 - R^2 of a column on others that is of the size of rounding: the parameters are exactly degenerate."""

CONFIRM_S = 1e-12
"""Largest difference allowed between the fast residuals at the end of a fit and the exact ones, s."""

REANCHOR = 3
"""Largest number of anchors of a fit. It makes a new one where the fast residuals differ from the exact ones."""

QUANTUM_S = 1e-15
"""Fitted values are rounded to a decimal that moves no residual by more than this, s."""
