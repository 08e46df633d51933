"""Phase connection: the whole number of turns in each gap between clusters of TOAs.

The steps of `connect`, in order:
1. `stated_turns`: turns that the tim file states are removed. `own_fit`: whether the par file's uncertainties can be
   priors; `clusters`: which TOAs are known to be connected; `numbering`: their pulse numbers inside each cluster.
2. `linear_problem`: residuals, derivatives, turns of the gaps and priors (`priors`) at one model, whitened.
3. `projection`: chi2 as a quadratic form in the turns of the gaps, the parameters projected out.
4. `jug.compute.lattice`, `jug.compute.enumeration`: the turns with the smallest chi2, by lattice reduction and a sphere
   decoder; `state`: an enumeration in a file, to go on from.
5. `leaf`: a non-linear fit at fixed pulse numbers; `search`: steps 2 to 5 until the best solution stays the best;
   `search_outcome`: the outcome of a search.
6. `parameter_steps`: parameters that can be added to the free ones; `stepwise_search`: the searches with them.
7. `judgement`: whether a solution fits and is the only one; `solutions`: fits of the best ones, in which parameters
   that only the priors determine (`prior_limited`) are fixed; `result`, `statement`, `report`, `result_json`.

Before these, for ``jug connect --periods``: `spin_periods` reads spin periods, `orbit_search` finds the orbit that they
show, and `orbit_report` says whether it is clear.
"""
