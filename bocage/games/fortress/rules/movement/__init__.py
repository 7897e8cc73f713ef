"""Movement (5, 8): how far units get, how they walk, and what happens in the hexes that they enter."""
