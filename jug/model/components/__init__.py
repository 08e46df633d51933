"""The terms of the timing model, one file each; `jug.model.registry` orders them, noise included."""
