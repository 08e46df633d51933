"""Whether residuals are as the noise of a model says: by backend, in time, frequency and between backends."""
