"""Supply: the ways to have it (8.0), segments that check it, what the Allies can carry (9.0), and Attrition (15.0)."""
