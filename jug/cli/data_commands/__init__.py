"""The commands of ``jug data``, a file each: `status`, `update`, `freeze`, `clear`."""
