"""What each side wants on the map."""
