"""What Festung Europa brings to the terminal."""
