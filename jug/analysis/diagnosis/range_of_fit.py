"""TOAs outside START and FINISH with fit flag 1, which tempo2 and tempo leave out."""

import numpy as np

from jug.analysis.diagnosis.effect import ReferenceResiduals
from jug.analysis.diagnosis.reading import FilesRead
from jug.analysis.diagnosis.rows import Finding
from jug.errors import FitError
from jug.model.building.fit_range import outside_range, range_note


def range_findings(read: FilesRead, reference: ReferenceResiduals) -> list[Finding]:
    """Find the TOAs that tempo2 leaves out, and how much a fit without them changes the residuals of the others.

    Parameters
    ----------
    read : FilesRead
    reference : ReferenceResiduals

    Returns
    -------
    list of Finding
        A decision is needed unless ``--as`` or ``--convention RANGE`` has decided it.
    """
    raw = reference.toas.raw
    note = range_note(reference.model, raw)
    if not note:
        return []
    out = outside_range(reference.model.par, raw)
    if not out.all():
        try:
            effect = reference.effect_without(out)
        except FitError as error:
            note += f": {error}"
        else:
            note += f": a fit without them changes the other residuals by {effect.refit_rms_ns:.3g} ns rms"
    chosen = {name.upper() for name in read.options.get("conventions") or {}}
    is_decided = "RANGE" in chosen or str(read.options.get("dialect", "jug")).lower() != "jug"
    decide = "" if is_decided else "--convention RANGE=ALL or RANGE=CUT, or take the fit flags 1 off"
    return [Finding("fit range", note, str(raw.where(int(np.flatnonzero(out)[0]))), int(out.sum()), decide)]
