"""What this machine can do: backends that are at hand, and their measured speed."""
