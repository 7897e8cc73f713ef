"""What the game brings to the bots."""
