"""Delays that go as another power of the frequency than dispersion, one file each."""
