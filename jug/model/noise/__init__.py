"""Noise terms, declared as the components of the timing model: white noise, ECORR and Gaussian processes.

Noise terms give no delay. A white-noise term has ``scale``, which maps uncertainties to rescaled ones. A term of
correlated noise has ``basis``, the columns in s for unit coefficients, and ``weights``, the prior variances of the
coefficients.

1. white: `white`, `dm_errors` (measured DMs), `duration` (TNSQ, TNSECORR); of epochs: `ecorr`
2. Fourier bases: `fourier`, with the spectra of `power_law`; `quasi_periodic`; `band_and_group`, `band_dm` (TempoNest)
3. the solar wind: `solar_wind`, `solar_wind_nodes` (in the time domain)
"""
