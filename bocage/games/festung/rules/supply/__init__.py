"""Supply (11): sources and ports, lines, grades, and what becomes of those who have none."""
