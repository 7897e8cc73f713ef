"""Matches at the table: the hall with its rooms, who sits where, and what everybody is told."""
