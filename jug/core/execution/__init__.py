"""Execution of work: threads and chunks of rows, memory, progress, time, collection of warnings."""
