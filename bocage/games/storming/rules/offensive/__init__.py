"""The Hitler Counteroffensive."""
