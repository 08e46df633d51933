"""Phase connection: the whole number of turns in each gap between clusters of TOAs.

The steps, in order:
1. `own_fit`: whether the par file's uncertainties can be priors; `clusters`: which TOAs are known to be connected;
   `numbering`: their pulse numbers inside each cluster.
2. `linear_problem`: residuals, derivatives, turns of the gaps and priors at one model, whitened.
3. `projection`: chi2 as a quadratic form in the turns of the gaps, the parameters projected out.
4. `jug.compute.lattice`, `jug.compute.enumeration`: the turns with the smallest chi2, by lattice reduction and a sphere
   decoder.
5. `leaf`: a non-linear fit at fixed pulse numbers; `search`: steps 2 to 5 until the best solution stays the best.
6. `ladder`: parameters that are added where the free ones do not connect the TOAs.
7. `solutions`, `result`: judge, fit, report.
"""
