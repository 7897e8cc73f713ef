"""What the game brings to the table in the browser."""
