"""What the game brings to the terminal."""
