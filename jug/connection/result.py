"""The result of `jug.connect`."""

from dataclasses import dataclass

from jug.connection.clusters import Clusters
from jug.connection.judgement import Verdict, next_best
from jug.connection.linear_problem import Task
from jug.connection.parameter_steps import Tested
from jug.connection.report import connection_report
from jug.connection.result_json import connection_to_json
from jug.connection.search_outcome import TurnSearchOutcome
from jug.connection.solutions import Solution
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject


@dataclass(frozen=True, eq=False, repr=False)
class Connected(FieldsShown):
    """The outcome of a phase connection, as `jug.connect` returns it.

    Attributes
    ----------
    verdict : Verdict
        UNIQUE, AMBIGUOUS (other solutions fit about as well), UNFINISHED (the limit of nodes was reached), or
        NOT_CONNECTED.
    task : Task
        The start, with the parameters that are free in the end.
    sought : TurnSearchOutcome
        The outcome of the last search.
    tested : tuple of Tested
        Parameters that were tried on the best solution and not added.
    solutions : tuple of Solution
        The best one, then those whose chi2 is so near that the best one is not unique; empty where nothing connects
        the TOAs.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.connect(model, toas, gap_d=10.0)
    >>> found.unique, found.verdict.value, found.clusters.n, found.next_best > 25.0
    (True, 'unique', 15, True)
    >>> found.free, found.fit.dof, found.model.psr
    (('RAJ', 'DECJ', 'F0', 'F1', 'DM'), 56, '1748-2021E')
    >>> found.toas.flag("pn")[0] != "", found.to_json()["n_toa"]
    (True, 62)
    >>> found.summary().splitlines()[0]
    'PSR 1748-2021E'
    """

    verdict: Verdict
    task: Task
    sought: TurnSearchOutcome
    tested: tuple[Tested, ...]
    solutions: tuple[Solution, ...]

    @property
    def unique(self) -> bool:
        """Whether one solution connects the TOAs, and no other one nearly as well."""
        return self.verdict is Verdict.UNIQUE

    @property
    def clusters(self) -> Clusters:
        """The clusters between which turns were sought."""
        return self.task.clusters

    @property
    def free(self) -> tuple[str, ...]:
        """The parameters that are free in the end."""
        return self.task.model.free

    @property
    def fit(self) -> FitResult | None:
        """The fit of the best solution; None where nothing connects the TOAs."""
        return self.solutions[0].fit if self.solutions else None

    @property
    def model(self) -> TimingModel | None:
        """The model of the best solution; None where nothing connects the TOAs."""
        return self.solutions[0].fit.model if self.solutions else None

    @property
    def toas(self) -> TOAs | None:
        """The TOAs with the pulse numbers of the best solution; None where nothing connects the TOAs."""
        return self.solutions[0].toas if self.solutions else None

    @property
    def next_best(self) -> float:
        """Least chi2 of the next best solution less chi2 of the best, no unit; -inf where the search did not end."""
        return next_best(self.sought) if self.sought.leaves else float("-inf")

    def summary(self) -> str:
        """Return the result as text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        return connection_report(self.verdict, self.task, self.sought, self.tested, self.solutions)

    def to_json(self) -> JsonObject:
        """Return the result as numbers, texts, lists and dicts.

        Returns
        -------
        dict
            ``verdict``, ``unique``, ``statement``, ``clusters``, ``free``, ``next_best``, ``chi2``, ``dof``,
            ``solutions`` and how they were found; a number that is not finite is None.
        """
        return connection_to_json(self.verdict, self.task, self.sought, self.tested, self.solutions)
