"""What this machine can do: backends that can be used, and their measured speed."""
