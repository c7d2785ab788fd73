"""How fast the engine is, against its peers and against itself: `python -m tests.bench`."""
