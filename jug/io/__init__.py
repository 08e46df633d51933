"""Reading and writing files: text in, plain values out; nothing here uses a timing model."""
