"""How the bots play D-Day to the Rhine."""
