"""Movement (8): who moves, how far, and why not further."""
