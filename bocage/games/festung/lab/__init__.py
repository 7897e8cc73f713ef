"""What the game brings to the laboratory."""
