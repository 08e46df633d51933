"""The edits of ``jug edit``: of the `model`, of its bins (`dmx`), and of `toas`, which a `selection` chooses."""
