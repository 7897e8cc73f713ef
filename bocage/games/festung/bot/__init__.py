"""What the bots know of Festung Europa."""
