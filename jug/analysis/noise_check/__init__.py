"""Tests of residuals against the noise of a model: by backend, in time, in frequency and between backends."""
