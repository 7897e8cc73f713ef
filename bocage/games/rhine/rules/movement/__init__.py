"""Movement: who moves, how far, why not further, and what entering a hex brings."""
