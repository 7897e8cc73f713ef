"""The end of a turn and of the game."""
