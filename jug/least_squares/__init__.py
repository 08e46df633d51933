"""The least-squares problem of a model about its anchor: chi2, step and covariance at a point, and bounds."""
