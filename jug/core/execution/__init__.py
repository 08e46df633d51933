"""How work is carried out: threads and chunks of rows, memory, progress, time, warnings that are collected."""
