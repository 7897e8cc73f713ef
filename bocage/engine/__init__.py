"""The engine: matches, positions, steps and questions, dice and records; it knows no game."""
