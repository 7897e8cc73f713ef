"""The life of a match: its entries, what was and what is noticed, taking back, and its record."""
