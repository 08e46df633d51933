"""Reading and writing files: text in, plain values out; nothing here knows a timing model."""
