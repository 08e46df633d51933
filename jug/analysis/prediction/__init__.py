"""`jug.predict`: how well a model predicts residuals at other times.

`joint_covariance` has the covariance of parameters and offset, `prediction` that of the residuals; `prediction_result`
is what it returns.
"""
