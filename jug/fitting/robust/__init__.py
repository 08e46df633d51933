"""A robust fit: least squares again and again, with the weights from the residuals of the last round. The steps:

1. `choice`: least squares, or the loss of the argument or of the line ROBUST; `loss`: the losses
2. `rounds`: the loop of a fit with new weights until they stay; `weights`: scale and weights from the residuals
3. `covariance`: that of the parameters; `result`: the report, with the TOAs of little weight
"""
