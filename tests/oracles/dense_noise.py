"""The likelihood of noise parameters by an n x n covariance, written anew, with its maxima by SciPy.

log L = -(r^T P r + log det C + log det M^T C^-1 M) / 2,    P = C^-1 - C^-1 M (M^T C^-1 M)^-1 M^T C^-1

r are residuals, M the columns of the timing parameters and of the offset, C the covariance by formula. Nothing of jug's
noise is used: no basis, no elimination, no coordinates. Units are us and, for measured DMs, 1e-6 pc cm^-3.
"""

import warnings
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import cho_solve, cholesky
from scipy.optimize import minimize

import jug
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

YEAR_S = 365.25 * 86400.0
SIZE, FACTOR, PLAIN = "size", "factor", "plain"
RANGES = {FACTOR: (np.log(0.01), np.log(100.0)), SIZE: (-4.0, 2.5), "AMP": (-17.0, -10.0), "GAM": (0.0, 7.0)}
"""Of the coordinates: log EFAC, log10 of a size in us, log10 A, gamma. Starts: over them, of EFAC 0.1 to 10."""

NOWHERE = 1e12
"""-log L where the covariance has lost its digits, far from any maximum."""

ROUNDING = 1e-8
"""Of log L, in a comparison of two points."""


@dataclass
class DenseNoise:
    """The likelihood of a model's EFAC, EQUAD, ECORR, DMEFAC, TNRED and TNDM.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
        The timing parameters are those about which the model is linear.
    names : tuple of str
    """

    model: TimingModel
    toas: TOAs
    names: tuple[str, ...]
    kinds: list[str] = field(init=False)

    def __post_init__(self) -> None:
        model, toas = self.model, self.toas
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            found, design = jug.residuals(model, toas), jug.design_matrix(model, toas)
        self.n, self.wideband = len(toas), design.dm is not None
        self.r, columns = np.asarray(found.time_s) * 1e6, design.matrix
        self.error = toas.error_s * 1e6
        if self.wideband:
            self.r = np.concatenate([self.r, np.asarray(found.dm.value) * 1e6])
            columns = np.concatenate([columns, design.dm])
            self.error = np.concatenate([self.error, toas.flag("pp_dme").astype(np.float64) * 1e6])
        self.m = np.linalg.qr(columns / np.linalg.norm(columns, axis=0))[0]
        self.entries = [model.entries[name] for name in self.names]
        self.kinds = [_kind(e.param.name) for e in self.entries]
        self.bounds = [RANGES[kind if kind in RANGES else e.param.name[-3:]] for kind, e in self.pairs()]
        self.rows = {e.name: self._rows(e) for e in model.entries.values() if e.selector is not None}
        self.epochs = {e.name: self._epochs(e) for e in model.entries.values() if e.param.name == "ECORR"}
        self.bases = {prefix: self._basis(prefix) for prefix in ("TNRED", "TNDM") if f"{prefix}AMP" in model.entries}

    def pairs(self):
        return zip(self.kinds, self.entries, strict=True)

    def _rows(self, e) -> np.ndarray:
        kind, (word,) = e.selector.kind, e.selector.args
        here = self.toas.flag(kind.removeprefix("-")) == word if kind.startswith("-") else np.ones(self.n, dtype=bool)
        if not self.wideband:
            return here
        none = np.zeros(self.n, dtype=bool)
        return np.concatenate([none, here] if e.param.name.startswith("DM") else [here, none])

    def _epochs(self, e) -> np.ndarray:
        """A column of ones for each epoch of two TOAs or more: 1 s from its first TOA."""
        rows = np.flatnonzero(self.rows[e.name])
        t = self.toas.tdb.day[rows] * 86400.0 + self.toas.tdb.sec.hi[rows]
        found, begun = [], -np.inf
        for i in rows[np.argsort(t)]:
            now = self.toas.tdb.day[i] * 86400.0 + self.toas.tdb.sec.hi[i]
            if now - begun >= 1.0:
                found.append([])
                begun = now
            found[-1].append(i)
        columns = np.zeros((len(self.r), len(found)))
        for k, members in enumerate(found):
            columns[members, k] = 1.0
        return columns[:, columns.sum(axis=0) > 1.0]

    def _basis(self, prefix: str):
        """Sines and cosines, their frequencies (Hz), and the width of a step (Hz)."""
        t = (self.toas.tdb.day - self.toas.tdb.day.min()) * 86400.0 + self.toas.tdb.sec.hi
        step = 1.0 / np.ptp(t)
        f = step * np.repeat(np.arange(1, int(self.model.values[f"{prefix}C"]) + 1), 2)
        turns = 2.0 * np.pi * np.outer(t - t.min(), f)
        waves = np.where(np.arange(len(f)) % 2 == 0, np.sin(turns), np.cos(turns))
        columns, of_dm = waves, 0.0
        if prefix == "TNDM":
            columns = waves * (1.4e9 / jug.pulsar_data(self.model, self.toas).barycentric_freq_hz[:, None]) ** 2
            of_dm = 1400.0**2 * 2.41e-4
        return np.concatenate([columns, of_dm * waves]) if self.wideband else columns, f, step

    def x_of(self, values) -> np.ndarray:
        """Coordinates of par values by name; a size of 0 is at the end of its range."""
        found = []
        for (low, _), (kind, e) in zip(self.bounds, self.pairs(), strict=True):
            value = float(values[e.name])
            if kind == PLAIN:
                found.append(value)
            elif kind == FACTOR:
                found.append(np.log(value))
            else:
                found.append(max(np.log10(value), low) if value > 0.0 else low)
        return np.array(found)

    def slope(self, x: np.ndarray) -> np.ndarray:
        """Derivative of each par value by its coordinate."""
        by = {PLAIN: lambda _: 1.0, FACTOR: np.exp, SIZE: lambda z: np.log(10.0) * 10.0**z}
        return np.array([by[kind](one) for kind, one in zip(self.kinds, x, strict=True)])

    def value(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """-log L and its gradient by the coordinates."""
        now = {**self.model.values, **dict(zip(self.names, self.par(x), strict=True))}
        white, inside = self._white(now)
        c = np.diag(white)
        for name, columns in self.epochs.items():
            c += now[name] ** 2 * (columns @ columns.T)
        power = {prefix: self._power(prefix, now) for prefix in self.bases}
        for prefix, (columns, _, _) in self.bases.items():
            c += (columns * power[prefix]) @ columns.T
        try:
            low = cholesky(c, lower=True)
        except np.linalg.LinAlgError:
            return NOWHERE, np.zeros(len(x))
        inverse = cho_solve((low, True), np.eye(len(c)))
        g = inverse @ self.m
        gram = cholesky(self.m.T @ g, lower=True)
        p = inverse - g @ cho_solve((gram, True), g.T)
        pr = p @ self.r
        total = self.r @ pr + 2.0 * np.sum(np.log(np.diag(low))) + 2.0 * np.sum(np.log(np.diag(gram)))
        q = p - np.outer(pr, pr)
        slopes = [self._slope_of(kind, e, now, q, white, inside, power) for kind, e in self.pairs()]
        return 0.5 * float(total), 0.5 * np.array(slopes)

    def par(self, x: np.ndarray) -> list[float]:
        by = {PLAIN: lambda z: z, FACTOR: np.exp, SIZE: lambda z: 10.0**z}
        return [float(by[kind](one)) for kind, one in zip(self.kinds, x, strict=True)]

    def _white(self, now) -> tuple[np.ndarray, np.ndarray]:
        """Variances, EFAC^2 (e^2 + EQUAD^2), and EFAC^2."""
        square, inside = self.error**2, np.ones(len(self.error))
        for name, rows in self.rows.items():
            keyword = self.model.entries[name].param.name
            if keyword in ("EQUAD", "DMEQUAD"):
                square = square + rows * (now[name] * (1e6 if keyword == "DMEQUAD" else 1.0)) ** 2
            elif keyword in ("EFAC", "DMEFAC"):
                inside = inside * np.where(rows, now[name], 1.0) ** 2
        return square * inside, inside

    def _power(self, prefix: str, now) -> np.ndarray:
        _, f, step = self.bases[prefix]
        a, gamma = 10.0 ** now[f"{prefix}AMP"], now[f"{prefix}GAM"]
        return 1e12 * a**2 / (12.0 * np.pi**2) * YEAR_S**3 * (f * YEAR_S) ** -gamma * step

    def _slope_of(self, kind, e, now, q, white, inside, power) -> float:
        """Trace of Q by the derivative of C."""
        if kind == FACTOR:
            return float(2.0 * np.sum(np.diag(q) * white * self.rows[e.name]))
        if kind == SIZE and e.param.name != "ECORR":
            changed = 2.0 * np.log(10.0) * now[e.name] ** 2 * inside * (1e12 if e.param.name == "DMEQUAD" else 1.0)
            return float(np.sum(np.diag(q) * changed * self.rows[e.name]))
        if kind == SIZE:
            columns = self.epochs[e.name]
            return float(2.0 * np.log(10.0) * now[e.name] ** 2 * np.sum((q @ columns) * columns))
        prefix = e.param.name[:-3]
        columns, f, _ = self.bases[prefix]
        by_mode = np.sum((q @ columns) * columns, axis=0) * power[prefix]
        log = 2.0 * np.log(10.0) if e.param.name.endswith("AMP") else -np.log(f * YEAR_S)
        return float(np.sum(by_mode * log))

    def climbed(self, x: np.ndarray, fixed: tuple[int, ...] = ()) -> tuple[np.ndarray, float]:
        """The maximum above a point, some coordinates fixed: L-BFGS-B, and Newton's steps to the end of the climb."""
        bounds = [(x[i], x[i]) if i in fixed else ends for i, ends in enumerate(self.bounds)]
        x = minimize(self.value, x, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 400}).x
        low, high = np.array(bounds).T
        for _ in range(4):
            free = (x > low + 1e-6) & (x < high - 1e-6)
            step = np.linalg.solve(self.hessian(x, free), -self.value(x)[1][free])
            moved = x.copy()
            moved[free] = np.clip(x[free] + step, low[free], high[free])
            if self.value(moved)[0] > self.value(x)[0] + ROUNDING:
                break
            x = moved
        return x, -self.value(x)[0]

    def climbed_again(self, x: np.ndarray, fixed: tuple[int, ...] = ()) -> tuple[np.ndarray, float]:
        """As `climbed`; then from there with what is negligible made larger, since its slope is zero there."""
        x, value = self.climbed(x, fixed)
        other = x.copy()
        for i, (kind, e) in enumerate(self.pairs()):
            if i in fixed:
                continue
            if kind == SIZE and x[i] < -1.5:
                other[i] = -0.5
            elif e.param.name.endswith("AMP") and x[i] < -14.5:
                other[i] = -13.0
        found = self.climbed(other, fixed)
        return found if found[1] > value else (x, value)

    def hessian(self, x: np.ndarray, free: np.ndarray) -> np.ndarray:
        """Second derivatives by the free coordinates: differences of the gradient over 1e-4."""
        places = np.flatnonzero(free)
        rows = [self.value(x + 1e-4 * e)[1] - self.value(x - 1e-4 * e)[1] for e in np.eye(len(x))[places]]
        found = np.array(rows)[:, places] / 2e-4
        return 0.5 * (found + found.T)

    def starts(self, number: int, seed: int) -> np.ndarray:
        low, high = np.array([(0.5 * a, 0.5 * b) if (a, b) == RANGES[FACTOR] else (a, b) for a, b in self.bounds]).T
        return np.random.default_rng(seed).uniform(low, high, (number, len(low)))


def _kind(keyword: str) -> str:
    if keyword in ("EFAC", "DMEFAC"):
        return FACTOR
    return SIZE if keyword in ("EQUAD", "ECORR", "DMEQUAD") else PLAIN
