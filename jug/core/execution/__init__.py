"""Execution of work: threads and chunks of rows, memory, progress, time, collection of warnings.

1. cores: `threads`, `blas_threads`, `forks` (processes forked after JAX had started)
2. rows: `chunks`, `rows_on_demand` (matrices made chunk by chunk), `mapped_arrays` (in temporary files)
3. `memory`, `progress`, `stopwatch`, `given_warnings`
"""
