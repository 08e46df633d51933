"""The power-law noise that the amplitudes of the sinusoids of a model stand for."""

import numpy as np

from jug.core.array import Float, Harmonic
from jug.core.constants import DAY, K_DM, YEAR
from jug.core.execution.threads import limit_new_blas
from jug.errors import InputError
from jug.model.editing.adding import add_terms
from jug.model.editing.removing import remove_terms
from jug.model.editing.waves import WaveKind, kind_of
from jug.model.noise.power_law import spectrum
from jug.model.parts import ModelParts

F_REF_MHZ = 1400.0
"""Frequency at which the noise of DM and chromatic terms has the amplitude of red noise."""

START_LAW = (4.0, -13.0)
"""Spectral index and log10 of the amplitude from which the fit of the power law begins."""


def with_noise_of_waves(model: ModelParts, name: str, *, without_year: bool = True) -> ModelParts:
    """Replace sinusoids by power-law noise whose spectrum their amplitudes fit best.

    The amplitudes are taken as normal numbers of variance P(f) / T and their own squared uncertainties, as in PINT.

    Parameters
    ----------
    model : ModelParts
        Fitted, so that the amplitudes have uncertainties.
    name : str
        ``"WaveX"``, ``"DMWaveX"`` or ``"CMWaveX"``.
    without_year : bool
        Whether the frequency nearest to 1/yr, which the position and proper motion absorb, is left out.

    Returns
    -------
    ModelParts
        With the amplitude, index and number of frequencies of the noise in place of the sinusoids.

    Raises
    ------
    InputError
        No such sinusoids, frequencies that are not the multiples of one, amplitudes without uncertainties.
    """
    kind = kind_of(name)
    f, amplitude, error = _amplitudes(model, kind, name)
    if np.any(np.abs(f / f[0] - np.arange(1, len(f) + 1)) > 1e-6):
        why = f"the frequencies of {name} are not the multiples 1, 2, ... of one frequency, as those of the noise are"
        raise InputError(why)
    width = float(f[0])
    kept = np.abs(f - 1.0 / YEAR) > 0.5 * width if without_year else np.ones(len(f), dtype=bool)
    if np.sum(kept) < 3:
        raise InputError(f"{int(np.sum(kept))} frequencies of {name} determine no power law", hint="take 3 or more")
    gamma, log10_a = _power_law(f[kept], width, amplitude[:, kept], error[:, kept])
    keys = (f"{kind.noise}AMP", f"{kind.noise}GAM", f"{kind.noise}C")
    less = remove_terms(model, [f"{kind.prefix}FREQ_*"])
    return add_terms(less, [f"{key} {value}" for key, value in zip(keys, (log10_a, gamma, len(f)), strict=True)])


def _amplitudes(
    model: ModelParts, kind: WaveKind, name: str
) -> tuple[Float[Harmonic], Float[Harmonic, Harmonic], Float[Harmonic, Harmonic]]:
    """Frequencies, Hz, and amplitudes of sines and cosines with their uncertainties, s at 1400 MHz, (2, m)."""
    entries = model.entries
    suffixes = [key.removeprefix(f"{kind.prefix}FREQ") for key in entries if key.startswith(f"{kind.prefix}FREQ_")]
    if not suffixes:
        raise InputError(f"the model has no {name}")
    f = np.array([float(entries[f"{kind.prefix}FREQ{end}"].value.hi) / DAY for end in suffixes])
    own = [[entries[f"{kind.prefix}{word}{end}"] for end in suffixes] for word in ("SIN", "COS")]
    if bare := [e.name for e in (*own[0], *own[1]) if e.error is None]:
        raise InputError(f"{bare[0]} has no uncertainty", hint="fit the amplitudes first")
    index = float(entries["TNCHROMIDX"].value.hi) if "TNCHROMIDX" in entries else 4.0
    scale = {"WX": 1.0, "DMWX": K_DM * 1e-12 / F_REF_MHZ**2, "CMWX": K_DM * 1e-12 / F_REF_MHZ**index}[kind.prefix]
    order = np.argsort(f)
    amplitude = np.array([[float(e.value.hi) for e in row] for row in own])[:, order] * scale
    error = np.array([[float(e.error or 0.0) for e in row] for row in own])[:, order] * scale
    return f[order], amplitude, error


def _power_law(
    f: Float[Harmonic], width: float, amplitude: Float[Harmonic, Harmonic], error: Float[Harmonic, Harmonic]
) -> tuple[str, str]:
    """Spectral index and log10 of the amplitude of greatest likelihood, with 6 decimals."""
    from scipy.optimize import minimize  # slow to import

    limit_new_blas()

    def misfit(law: Float[Harmonic]) -> float:
        variance = spectrum(np, f, law[1], law[0]) * width + error**2
        return 0.5 * float(np.sum(amplitude**2 / variance + np.log(variance)))

    found = minimize(misfit, START_LAW, method="Nelder-Mead", options={"xatol": 1e-7, "maxiter": 4000})
    if not found.success or not np.all(np.isfinite(found.x)) or abs(found.x[0]) > 30.0:
        raise InputError("no power law fits the amplitudes", hint="take more frequencies, or longer data")
    return f"{found.x[0]:.6f}", f"{found.x[1]:.6f}"
