"""What the game brings to the table."""
