"""How a position stands, in numbers."""
