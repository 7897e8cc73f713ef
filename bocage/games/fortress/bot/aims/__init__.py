"""What each side wants: goals, the ways to them, where to land, and who is to go where."""
