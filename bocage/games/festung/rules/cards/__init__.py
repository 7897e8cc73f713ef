"""Strategy Cards (6.0): decks and hands."""
