"""Reading the files with other conventions, and the resulting change of the residuals."""

from collections.abc import Mapping
from dataclasses import replace

from jug.analysis.diagnosis.effect import ReferenceResiduals
from jug.analysis.diagnosis.reading import FilesRead, raw_in_order
from jug.analysis.diagnosis.rows import Effect
from jug.analysis.diagnosis.without_warnings import model_without_warnings, toas_without_warnings
from jug.errors import JugError
from jug.io.par import ParFile
from jug.model.building.tim_jumps import with_tim_jumps
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs

NO_TOAS = "there are no TOAs to compute it on"
OTHER_TOAS = "it does not use the same TOAs"


class OtherReadings:
    """Compares other readings of the files with the one in use.

    Parameters
    ----------
    read : FilesRead
    files : Files
    reference : ReferenceResiduals or None
        None if there are no TOAs.
    """

    def __init__(self, read: FilesRead, files: Files, reference: ReferenceResiduals | None) -> None:
        self.read, self.files, self.reference = read, files, reference
        self.known: dict[object, tuple[Effect | None, str]] = {}

    def with_options(self, **changed: object) -> tuple[Effect | None, str]:
        """Read the same lines with other options of `jug.load_model`.

        Parameters
        ----------
        **changed
            The options that differ.

        Returns
        -------
        effect : Effect or None
        why_not : str
            The reason where there is none.
        """
        return self.of(self.read.used, {**self.read.options, **changed})

    def without(self, keys: frozenset[str]) -> tuple[Effect | None, str]:
        """Read the par file without the lines of some keywords; the result has the form of that of `with_options`."""
        if keys not in self.known:
            lines = tuple(q for q in self.read.used.lines if q.key not in keys)
            self.known[keys] = self.of(replace(self.read.used, lines=lines), self.read.options)
        return self.known[keys]

    def with_other_ends(self) -> tuple[Effect | None, str]:
        """Use the other value beyond the ends of clock files, zero or the nearest; the result is as `with_options`."""
        nearest = self.read.hold_clock
        if nearest is None and self.read.model is not None:
            nearest = self.read.model.settings.conventions["CLOCKENDS"] != "ZERO"
        return self.of(self.read.used, self.read.options, hold_clock=nearest is False)

    def of(
        self, par: ParFile, options: Mapping[str, object], hold_clock: bool | None = None
    ) -> tuple[Effect | None, str]:
        """Evaluate another par file, other options or another rule of the clock.

        Parameters
        ----------
        par : ParFile
        options : mapping
            Options of `jug.load_model`.
        hold_clock : bool, optional
            As for `jug.prepare`; by default that of the reading in use.

        Returns
        -------
        effect : Effect or None
        why_not : str
            The reason where there is none.
        """
        if self.reference is None or self.read.raw is None or self.read.toas is None:
            return None, NO_TOAS
        try:
            model = model_without_warnings(par, options)
            raw = raw_in_order(self.read, model, self.files) or self.read.raw
            model = with_tim_jumps(model, raw)
            if raw is self.read.raw and hold_clock is None and _same_preparation(model, self.reference.model):
                toas: TOAs = self.read.toas
            else:
                toas = toas_without_warnings(
                    model, raw, self.files, self.read.hold_clock if hold_clock is None else hold_clock
                )
            effect = self.reference.effect_of(model, toas)
        except JugError as error:
            return None, str(error).partition("\n")[0]
        return effect, "" if effect else OTHER_TOAS


def _same_preparation(one: TimingModel, other: TimingModel) -> bool:
    """Whether TOAs prepared for one model can be used with the other."""
    a, b = one.settings, other.settings
    asks = [any("zenith" in c.asks for c in model.components) for model in (one, other)]
    fields = ("ephem", "clock", "planets", "dilate", "time_ephemeris", "tzr_mjd", "tzr_site", "tzr_freq_mhz")
    same = all(getattr(a, name) == getattr(b, name) for name in fields) and asks[0] == asks[1]
    epoch = one.entries["PEPOCH"].value == other.entries["PEPOCH"].value
    return same and a.conventions == b.conventions and epoch
