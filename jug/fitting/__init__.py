"""One fit: free parameters, iterations, bounds, reasons to stop, result and report. The steps of `fit`, in order:

1. `checks`: the free parameters, and whether there are enough data
2. `backend_choice`: NumPy or JAX; `blas_threads_of_fit`: the threads of all functions that fit
3. `anchored_fit`: the loop from an exact anchor, and from new ones until its residuals are exact
   (`fitted`: its end; `release`: parameters without effect at the start are fitted after all; `shapiro_delay`,
   `unseen_shapiro`: a Shapiro delay that the data do not show)
4. `loop`, `loop_state`: steps of the problem (`jug.least_squares`), accepted or rejected; `geodesic`, `secant` correct
   a step; `along_valley`, `valley`, `curved_valley`: fits that converge slowly; `degeneracy`: undetermined parameters;
   `stop`, `tolerances`: when it ends
5. `robust` (a folder): least squares or a loss, and the loop again with new weights
6. `fitted_values`: the new values, rounded; `conclusion`: warnings (`turns_of_file`: of turns of PHASE) and result
7. `minima` (a folder): other minima; `freezing`, `dependence`, `near_dependence`: parameters that the fit
   fixes, because the data do not determine them
8. `result` (a folder): the result and its texts; `verdict` (a folder): the verdict, which is made when it is first
   read; `findings` (a folder): the values of both, and of `minima` and `noise`

`fit_noise` is `jug.noise`, whose steps are in `noise` (a folder). `choose_noise` is `jug.choose_noise`, whose steps
are in `noise_choice` (a folder).
"""
