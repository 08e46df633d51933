"""One fit: free parameters, iterations, bounds, robust losses, reasons to stop, result and report.

`minima` and `verdict` are its folders.
"""
