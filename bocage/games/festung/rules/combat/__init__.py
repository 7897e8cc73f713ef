"""Combat (9): attacks, odds, air support, Combat Cards, losses, retreats and advances."""
