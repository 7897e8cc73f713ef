"""Setting up (3, 33)."""
