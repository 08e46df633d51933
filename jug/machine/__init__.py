"""Backends that this machine can use, and their measured speed."""
