"""Invasions (12)."""
